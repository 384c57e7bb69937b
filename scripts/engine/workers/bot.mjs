// A worker that thinks. The first message is {parts}, of `loadParts` in engine.mjs. Then it gets one {question} after the
// other, and posts {answer} or {failed}; both questions and answers are JSON.
import { startEngine } from './engine.mjs';

let broken = false; // Python could not be started, or has crashed; nothing works any more

/** Whoever started this worker replaces it. */
function die(error) {
  broken = true;
  setTimeout(() => {
    throw error;
  });
}

async function start(parts) {
  const { py, speak } = await startEngine(parts);
  py._api.on_fatal = die;
  return { answer: py.runPython('from lutetia.server.local.thinker import answer\nanswer'), speak };
}

let ready;

self.onmessage = async ({ data: { parts, question } }) => {
  if (parts) {
    ready = start(parts);
    ready.catch(die);
    return;
  }
  try {
    const { answer, speak } = await ready;
    await speak(JSON.parse(question).language ?? 'en');
    self.postMessage({ answer: await answer(question) });
  } catch (error) {
    if (!broken) self.postMessage({ failed: String(error) });
  }
};
