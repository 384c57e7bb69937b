// Sums over a player's games. The server lists the games; which of them are counted is the reader's choice.
import type { PlayedGame } from '../../lib/api';

export interface Filter {
  /** '' is any. */
  game: string;
  /** 0 is any. */
  players: number;
}

export interface Sum {
  games: number;
  /** Wins; a shared one counts in part. */
  wins: number;
  /** The sum of the margins, and the number of games that have one. */
  margin: number;
  measured: number;
}

export interface Rival extends Sum {
  key: string;
  name: string | null;
  person: string | null;
}

export const chosen = (games: readonly PlayedGame[], { game, players }: Filter): PlayedGame[] =>
  games.filter((one) => (!game || one.game === game) && (!players || one.players === players));

/** Points and turns can be compared within one game only. */
export const ofOneGame = (games: readonly PlayedGame[]): boolean => games.every((one) => one.game === games[0].game);

const empty = (): Sum => ({ games: 0, wins: 0, margin: 0, measured: 0 });

function add(sum: Sum, wins: number, margin: number | null): void {
  sum.games += 1;
  sum.wins += wins;
  if (margin !== null) {
    sum.margin += margin;
    sum.measured += 1;
  }
}

export function total(games: readonly PlayedGame[]): Sum {
  const sum = empty();
  for (const one of games) add(sum, one.share, one.margin);
  return sum;
}

/** By seat in playing order, from 1; seats without a game are left out. */
export function bySeat(games: readonly PlayedGame[]): { seat: number; sum: Sum }[] {
  const sums = new Map<number, Sum>();
  for (const one of games) {
    const sum = sums.get(one.role) ?? empty();
    add(sum, one.share, one.margin);
    sums.set(one.role, sum);
  }
  return [...sums].map(([seat, sum]) => ({ seat, sum })).sort((a, b) => a.seat - b.seat);
}

/** By opponent, the most frequent first. Against one of several opponents a win is to be placed before them. */
export function byOpponent(games: readonly PlayedGame[]): Rival[] {
  const rivals = new Map<string, Rival>();
  for (const one of games)
    for (const { name, person, bot, rank } of one.opponents) {
      const key = person ?? (bot ? `${bot} ${name}` : '');
      const rival = rivals.get(key) ?? { ...empty(), key, name, person };
      const won = rank === null || one.rank < rank ? 1 : one.rank === rank ? 0.5 : 0;
      add(rival, won, one.players === 2 ? one.margin : null);
      rivals.set(key, rival);
    }
  return [...rivals.values()].sort((a, b) => b.games - a.games || (a.name ?? '').localeCompare(b.name ?? ''));
}

export type Result = 'won' | 'shared' | 'lost';

export const resultOf = ({ share }: PlayedGame): Result => (share === 1 ? 'won' : share > 0 ? 'shared' : 'lost');

/** How many games in a row, up to the last one, ended like it; null if only that one did. Newest first. */
export function streak(games: readonly PlayedGame[]): { result: Result; length: number } | null {
  if (!games.length) return null;
  const result = resultOf(games[0]);
  const end = games.findIndex((one) => resultOf(one) !== result);
  const length = end < 0 ? games.length : end;
  return length > 1 ? { result, length } : null;
}

/** How long games were, in turns, as columns of equal width. */
export function lengths(games: readonly PlayedGame[], columns = 12): { from: number; to: number; games: number }[] {
  const turns = games.filter((one) => one.by === 'play').map((one) => one.turns);
  if (!turns.length) return [];
  const [least, most] = [Math.min(...turns), Math.max(...turns)];
  const width = Math.max(1, Math.ceil((most - least + 1) / columns));
  const count = Math.ceil((most - least + 1) / width);
  const found = Array.from({ length: count }, (_each, n) => ({
    from: least + n * width,
    to: least + (n + 1) * width - 1,
    games: 0,
  }));
  for (const one of turns) found[Math.floor((one - least) / width)].games += 1;
  return found;
}

export const rateOf = ({ games, wins }: Sum): number => (games ? wins / games : 0);
export const marginOf = ({ margin, measured }: Sum): number | null => (measured ? margin / measured : null);

/** The share of wins in a window of games that ends with each game, oldest first. */
export function form(games: readonly PlayedGame[], window = 10): number[] {
  const shares = games.map((one) => one.share).reverse();
  return shares.map((_share, at) => {
    const some = shares.slice(Math.max(0, at + 1 - window), at + 1);
    return some.reduce((sum, one) => sum + one, 0) / some.length;
  });
}
