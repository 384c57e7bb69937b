// Playing back other players' steps: in order, skipped by input, never behind for long, and marked afterwards.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownStep, View } from '../../src/games/manifest';
import { PACES, Playback, paceOf, pause, sinceOwn, stepsOf, type Speed } from '../../src/lib/playback.svelte';
import { viewOf } from '../support/views';

let speed: Speed;
let animated: string[];
let fetched: number[];
let whole: string;
let playback: Playback;
const nameOf = ({ seat, step }: { seat: string; step: string }): string => `${seat}:${step}`;

beforeEach(() => {
  vi.useFakeTimers();
  [speed, animated, fetched, whole] = ['normal', [], [], ''];
  playback = new Playback({
    speed: () => speed,
    animate: async (step: ShownStep, pace, signal) => {
      animated.push(nameOf(step));
      await pause(pace.lead + pace.fly, signal);
    },
    fetchView: async (at, seat): Promise<View> => {
      fetched.push(at);
      return viewOf(seat, whole.split(' ').slice(0, at).join(' '));
    },
    line: () => null,
    place: (seat) => Number(seat[1]),
  });
});
afterEach(() => void vi.useRealTimers());

/** What the server sends: the view after these steps. */
function receive(steps: string, viewer: string | null = 'p1', own = ['p1']): View {
  whole = steps;
  const view = viewOf(viewer, steps);
  playback.receive(view, own);
  return view;
}
const onTable = (): string => stepsOf(playback.shown!).map(nameOf).join(' ');

