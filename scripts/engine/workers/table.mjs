// A worker that is the server of one person: answers requests and holds connections. It posts {progress} while it
// loads, then {ready: true, lasting} or {failed}; not lasting: the browser allows no storage, so that games end with
// the page. Every message with an `id` gets one with the same id:
//   {id, do: 'request', method, address, body, language}    {id, status, body}
//   {id, do: 'connect', game, language, since, text}        {id, connection}, then {connection, message} for each change
//   {id, do: 'submit', connection, message}                 {id, message}
//   {id, do: 'disconnect', connection}                      {id}
//   {id, do: 'think', question}                             {id, answer}: a bot's step or a hint, for a server's game
//   {id, do: 'cancel', of}                                  {id}: nobody waits for the answer to the message with the id `of`
// An error that is no answer to a request comes as {id, failed}. {failed} after {ready}: Python has crashed, and another
// worker must take over; what was stored is safe.
import { loadParts, startEngine } from './engine.mjs';
import { collectWhenQuiet } from './garbage.mjs';
import { openShelf } from './shelf.mjs';
import { makeThinkers } from './thinkers.mjs';

const asked = new URL(self.location).searchParams;
const language = asked.get('language') ?? 'en';
const bots = Number(asked.get('bots') ?? 1); // workers that think; each needs 20 to 90 MB. 0: this one does
const worked = bots ? () => undefined : collectWhenQuiet(); // without them memory is short, as on a phone
/** Every message is a piece of work that has ended. */
const post = (message) => {
  self.postMessage(message);
  worked();
};
let parts; // what Python is started from

/** Without other workers this one must think; requests wait meanwhile, but the game goes on. */
async function thinkHere(question) {
  const { py } = await ready;
  return py.runPython('from lutetia.server.local.thinker import answer\nanswer')(question);
}

function startThinker() {
  const worker = new Worker(new URL('bot.mjs', import.meta.url), { type: 'module' });
  worker.postMessage({ parts });
  return worker;
}
const { think, cancel, warm } = makeThinkers({ start: startThinker, most: bots, here: thinkHere });

async function start() {
  parts = await loadParts(language, (progress) => self.postMessage({ progress }));
  const [{ py, speak }, shelf] = await Promise.all([startEngine(parts), openShelf()]);
  py._api.on_fatal = (error) => self.postMessage({ failed: String(error) });
  const browser = py.runPython('from lutetia.server.local.browser import BrowserHost\nBrowserHost');
  return { py, host: browser(shelf, think, cancel, asked.get('build') ?? 'none'), speak, lasting: shelf.lasting };
}

const ready = start();
ready.then(
  ({ lasting }) => post({ ready: true, lasting }),
  (error) => self.postMessage({ failed: String(error) }),
);
let connections = 0;
const cancels = new Map(); // by the id of a message that may be cancelled

const DO = {
  async request({ id, method, address, body, language: tag }) {
    const { host, speak } = await ready;
    await speak(tag);
    cancels.set(id, () => host.cancel(id));
    const said = await host.request(id, method, address, body, tag);
    return { status: Number(said.slice(0, 3)), body: said.slice(4) };
  },
  async connect({ game, language: tag, since = -1, text = true }) {
    const { host, speak } = await ready;
    await speak(tag);
    const connection = (connections += 1);
    await host.connect(connection, game, tag, (message) => post({ connection, message }), since, text);
    warm(); // not before: two that start at once delay the first board
    return { connection };
  },
  submit: async ({ connection, message }) => ({ message: await (await ready).host.submit(connection, message) }),
  disconnect: async ({ connection }) => ((await ready).host.disconnect(connection), {}),
  think: ({ id, question }) =>
    new Promise((resolve, reject) => {
      cancels.set(id, () => {
        cancel(question);
        reject(new Error('cancelled'));
      });
      think(question).then((answer) => resolve({ answer }), reject);
    }),
  cancel: async ({ of }) => (cancels.get(of)?.(), {}),
};

self.onmessage = async ({ data }) => {
  try {
    post({ id: data.id, ...(await DO[data.do](data)) });
  } catch (error) {
    post({ id: data.id, failed: String(error) });
  } finally {
    cancels.delete(data.id);
  }
};
