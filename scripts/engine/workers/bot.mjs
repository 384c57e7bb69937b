// A worker that thinks: gets {id, question} and posts {id, answer}, both questions and answers as JSON.
import { loadEngine } from './engine.mjs';

let broken = false; // Python has crashed; nothing works any more

const ready = loadEngine(new URL(self.location).searchParams.get('language') ?? 'en').then(({ py, speak }) => {
  py._api.on_fatal = (error) => {
    broken = true;
    setTimeout(() => {
      throw error; // whoever started this worker replaces it
    });
  };
  const answer = py.runPython('from lutetia.server.local.thinker import answer\nanswer');
  return { answer, speak };
});
let queue = Promise.resolve(); // one question at a time, in order

self.onmessage = ({ data: { id, question } }) => {
  queue = queue.then(async () => {
    try {
      const { answer, speak } = await ready;
      await speak(JSON.parse(question).language ?? 'en');
      self.postMessage({ id, answer: await answer(question) });
    } catch (error) {
      if (!broken) self.postMessage({ id, failed: String(error) });
    }
  });
};
