// @vitest-environment jsdom
// The input state: what a person has chosen and points at before a step is sent.
import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../src/lib/api';
import { Input } from '../../../src/games/paris/input.svelte';
import type { BoardProps, View } from '../../../src/games/manifest';
import { TestBoard } from '../../support/board-props.svelte';
import sample from './position.json';

/** What waits for the screen is done at once, unless a test paints by itself. */
const screen = { paint: (act: () => void): void => act() };
vi.mock('../../../src/lib/painted', () => ({ afterPaint: (act: () => void) => screen.paint(act) }));

const view = sample.view as unknown as View;
let board: TestBoard;
let input: Input;
let stop = (): void => undefined;

function start(legal: string[] = sample.legal, more: Partial<BoardProps> = {}): void {
  board = new TestBoard(view, legal, more);
  stop = $effect.root(() => {
    input = new Input(() => board.props);
  });
  flushSync();
}
afterEach(() => {
  screen.paint = (act) => act();
  stop();
});

describe('a step on its way', () => {
  it('shows where it was pressed', () => {
    start();
    input.press('arc');
    board.change({ busy: true });
    expect(input.sent).toBe('arc');
  });

  it('shows no spot where it was chosen in a list, whatever was pressed before', () => {
    start();
    input.press('Chaillot:3');
    board.change({ busy: true });
    expect(input.sent).toBeNull();
  });
});

describe('choosing', () => {
  it('begins with the supply where a key can be put', () => {
    start();
    expect([input.chosen, input.picked]).toEqual(['hand', null]);
    expect(input.targets.has('arc')).toBe(true);
    expect(input.targets.has('Chaillot:4')).toBe(false);
  });

  it('chooses a key by a press, and lets go of it by another', () => {
    start();
    input.press('Chaillot:3');
    expect(input.chosen).toBe('Chaillot:3');
    expect([...input.targets.keys()]).toContain('Chaillot:4');
    input.press('Chaillot:3');
    expect(input.picked).toBeNull();
  });

  it('tells the page about a choice, and the page can cancel it', () => {
    start();
    input.press('Chaillot:3');
    expect(board.choice).not.toBeNull();
    board.choice!.cancel();
    expect([input.picked, board.choice]).toEqual([null, null]);
    expect(input.cancel()).toBe(false);
  });

  it('forgets the choice in a new position', () => {
    start();
    input.press('Chaillot:3');
    board.change({ view: { ...view, position: { ...view.position } } });
    flushSync();
    expect([input.picked, board.choice]).toEqual([null, null]);
  });

  it('keeps the choice when only the texts arrive', () => {
    start();
    input.press('Chaillot:3');
    board.change({ texts: null });
    flushSync();
    expect(input.picked).toBe('Chaillot:3');
  });
});

describe('pressing', () => {
  it('takes the only step of a spot at once', () => {
    start();
    input.press('arc');
    expect(board.sent).toEqual(['key arc']);
  });

  it('moves the chosen key', () => {
    start();
    input.press('Chaillot:3');
    input.press('Chaillot:5');
    expect(board.sent).toEqual(['move Chaillot:3 Chaillot:5']);
  });

  it('asks which of several steps a press means, and takes the answer', () => {
    start();
    input.press('ends');
    expect(board.sent).toEqual([]);
    expect(input.among?.offers.map((one) => one.step)).toContain('end gold');
    input.take('end gold');
    expect([board.sent, input.among]).toEqual([['end gold'], null]);
  });

  it('shows a press at once, and what follows from it after the paint', () => {
    start();
    const waiting: (() => void)[] = [];
    screen.paint = (act) => void waiting.push(act);
    input.press('Chaillot:3');
    expect([input.held, input.picked]).toEqual(['Chaillot:3', null]);
    waiting.forEach((act) => act());
    expect([input.held, input.picked]).toEqual(['Chaillot:3', 'Chaillot:3']);
    input.press('Chaillot:3');
    input.press('Chaillot:3'); // does not wait for the paint of the one before
    expect(input.picked).toBeNull();
    waiting.at(-1)!();
    expect(input.picked).toBe('Chaillot:3');
  });

  it('closes an open question before it lets go of the choice', () => {
    start();
    input.press('Chaillot:3');
    input.among = { spot: 'ends', offers: [] };
    expect(input.cancel()).toBe(true);
    expect(input.picked).toBe('Chaillot:3');
    expect(input.cancel()).toBe(true);
    expect(input.picked).toBeNull();
  });

  it('does nothing while a step is on its way', () => {
    start(sample.legal, { busy: true });
    input.press('arc');
    input.take('key arc');
    expect(board.sent).toEqual([]);
  });

  it('takes no step that is not legal', () => {
    start();
    input.take('key bank Chaillot');
    expect(board.sent).toEqual([]);
  });

  it('explains in the server’s words why a press does nothing', async () => {
    start();
    board.answer = () => Promise.reject(new Refusal(200, 'illegal', 'That bank is taken.', 'P20'));
    input.press('bank:Chaillot');
    input.press('bank:Saint-Germain');
    input.choose('hand');
    input.press('stack:2');
    await vi.waitFor(() => expect(input.why).toBe('That bank is taken.'));
    expect(input.rule).toBe('P20');
    expect(board.sent).toEqual([]);
  });

  it('forgets an explanation that arrives in another position', async () => {
    start();
    let refuse!: (error: Error) => void;
    board.answer = () => new Promise((_done, reject) => (refuse = reject));
    input.press('stack:2');
    board.change({ legal: ['key arc'] });
    refuse(new Refusal(200, 'illegal', 'No.', 'P20'));
    await new Promise((done) => setTimeout(done));
    expect(input.why).toBe('');
  });
});

describe('what lies ahead', () => {
  it('asks what moves lack only where a key may move', async () => {
    const prospects = vi.fn(async () => ({ missing: [], brings: {} }));
    start(['draw 1'], { prospects });
    expect(prospects).not.toHaveBeenCalled();
    board.change({ legal: ['key arc'] });
    flushSync();
    expect(prospects).toHaveBeenCalledTimes(1);
  });

  it('shows destinations that the chosen key cannot pay for', async () => {
    const missing = [{ from: 'Chaillot:3', to: 'Chaillot:8', francs: 5, units: {}, lacks: { francs: 2 }, raises: [] }];
    start(sample.legal, { prospects: async () => ({ missing, brings: {} }) });
    await vi.waitFor(() => expect(input.prospects.missing.length).toBe(1));
    expect([...input.missing.keys()]).toEqual([]);
    input.choose('Chaillot:3');
    expect([...input.missing.keys()]).toEqual(['Chaillot:8']);
  });

  it('previews the one step of the spot under the pointer, once', async () => {
    start();
    input.hover('arc');
    expect(input.hovered?.step).toBe('key arc');
    await vi.waitFor(() => expect(input.previews['key arc']).toBeDefined());
    input.hover(null);
    input.hover('arc');
    expect(board.previewed).toEqual(['key arc']);
  });

  it('marks what is pressed next for a hint: the key, then its destination', () => {
    start(sample.legal, { marked: ['move Chaillot:3 Chaillot:4'] });
    expect([...input.marked].sort()).toEqual(['Chaillot:3', 'Chaillot:4']);
    expect([...input.next]).toEqual(['Chaillot:3']);
    input.choose('Chaillot:3');
    expect([...input.next]).toEqual(['Chaillot:4']);
  });
});