describe('steps of a view', () => {
  it('are numbered over the whole game', () => {
    const taken = stepsOf(viewOf('p1', 'p1:a p1:b p2:c'));
    expect(taken.map(({ at, turn }) => [at, turn])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
  });
  it('since the last own one are those of the others', () => {
    expect(sinceOwn(viewOf('p1', 'p2:a p1:b p2:c p3:d'), ['p1']).map(nameOf)).toEqual(['p2:c', 'p3:d']);
  });
  it('are all of the others before the first own one', () => {
    expect(sinceOwn(viewOf('p3', 'p1:a p2:b'), ['p3']).map(nameOf)).toEqual(['p1:a', 'p2:b']);
  });
  it('of the last two turns are told to a spectator', () => {
    expect(sinceOwn(viewOf(null, 'p1:a p2:b p3:c p3:d'), []).map(nameOf)).toEqual(['p2:b', 'p3:c', 'p3:d']);
  });
});

describe('playing back', () => {
  it('shows the first view at once', () => {
    receive('p2:a');
    expect(playback.lagging).toBe(false);
    expect(animated).toEqual([]);
  });
  it('shows own steps at once', () => {
    receive('');
    receive('p1:a');
    expect(playback.lagging).toBe(false);
    expect(animated).toEqual([]);
  });
  it('shows the steps of another one after another', async () => {
    receive('p1:a');
    receive('p1:a p2:b');
    receive('p1:a p2:b p2:c');
    expect(onTable()).toBe('p1:a');
    expect(playback.lagging).toBe(true);
    await vi.advanceTimersByTimeAsync(PACES.normal.lead + PACES.normal.fly);
    expect(onTable()).toBe('p1:a p2:b');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(animated).toEqual(['p2:b', 'p2:c']);
    expect(playback.lagging).toBe(false);
    expect(playback.playing).toBe(false);
  });
  it('fetches the views that one message skipped', async () => {
    receive('p1:a');
    receive('p1:a p2:b p2:c p3:d');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(animated).toEqual(['p2:b', 'p2:c', 'p3:d']);
    expect(fetched).toEqual([2, 3]);
    expect(onTable()).toBe('p1:a p2:b p2:c p3:d');
  });
  it('shows the present at once when a view in between cannot be fetched', async () => {
    playback.source.fetchView = () => Promise.reject(new Error('offline'));
    receive('p1:a');
    const now = receive('p1:a p2:b p2:c');
    await vi.advanceTimersByTimeAsync(10);
    expect(playback.shown).toBe(now);
    expect(playback.lagging).toBe(false);
  });
  it('is skipped by input, at once and for good', async () => {
    receive('p1:a');
    receive('p1:a p2:b');
    const now = receive('p1:a p2:b p2:c');
    await vi.advanceTimersByTimeAsync(100);
    playback.skip();
    expect(playback.shown).toBe(now);
    expect(playback.step).toBeNull();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(animated).toEqual(['p2:b']);
  });
  it('plays on when something happens after a skip', async () => {
    receive('p1:a');
    receive('p1:a p2:b');
    playback.skip();
    receive('p1:a p2:b p2:c');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(animated).toEqual(['p2:c']);
  });
  it('shows an own step at once even if others follow in the same message', async () => {
    receive('');
    receive('p1:a p2:b');
    await vi.advanceTimersByTimeAsync(10);
    expect(onTable()).toBe('p1:a');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(animated).toEqual(['p2:b']);
  });
  it('plays back the last step, which reveals what earlier ones hid', async () => {
    receive('p1:a p2:end_? p1:b');
    receive('p1:a p2:end_gold p1:b p2:c');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(animated).toEqual(['p2:c']);
  });
  it('shows an undo at once', () => {
    receive('p1:a');
    receive('p1:a p2:b');
    const now = receive('');
    expect(playback.shown).toBe(now);
  });
  it('does not play at the speed "instant"', () => {
    speed = 'instant';
    receive('p1:a');
    const now = receive('p1:a p2:b');
    expect(playback.shown).toBe(now);
    expect(playback.marked.map(nameOf)).toEqual(['p2:b']);
  });
  it('does not play after another player at the same device', () => {
    receive('p1:a', 'p1', ['p1', 'p2']);
    const now = receive('p1:a p1:b', 'p2', ['p1', 'p2']);
    expect(playback.shown).toBe(now);
  });
  it('can be repeated', async () => {
    speed = 'instant';
    receive('p1:a');
    receive('p1:a p2:b');
    receive('p1:a p2:b p3:c');
    void playback.replay(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(onTable()).toBe('p1:a');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(animated).toEqual(['p2:b', 'p3:c']);
    expect(playback.lagging).toBe(false);
  });
  it('takes at most eight seconds for a backlog', () => {
    const { lead, fly, hold } = paceOf('slow', 20);
    expect(20 * (lead + fly + hold)).toBeLessThan(8_100);
    expect(paceOf('normal', 1)).toEqual(PACES.normal);
  });
});

describe('marks', () => {
  const marks = (): string[] => playback.marked.map(nameOf);
  it('appear as the steps are shown and go with the next own step', async () => {
    receive('p1:a');
    receive('p1:a p2:b');
    expect(marks()).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(marks()).toEqual(['p2:b']);
    receive('p1:a p2:b p1:c');
    expect(marks()).toEqual([]);
  });
  it('come back when the own step is taken back', async () => {
    speed = 'instant';
    receive('p1:a');
    receive('p1:a p2:b');
    receive('p1:a p2:b p1:c');
    receive('p1:a p2:b');
    expect(marks()).toEqual(['p2:b']);
  });
  it('are fetched when the page is opened', async () => {
    receive('p1:a p2:b p2:c');
    await vi.advanceTimersByTimeAsync(10);
    expect(marks()).toEqual(['p2:b', 'p2:c']);
    expect(fetched).toEqual([1, 2]);
  });
  it('show no step that was taken back while it was being fetched', async () => {
    const answers: (() => void)[] = [];
    playback.source.fetchView = (at) => {
      const found = viewOf('p1', whole.split(' ').slice(0, at).join(' '));
      return new Promise((done) => answers.push(() => done(found)));
    };
    receive('p1:a p2:b p2:c'); // asks for the view after p1:a, then for the one after p2:b
    answers[0]();
    await vi.advanceTimersByTimeAsync(10);
    receive('p1:a p2:x p2:y');
    answers[1]();
    await vi.advanceTimersByTimeAsync(10);
    answers.slice(2).forEach((answer) => answer());
    await vi.advanceTimersByTimeAsync(10);
    expect(playback.marked.map(({ after }) => stepsOf(after).map(nameOf).join(' '))).toEqual([
      'p1:a p2:x',
      'p1:a p2:x p2:y',
    ]);
  });
  it('tell the next player at the same device what the others did', async () => {
    receive('p1:a', 'p1', ['p1', 'p2']);
    receive('p1:a p1:b', 'p2', ['p1', 'p2']);
    await vi.advanceTimersByTimeAsync(10);
    expect(marks()).toEqual(['p1:a', 'p1:b']);
  });
});
