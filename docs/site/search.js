// People search for `cmd:` and `--pairs` as they are written. For lunr a colon and a dash are operators: words with
// them find nothing. They are left out of a query (message type 2 to the theme's search worker).
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...others) {
  const words = message?.type === 2 ? { data: message.data.replace(/:|(?<!\S)-+/g, " ") } : {};
  post.call(this, { ...message, ...words }, ...others);
};
