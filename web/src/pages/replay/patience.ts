// Asking again for what could not be had at the moment.
import { Refusal } from '../../lib/api';

/** Milliseconds until something is asked for again, and how often. */
const AGAIN = 1000;
const TIMES = 10;

/** Ask, and ask again a little later while the refusal is one that passes: with one of these statuses of HTTP. */
export async function patiently<T>(ask: () => Promise<T>, passing: readonly number[]): Promise<T> {
  for (let left = TIMES; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal && passing.includes(error.status) && left > 0)) throw error;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
