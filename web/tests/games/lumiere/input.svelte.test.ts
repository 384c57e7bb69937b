// @vitest-environment jsdom
// The input state: what a person has picked and where it is aimed before a step is sent.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../src/lib/api';
import { cellOf } from '../../../src/games/lumiere/draw/geometry';
import { Input, PREVIEW_DELAY } from '../../../src/games/lumiere/input.svelte';
import type { BoardProps, View } from '../../../src/games/manifest';
import { TestBoard } from '../../support/board-props.svelte';

const view = (steps = 0): View =>
  ({
    edition: 1,
    seat: 'orange',
    seats: ['orange', 'blue'],
    turns: [{ seat: 'orange', steps: Array(steps).fill('pass') }],
    position: { postcards: [] },
  }) as unknown as View;
const BUILDING = ['build V3 a1 b1 a2', 'build V3 b1 c1 b2', 'build L4 e5 e6 e7 f7', 'pass'];
const TILE = ['tile 5 B3 r0', 'tile 5 B3 r1', 'take V3', 'card peintre'];

let board: TestBoard;
let input: Input;
let stop = (): void => undefined;

function start(legal: string[], more: Partial<BoardProps> = {}): void {
  board = new TestBoard(view(), legal, more);
  stop = $effect.root(() => {
    input = new Input(() => board.props);
  });
  flushSync();
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('picking', () => {
  it('begins with empty hands where there are several buildings', () => {
    start(BUILDING);
    expect([input.picked, input.step, input.chosen]).toEqual([null, null, false]);
  });

  it('holds the tile by itself, which is no choice of the person', () => {
    start(TILE);
    expect(input.picked).toBe('tile 5');
    expect(input.chosen).toBe(false);
    input.drop();
    expect(input.picked).toBe('tile 5');
  });

  it('holds the only building by itself', () => {
    start(['build V3 a1 b1 a2', 'pass']);
    expect(input.picked).toBe('building V3');
  });

  it('tells the page about a choice, and the page can cancel it', () => {
    start(BUILDING);
    input.pick('building V3');
    flushSync();
    expect(board.choice).not.toBeNull();
    board.choice!.cancel();
    flushSync();
    expect([input.picked, board.choice]).toEqual([null, null]);
  });

  it('offers a postcard or a building of the supply as a step of its own', () => {
    start(TILE);
    input.pick('card peintre');
    expect(input.step).toBe('card peintre');
    input.pick('take V3');
    expect(input.step).toBe('take V3');
  });

  it('asks for both halves of a swap, and knows the one that is the only one', () => {
    start(['swap L4 U5', 'swap L4 V3', 'decline']);
    expect([input.give, input.step]).toEqual(['L4', null]);
    input.lift = 'V3';
    expect(input.step).toBe('swap L4 V3');
  });
});

describe('aiming', () => {
  it('snaps to a legal placement over the space', () => {
    start(BUILDING);
    input.pick('building V3');
    input.aim(cellOf('c1'));
    expect(input.step).toBe('build V3 b1 c1 b2');
  });

  it('turns a building that fits only when turned', () => {
    start(['build V3 b1 a2 b2', 'build L4 e5 e6 e7 f7']);
    input.pick('building V3');
    input.form = 0;
    input.settle(cellOf('b2'));
    expect(input.step).toBe('build V3 b1 a2 b2');
  });

  it('turns in a circle and counts the turns', () => {
    start(['tile 5 B3 r0', 'tile 5 B3 r1', 'tile 5 B3 r2', 'tile 5 B3 r3']);
    const { form } = input;
    for (let n = 0; n < 4; n++) input.turn();
    expect([input.form, input.turnings]).toEqual([form, 4]);
    input.turn(-1);
    expect(input.form).toBe((form + 3) % 4);
  });

  it('begins at the first placement for keyboards', () => {
    start(BUILDING);
    input.pick('building L4');
    input.start();
    expect(input.step).toBe('build L4 e5 e6 e7 f7');
  });

  it('does not say of a turned building why it could not lie there before', async () => {
    start(BUILDING);
    const answers: (() => void)[] = [];
    board.answer = () =>
      new Promise((_done, refuse) => answers.push(() => refuse(new Refusal(200, 'illegal', 'Not like this', 'L33'))));
    input.pick('building L4');
    input.settle(cellOf('a8'));
    input.turn();
    answers[0]();
    await vi.advanceTimersByTimeAsync(0);
    expect(input.why).toBe('');
  });

  it('asks the server why a building may not lie there, and says the rule once', async () => {
    start(BUILDING);
    board.answer = () => Promise.reject(new Refusal(200, 'illegal', 'h8 is a lamp: none may be covered (L33)', 'L33'));
    input.pick('building V3');
    input.settle(cellOf('h8'));
    await vi.waitFor(() => expect(input.why).toBe('h8 is a lamp: none may be covered.'));
    expect([input.rule, board.previewed]).toEqual(['L33', ['build V3 g7 h7 g8']]);
  });

  it('keeps the reason while the pointer leaves the board for its link, not when it aims elsewhere', async () => {
    start(BUILDING);
    board.answer = () => Promise.reject(new Refusal(200, 'illegal', 'A lamp stands there.', 'L33'));
    input.pick('building V3');
    input.settle(cellOf('h8'));
    await vi.waitFor(() => expect(input.why).not.toBe(''));
    input.aim(null);
    expect([input.why, input.rule]).toEqual(['A lamp stands there.', 'L33']);
    input.aim(cellOf('h7'));
    expect([input.why, input.rule]).toEqual(['', '']);
  });

  it('forgets what does not fit when the focus leaves the board, and keeps what does', async () => {
    start(BUILDING);
    input.pick('building V3');
    input.aim(cellOf('h8'));
    input.leave();
    expect(input.at).toBeNull();
    input.aim(cellOf('a1'));
    input.leave();
    expect(input.step).toBe('build V3 a1 b1 a2');
  });

  it('forgets the answer where the person has gone on', async () => {
    start(BUILDING);
    let refuse!: (error: Error) => void;
    board.answer = () => new Promise((_done, reject) => (refuse = reject));
    input.pick('building V3');
    input.settle(cellOf('h8'));
    input.aim(cellOf('a1'));
    refuse(new Refusal(200, 'illegal', 'A lamp stands there.', 'L33'));
    await vi.advanceTimersByTimeAsync(1);
    expect(input.why).toBe('');
  });
});

describe('presses that can do nothing', () => {
  it('are answered with the reason of the server and its rule', async () => {
    start(BUILDING);
    board.answer = () => Promise.reject(new Refusal(200, 'illegal', 'you have no action token left (L31)', 'L31'));
    void input.refuse('card peintre');
    await vi.waitFor(() => expect(input.notice).not.toBeNull());
    expect(input.notice).toEqual({ text: 'You have no action token left.', rule: 'L31', info: false });
    expect(board.sent).toEqual([]);
    input.pick('building V3');
    expect(input.notice).toBeNull();
  });

  it('are not answered any more once the game has gone on', async () => {
    start(BUILDING);
    let refuse!: (error: Error) => void;
    board.answer = () => new Promise((_done, reject) => (refuse = reject));
    void input.refuse('card peintre');
    board.change({ view: view(1), legal: ['pass'] });
    flushSync();
    refuse(new Refusal(200, 'illegal', 'too early', 'L23'));
    await vi.advanceTimersByTimeAsync(1);
    expect(input.notice).toBeNull();
  });
});

describe('previews', () => {
  const change = { orange: { lit: 3, total: 3 } };

  it('asks once the pointer rests, not while it sweeps', async () => {
    start(BUILDING);
    board.answer = async () => ({ change, outlook: {} });
    input.pick('building V3');
    input.aim(cellOf('a1'));
    flushSync();
    await vi.advanceTimersByTimeAsync(PREVIEW_DELAY - 10);
    input.aim(cellOf('c1'));
    flushSync();
    await vi.advanceTimersByTimeAsync(PREVIEW_DELAY + 10);
    expect(board.previewed).toEqual(['build V3 b1 c1 b2']);
    expect(input.change).toEqual(change);
  });

  it('asks once per step and position, and again in another position', async () => {
    start(BUILDING);
    await input.ask('pass');
    await input.ask('pass');
    expect(board.previewed).toEqual(['pass']);
    board.change({ legal: [...BUILDING] });
    await input.ask('pass');
    expect(board.previewed).toEqual(['pass', 'pass']);
  });

  it('asks nothing about a tile: its picture says enough', async () => {
    start(TILE);
    input.start();
    flushSync();
    expect(input.step).toContain('tile 5');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(board.previewed).toEqual([]);
  });

  it('knows what each postcard would bring, and which would do nothing', async () => {
    start(TILE, { prospects: async () => ({ cards: { peintre: 4 }, idle: ['levitation'] }) });
    await vi.advanceTimersByTimeAsync(1);
    expect(input.prospects).toEqual({ peintre: 4 });
    expect(input.idle).toEqual(['levitation']);
  });
});

describe('sending', () => {
  it('sends the aimed step and remembers it until the answer', () => {
    start(BUILDING);
    input.pick('building V3');
    input.aim(cellOf('a1'));
    input.send();
    expect(board.sent).toEqual(['build V3 a1 b1 a2']);
    expect(input.sent?.way.step).toBe('build V3 a1 b1 a2');
    board.change({ view: view(1), legal: ['pass'] });
    flushSync();
    expect([input.sent, input.picked]).toEqual([null, null]);
  });

  it('sends nothing while a step is on its way, and nothing that is not legal', () => {
    start(BUILDING);
    input.send('build U5 a1');
    board.change({ busy: true });
    input.send('pass');
    expect(board.sent).toEqual([]);
  });

  it('keeps a choice when the same position comes again', () => {
    start(BUILDING);
    input.pick('building V3');
    input.aim(cellOf('a1'));
    board.change({ view: view(), legal: [...BUILDING] });
    flushSync();
    expect([input.picked, input.step]).toEqual(['building V3', 'build V3 a1 b1 a2']);
  });
});
