// Announcements for screen readers: a step when it is shown, the question when the present is.
import { beforeEach, describe, expect, it } from 'vitest';
import type { LogLine, Player } from '../../src/games/manifest';
import { Announcer } from '../../src/pages/table/announcer';

const players = [
  { seat: 'p1', name: 'Ana', you: true },
  { seat: 'p2', name: 'Bo', you: false },
] as Player[];
/** Whose steps the log holds, in order. */
const logOf = (...seats: string[]): LogLine[] =>
  seats.map((seat, n) => ({ at: n + 1, seat, who: seat, text: `step ${n + 1}`, changes: [] }) as unknown as LogLine);

describe('announcements', () => {
  let announcer: Announcer;
  const tell = (log: LogLine[], upTo: number, question = ''): string =>
    announcer.tell({ log, players, upTo, question });
  beforeEach(() => void (announcer = new Announcer()));

  it('tell nothing of what happened before the page was opened', () => {
    expect(tell(logOf('p2', 'p1', 'p2'), 3, 'Your turn.')).toBe('');
  });
  it('tell steps one after another as they are shown, and the question at last', () => {
    tell(logOf('p1'), 1, 'Wait.');
    const log = logOf('p1', 'p2', 'p2');
    expect(tell(log, 2)).toBe('p2 step 2.');
    expect(tell(log, 2)).toBe('');
    expect(tell(log, 3)).toBe('p2 step 3.');
    expect(tell(log, 3, 'Your turn.')).toBe('Your turn.');
    expect(tell(log, 3, 'Your turn.')).toBe('');
  });
  it('tell everything at once where nothing is played back', () => {
    tell(logOf('p1'), 1, 'Wait.');
    expect(tell(logOf('p1', 'p2', 'p2'), 3, 'Your turn.')).toBe('p2 step 2. p2 step 3. Your turn.');
  });
  it('leave out one’s own steps', () => {
    tell([], 0, 'Your turn.');
    expect(tell(logOf('p1'), 1, 'Wait.')).toBe('');
  });
  it('begin again after an undo', () => {
    tell(logOf('p1', 'p2'), 2, 'Your turn.');
    expect(tell([], 0, 'Your turn.')).toBe('');
    expect(tell(logOf('p1', 'p2'), 2, 'Your turn.')).toBe('p2 step 2. Your turn.');
  });
});
