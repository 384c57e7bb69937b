// Sums over a player's games.
import { describe, expect, it } from 'vitest';
import type { PlayedGame } from '../../src/lib/api';
import {
  byOpponent,
  bySeat,
  chosen,
  form,
  lengths,
  marginOf,
  ofOneGame,
  rateOf,
  streak,
  total,
} from '../../src/pages/player/figures';

const ana = { name: 'Ana', person: 'a', bot: null };
const bruno = { name: 'Bruno', person: 'b', bot: null };

function played(change: Partial<PlayedGame>): PlayedGame {
  return {
    id: 'g',
    game: 'one',
    players: 2,
    role: 1,
    ended: 0,
    by: 'play',
    rated: false,
    rank: 1,
    share: 1,
    turns: 40,
    points: {},
    margin: 5,
    opponents: [{ ...ana, rank: 2 }],
    ...change,
  };
}

const lost = { rank: 2, share: 0, margin: -3, opponents: [{ ...ana, rank: 1 }] };
const three = {
  game: 'two',
  players: 3,
  role: 3,
  rank: 2,
  share: 0,
  margin: -9,
  opponents: [
    { ...ana, rank: 1 },
    { ...bruno, rank: 3 },
  ],
};
const games = [played({}), played(lost), played(three), played({ by: 'resign', margin: null, turns: 3 })];

describe('ofOneGame', () => {
  it('says whether points and turns can be compared', () => {
    expect(ofOneGame(games)).toBe(false);
    expect(ofOneGame(chosen(games, { game: 'one', players: 0 }))).toBe(true);
    expect(ofOneGame(chosen(games, { game: '', players: 3 }))).toBe(true);
    expect(ofOneGame([])).toBe(true);
  });
});

describe('chosen', () => {
  it('takes games of a kind and number of players', () => {
    expect(chosen(games, { game: '', players: 0 })).toHaveLength(4);
    expect(chosen(games, { game: 'one', players: 0 })).toHaveLength(3);
    expect(chosen(games, { game: '', players: 3 })).toHaveLength(1);
    expect(chosen(games, { game: 'one', players: 3 })).toEqual([]);
  });
});

describe('total', () => {
  it('counts wins, and margins only of games that were played out', () => {
    const sum = total(games);
    expect(rateOf(sum)).toBe(0.5);
    expect(marginOf(sum)).toBeCloseTo(-7 / 3);
    expect(marginOf(total([]))).toBeNull();
    expect(rateOf(total([]))).toBe(0);
  });
});

describe('bySeat', () => {
  it('leaves out seats without a game', () => {
    expect(bySeat(games).map(({ seat, sum }) => [seat, sum.games])).toEqual([
      [1, 3],
      [3, 1],
    ]);
  });
});

describe('byOpponent', () => {
  it('compares places with each opponent', () => {
    const [first, second] = byOpponent(games);
    expect([first.name, first.games, first.wins]).toEqual(['Ana', 4, 2]);
    expect([second.name, second.games, second.wins]).toEqual(['Bruno', 1, 1]);
    expect(marginOf(second)).toBeNull();
  });
  it('counts a tie as half, and deleted accounts together', () => {
    const gone = { name: null, person: null, bot: null, rank: 1 };
    const [one] = byOpponent([
      played({ share: 0.5, opponents: [gone] }),
      played({ opponents: [{ ...gone, rank: 2 }] }),
    ]);
    expect([one.name, one.games, one.wins]).toEqual([null, 2, 1.5]);
  });
  it('keeps bots of different characters apart', () => {
    const bot = (name: string) => played({ opponents: [{ name, person: null, bot: 'level3', rank: 2 }] });
    expect(byOpponent([bot('Armand'), bot('Delphine'), bot('Armand')]).map((one) => one.games)).toEqual([2, 1]);
  });
});

describe('streak and form', () => {
  it('begins with the newest game', () => {
    expect(streak(games.slice(1, 3))).toEqual({ result: 'lost', length: 2 });
    expect(streak([])).toBeNull();
  });
  it('is none with a single game', () => {
    expect(streak(games)).toBeNull();
    expect(streak(games.slice(0, 1))).toBeNull();
  });
  it('is the share of wins of a window, oldest first', () => {
    expect(form(games, 2)).toEqual([1, 0.5, 0, 0.5]);
  });
});

describe('lengths', () => {
  it('puts games that were played out into columns', () => {
    const found = lengths([40, 41, 47, 52].map((turns) => played({ turns })).concat(games[3]), 4);
    expect(found.map(({ from, to, games: n }) => [from, to, n])).toEqual([
      [40, 43, 2],
      [44, 47, 1],
      [48, 51, 0],
      [52, 55, 1],
    ]);
    expect(lengths([])).toEqual([]);
  });
});
