// The workers that think. What one that has crashed was asked goes to another, until too many have.
const MOST_FAILURES = 3; // in a row

/**
 * `think(question)` asks the worker that has least to do; another is started while all are busy and there may be more.
 * `warm()` starts the first. `start` gives a new worker of bot.mjs; `most` is how many there may be; `here` answers
 * without one.
 */
export function makeThinkers({ start, most, here }) {
  const thinkers = [];
  const waiting = new Map();
  let questions = 0;
  let failures = 0; // workers that have crashed since one has answered

  function begin() {
    const thinker = { worker: start(), busy: 0 };
    thinker.worker.onmessage = ({ data: { id, answer, failed } }) => {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      thinker.busy -= 1;
      if (failed) return reject(new Error(failed));
      failures = 0;
      resolve(answer);
    };
    thinker.worker.onerror = () => {
      failures += 1; // it could not be started, or has run out of memory
      replace(thinker);
    };
    thinkers.push(thinker);
    return thinker;
  }

  /** Others take over what it was asked. */
  function replace(thinker) {
    thinkers.splice(thinkers.indexOf(thinker), 1);
    thinker.worker.terminate();
    for (const [id, { thinker: whose, question, resolve, reject }] of [...waiting]) {
      if (whose !== thinker) continue;
      waiting.delete(id);
      think(question).then(resolve, reject);
    }
  }

  const mayStart = () => most > 0 && failures < MOST_FAILURES;

  function think(question) {
    if (!mayStart()) return here(question);
    let thinker = thinkers.reduce((least, one) => (one.busy < least.busy ? one : least), thinkers[0] ?? begin());
    if (thinker.busy && thinkers.length < most) thinker = begin();
    thinker.busy += 1;
    return new Promise((resolve, reject) => {
      const id = (questions += 1);
      waiting.set(id, { thinker, question, resolve, reject });
      thinker.worker.postMessage({ id, question });
    });
  }

  return { think, warm: () => void (mayStart() && !thinkers.length && begin()) };
}
