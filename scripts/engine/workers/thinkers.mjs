// The workers that think. Each has one question at a time; the others wait. What a worker that has crashed was asked goes
// to another, until too many have.
const MOST_FAILURES = 3; // in a row
const GRACE = 1_000; // milliseconds: as long as a new worker needs to start

/**
 * `think(question)` asks a worker that has nothing to do; another is started while all are busy and there may be more.
 * `cancel(question)`: nobody waits for the answer any more. `warm()` starts the first worker. `start` gives a new worker
 * of bot.mjs; `most` is how many there may be; `here` answers without one.
 */
export function makeThinkers({ start, most, here }) {
  const thinkers = [];
  const queue = []; // what no worker has begun
  let failures = 0; // workers that have crashed since one has answered

  const mayStart = () => most > 0 && failures < MOST_FAILURES;

  function begin() {
    const thinker = { worker: start(), job: null };
    thinker.worker.onmessage = ({ data: { answer, failed } }) => {
      const { job } = thinker;
      thinker.job = null;
      if (!failed) failures = 0;
      if (!job.cancelled && failed) job.reject(new Error(failed));
      if (!job.cancelled && !failed) job.resolve(answer);
      next();
    };
    thinker.worker.onerror = () => {
      failures += 1; // it could not be started, or has run out of memory
      end(thinker);
    };
    thinkers.push(thinker);
    return thinker;
  }

  /** End a worker. What it was asked is asked again, before everything else. */
  function end(thinker) {
    const { job } = thinker;
    thinker.job = null;
    thinkers.splice(thinkers.indexOf(thinker), 1);
    thinker.worker.terminate();
    if (job && !job.cancelled) queue.unshift(job);
    next();
  }

  /** Let what waits begin. */
  function next() {
    while (queue.length) {
      if (!mayStart()) {
        const { question, resolve, reject } = queue.shift();
        here(question).then(resolve, reject);
        continue;
      }
      const thinker = thinkers.find(({ job }) => !job) ?? (thinkers.length < most ? begin() : null);
      if (!thinker) return;
      thinker.job = queue.shift();
      thinker.worker.postMessage({ question: thinker.job.question });
    }
  }

  function think(question) {
    return new Promise((resolve, reject) => {
      queue.push({ question, resolve, reject });
      next();
    });
  }

  /** Its promise stays open. A worker that does not come to the end soon is ended, so that others need not wait. */
  function cancel(question) {
    const waits = queue.findIndex((job) => job.question === question);
    if (waits >= 0) return void queue.splice(waits, 1);
    const thinker = thinkers.find(({ job }) => job?.question === question);
    if (!thinker) return;
    const { job } = thinker;
    job.cancelled = true;
    setTimeout(() => {
      if (thinker.job !== job) return;
      end(thinker);
      warm();
    }, GRACE);
  }

  function warm() {
    if (mayStart() && !thinkers.length) begin();
  }

  return { think, cancel, warm };
}
