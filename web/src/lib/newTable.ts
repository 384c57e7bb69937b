// The contents of the new-table form, and the request made from them.
import type { GameInfo } from './api';

/** Against bots, with people elsewhere, or with people at this device. */
export type Way = 'bot' | 'friend' | 'device';

export interface TableForm {
  way: Way;
  players: number;
  /** The reader's own seat, from 0. On a shared device everybody is the reader. */
  own: number;
  /** By seat: the bot there; empty: whoever sits there in this way of playing. */
  bots: string[];
  /** By seat: the name of a player at this device. */
  names: string[];
  /** The bot's level, where all are of one. */
  level: number;
}

/** Who sits where, as the server takes it: `human`, `open` or a bot, in playing order. */
export function seatsOf(form: TableForm): string[] {
  const other = form.way === 'bot' ? `level${form.level}` : form.way === 'friend' ? 'open' : 'human';
  return Array.from({ length: form.players }, (_unused, at) =>
    form.way !== 'device' && at === form.own ? 'human' : form.bots[at] || other,
  );
}

/** The names of the players at this device, by seat. */
export const namesOf = (form: TableForm): string[] =>
  form.way === 'device' ? seatsOf(form).map((seat, at) => (seat === 'human' ? (form.names[at] ?? '') : '')) : [];

const NAMES = 'names';

/** The names last given to the players at this device. */
export function rememberedNames(): string[] {
  try {
    return (JSON.parse(localStorage.getItem(NAMES) ?? '[]') as unknown[]).map(String);
  } catch {
    return []; // Storage is blocked, or holds something else.
  }
}

export function rememberNames(names: string[]): void {
  try {
    localStorage.setItem(NAMES, JSON.stringify(names));
  } catch {
    // Storage is blocked: the names are typed again next time.
  }
}

/** Which of its level's characters the bot on a seat will be: bots of one level at one table are different ones. */
export const characterAt = (seats: readonly string[], at: number): number =>
  seats.slice(0, at).filter((seat) => seat === seats[at]).length;

/** The value of an option whose parts the reader picks. */
export const PICKED = 'picked';
type Options = Record<string, string | boolean>;

/** Every option's first choice; of parts to pick, as many as there must be. */
export function defaults(about: GameInfo | undefined): { options: Options; picks: Record<string, string[]> } {
  const all = about?.options ?? [];
  return {
    options: Object.fromEntries(all.map((option) => [option.name, option.choices[0]?.value ?? false])),
    picks: Object.fromEntries(
      all.flatMap(({ name, pick }) =>
        pick ? [[name, pick.items.slice(0, pick.count).map((item) => item.value)] as const] : [],
      ),
    ),
  };
}

/** The options as the server takes them. */
export const optionsOf = (options: Options, picks: Record<string, string[]>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, value === PICKED ? (picks[name] ?? []) : value]),
  );
