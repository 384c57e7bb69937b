// What screen readers are told at a table: the others' steps, each when the table shows it, then what is asked.
import type { LogLine, Player } from '../../games/manifest';
import { spokenLine } from '../../lib/players';

/** What the table shows. */
interface Shown {
  log: LogLine[];
  players: Player[];
  /** The number of steps shown, with the one that is being played back. */
  upTo: number;
  /** The question of the present; '' while the table shows something earlier. */
  question: string;
}

export class Announcer {
  /** The last step announced; null at first, so that earlier steps are not announced. */
  #said: number | null = null;
  /** Others' steps have been announced, but not what is asked now. */
  #asks = false;

  /** The text to announce, or ''. */
  tell({ log, players, upTo, question }: Shown): string {
    const before = this.#said ?? upTo;
    this.#said = upTo; // after an undo it is smaller than before
    const own = new Set(players.filter((one) => one.you).map((one) => one.seat));
    const told = log
      .filter((line) => line.at > before && line.at <= upTo && !own.has(line.seat))
      .map((line) => spokenLine(line, players));
    this.#asks ||= told.length > 0;
    if (this.#asks && question) {
      told.push(question);
      this.#asks = false;
    }
    return told.join(' ');
  }
}
