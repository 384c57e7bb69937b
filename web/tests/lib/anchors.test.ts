// @vitest-environment jsdom
// Anchors: which elements a step moves between, and how the animator shows it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownStep } from '../../src/games/manifest';
import { findAnchors, isMoving, markedBox, markedPlaces, movesOf, signPlaces } from '../../src/lib/anchors';
import { showMoves, type Stage } from '../../src/lib/animator';
import { PACES } from '../../src/lib/playback.svelte';
import { viewOf } from '../support/views';

const step: ShownStep = {
  at: 2,
  seat: 'p2',
  place: 2,
  step: 'take',
  line: null,
  before: viewOf('p1', 'p1:a'),
  after: viewOf('p1', 'p1:a p2:take'),
};
const BOXES: Record<string, [number, number, number, number]> = {
  table: [0, 0, 1000, 700],
  frame: [0, 0, 100, 100],
  'supply:V3': [10, 10, 30, 30],
  'seat:p2': [500, 20, 200, 60],
  below: [20, 90, 40, 40],
  outside: [20, 300, 40, 40],
};

beforeEach(() => {
  document.body.innerHTML = `<div id="table">
    <i data-anchor="supply:V3"></i><i data-anchor="seat:p2"></i><i data-anchor="empty"></i>
    <div id="frame" style="overflow: auto"><i data-anchor="below other"></i><i data-anchor="outside"></i></div>
  </div><div id="layer"></div>`;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [x, y, width, height] = BOXES[(this as HTMLElement).dataset.anchor?.split(' ')[0] ?? this.id] ?? [0, 0, 0, 0];
    return new DOMRect(x, y, width, height);
  });
});
afterEach(() => void vi.restoreAllMocks());
globalThis.DOMRect ??= class {
  constructor(
    readonly x = 0,
    readonly y = 0,
    readonly width = 0,
    readonly height = 0,
  ) {}
  get left() {
    return this.x;
  }
  get top() {
    return this.y;
  }
  get right() {
    return this.x + this.width;
  }
  get bottom() {
    return this.y + this.height;
  }
} as unknown as typeof DOMRect;

it('marks a plate within its rectangle, so that marks of neighbours do not touch, other places around it', () => {
  const box = { x: 500, y: 20, width: 200, height: 60 };
  expect(markedBox('seat:p2', box)).toEqual({ x: 505, y: 25, width: 190, height: 50 });
  expect(markedBox('supply:V3', box)).toEqual(box);
  const low = { ...box, height: 24 };
  expect(markedBox('seat:p2', low)).toEqual(low);
});

describe('anchors', () => {
  it('are found by their name', () => {
    expect(findAnchors(document, 'supply:V3').map(({ box }) => box)).toEqual([{ x: 10, y: 10, width: 30, height: 30 }]);
  });
  it('without an area, or outside what scrolls, are not visible', () => {
    expect(findAnchors(document, 'empty')).toEqual([]);
    expect(findAnchors(document, 'outside')).toEqual([]);
    expect(findAnchors(document, 'below').map(({ box }) => box.height)).toEqual([10]);
  });
  it('can have several names', () => {
    expect(findAnchors(document, 'other')).toEqual(findAnchors(document, 'below'));
  });
  it('are moving while a finite animation runs', () => {
    const runs = (endTime: number, playState = 'running'): void =>
      void (Element.prototype.getAnimations = () => [
        { playState, effect: { getComputedTiming: () => ({ endTime }) } } as unknown as Animation,
      ]);
    expect(isMoving(document, 'supply:V3')).toBe(false);
    runs(240);
    expect(isMoving(document, 'supply:V3')).toBe(true);
    expect(isMoving(document, 'nowhere')).toBe(false);
    runs(240, 'finished');
    expect(isMoving(document, 'supply:V3')).toBe(false);
    runs(Infinity); // it glows
    expect(isMoving(document, 'supply:V3')).toBe(false);
    delete (Element.prototype as Partial<Element>).getAnimations;
  });
  it('under a dialog keep their place, under a bar they have none', () => {
    const over = document.createElement('dialog');
    over.style.position = 'fixed';
    document.body.append(over);
    document.elementFromPoint = () => over;
    expect(findAnchors(document, 'supply:V3')).toHaveLength(1);
    const bar = document.createElement('div');
    bar.style.position = 'fixed';
    document.elementFromPoint = () => bar;
    expect(findAnchors(document, 'supply:V3')).toHaveLength(0);
    delete (document as Partial<Document>).elementFromPoint;
  });
  it('of a step are those that its moves reach, each once; else the plate', () => {
    const moves = [
      { from: 'supply:V3', to: 'reserve:p2' },
      { from: 'purse:p2', to: null },
      { from: null, to: 'reserve:p2' },
      { from: null, to: 'space:a1 space:a2' },
    ];
    expect(markedPlaces(step, moves)).toEqual(['reserve:p2', 'seat:p2', 'space:a1 space:a2']);
    expect(movesOf(step)).toEqual([{ from: null, to: 'seat:p2' }]);
    expect(movesOf(step, () => [])).toEqual([{ from: null, to: 'seat:p2' }]);
  });
});

