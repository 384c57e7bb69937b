// The log's lines by turns and as sentences.
import { expect, test } from 'vitest';
import type { LogLine, Player } from '../../src/games/manifest';
import { byTurn, sentence, sinceLastTurn, turnSentence } from '../../src/lib/log';
import { spokenLine } from '../../src/lib/players';

const line = (at: number, turn: number, seat: string, text: string, changes: LogLine['changes'] = []): LogLine => ({
  ends: text === 'ends the turn',
  at,
  turn,
  seat,
  step: '',
  who: seat === 'p1' ? 'Ana' : 'Monsieur Armand',
  text,
  changes,
  points: 0,
  totals: {},
});
const LINES = [
  line(1, 1, 'p1', 'draws hotel 3, Belleville'),
  line(2, 1, 'p1', 'buys gold', [
    { seat: 'p1', what: 'francs', by: -6, label: '−6 F' },
    { seat: 'p1', what: 'gold', by: 1, label: '+1 gold' },
  ]),
  line(3, 2, 'p2', 'ends the turn', [{ seat: 'p1', what: 'vp', by: 9, label: '+9 VP' }]),
];
const PLAYERS = [{ seat: 'p1', name: 'You' }] as Player[];

test('steps are grouped by turns, all in order', () => {
  expect(byTurn(LINES).map((turn) => [turn.turn, turn.who, turn.lines.map((one) => one.at)])).toEqual([
    [1, 'Ana', [1, 2]],
    [2, 'Monsieur Armand', [3]],
  ]);
  expect(byTurn([])).toEqual([]);
});

test('a turn is one sentence', () => {
  expect(byTurn(LINES).map(turnSentence)).toEqual([
    'Ana draws hotel 3, Belleville; buys gold.',
    'Monsieur Armand ends the turn.',
  ]);
});

test('that a turn ends is told only if it changes something or is all that happened', () => {
  const lines = [...LINES.slice(0, 2), line(3, 1, 'p1', 'ends the turn'), line(4, 2, 'p2', 'ends the turn')];
  expect(byTurn(lines).map((turn) => turn.lines.map((one) => one.at))).toEqual([[1, 2], [4]]);
  const scored = [line(5, 3, 'p1', 'draws'), { ...LINES[2], at: 6, turn: 3 }];
  expect(byTurn(scored)[0].lines.map((one) => one.at)).toEqual([5, 6]);
});

test('since the last turn, also in the middle of the next one', () => {
  const seats = ['p1', 'p2', 'p3', 'p1', 'p1'];
  const lines = seats.map((seat, n) => line(n + 1, n + 1, seat, 'passes'));
  const since = (count: number) => sinceLastTurn(lines.slice(0, count), 'p1').map((one) => one.at);
  expect([0, 1, 2, 3, 4, 5].map(since)).toEqual([[], [], [2], [2, 3], [2, 3], [2, 3]]);
});

test('a line is a sentence', () => {
  expect(sentence(LINES[0])).toBe('Ana draws hotel 3, Belleville.');
});

test('spoken, it also says what it cost and brought, and whom', () => {
  expect(spokenLine(LINES[0], PLAYERS)).toBe('Ana draws hotel 3, Belleville.');
  expect(spokenLine(LINES[1], PLAYERS)).toBe('Ana buys gold (−6 F, +1 gold).');
  expect(spokenLine(LINES[2], PLAYERS)).toBe('Monsieur Armand ends the turn (You: +9 VP).');
});