describe('the animator', () => {
  const PACE = { ...PACES.quick, lead: 0, fly: 20, gap: 5 };
  const stage = (reducedMotion: boolean): Stage => ({
    root: document,
    layer: document.querySelector('#layer')!,
    reducedMotion,
  });
  function animates(): Keyframe[][] {
    const seen: Keyframe[][] = [];
    Element.prototype.animate = function (frames) {
      seen.push(frames as Keyframe[]);
      return { finished: new Promise((done) => setTimeout(done, 20)), cancel: () => undefined } as unknown as Animation;
    };
    return seen;
  }
  afterEach(() => void delete (Element.prototype as Partial<Element>).animate);

  it('sends a copy from the source to the target and clears up', async () => {
    const seen = animates();
    const done = showMoves(
      step,
      [{ from: 'supply:V3', to: 'seat:p2' }],
      stage(false),
      PACE,
      new AbortController().signal,
    );
    await new Promise((wait) => setTimeout(wait, 10));
    expect(document.querySelectorAll('#layer .flyer')).toHaveLength(1);
    expect(document.querySelector('#layer [data-anchor]')).toBeNull();
    await done;
    expect(seen).toHaveLength(1);
    expect(String(seen[0][0].transform)).toContain('translate(25px, 25px)');
    expect(String(seen[0].at(-1)!.transform)).toContain('translate(600px, 50px)');
    expect(document.querySelector('#layer')!.children).toHaveLength(0);
  });
  it('sends a chip where there is a label', async () => {
    animates();
    const move = { from: 'supply:V3', to: 'seat:p2', label: '+7 F' };
    const done = showMoves(step, [move], stage(false), PACE, new AbortController().signal);
    await new Promise((wait) => setTimeout(wait, 10));
    expect(document.querySelector('#layer .chip')?.textContent).toBe('+7 F');
    await done;
  });
  it('highlights both places with reduced motion', async () => {
    const seen = animates();
    const done = showMoves(
      step,
      [{ from: 'supply:V3', to: 'seat:p2' }],
      stage(true),
      PACE,
      new AbortController().signal,
    );
    await new Promise((wait) => setTimeout(wait, 10));
    expect(document.querySelectorAll('#layer .place')).toHaveLength(2);
    await done;
    expect(seen).toEqual([]);
  });
  it('highlights the plate where the target is not on the table', async () => {
    const done = showMoves(step, [{ from: null, to: 'nowhere' }], stage(false), PACE, new AbortController().signal);
    await new Promise((wait) => setTimeout(wait, 10));
    expect(document.querySelectorAll('#layer .place')).toHaveLength(1);
    await done;
  });
  it('ends when it is skipped', async () => {
    const skip = new AbortController();
    const slow = { ...PACES.slow, fly: 60_000 };
    const done = showMoves(step, [{ from: null, to: 'seat:p2' }], stage(true), slow, skip.signal);
    skip.abort();
    await done;
    expect(document.querySelector('#layer')!.children).toHaveLength(0);
  });
});

describe('the signs of marks', () => {
  const box = (x: number, y: number, size = 20) => ({ x, y, width: size, height: size });
  it('stand at the upper right corner', () => {
    expect(signPlaces([box(0, 0), box(50, 0)], 15)).toEqual([
      { x: 20, y: 0 },
      { x: 70, y: 0 },
    ]);
  });
  it('do not cover one another where boxes are small and close, or the same', () => {
    const places = signPlaces([box(0, 0), box(0, 0), box(2, -3, 26), box(20, 0)], 15);
    for (const [n, one] of places.entries())
      for (const other of places.slice(0, n))
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(15);
  });
});
