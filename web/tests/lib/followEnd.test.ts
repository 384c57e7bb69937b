// @vitest-environment jsdom
// Lists that keep their end in sight as they grow.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followEnd } from '../../src/lib/followEnd';

let resized: () => void;
let height = 0;
let list: HTMLElement;
const grow = (to: number): void => {
  height = to;
  resized();
};
/** The browser tells of a scroll later, when the list may have grown again. */
const told = (): boolean => list.dispatchEvent(new Event('scroll'));

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized = told;
      }
      observe() {}
      disconnect() {}
    },
  );
  list = document.createElement('div');
  let top = 0;
  Object.defineProperties(list, {
    clientHeight: { value: 100 },
    scrollHeight: { get: () => height },
    scrollTop: { get: () => top, set: (to: number) => (top = Math.max(0, Math.min(to, height - 100))) },
  });
  height = 100;
  followEnd(list);
});

describe('a list that grows at its end', () => {
  it('stays at its end', () => {
    grow(300);
    told();
    grow(500);
    expect(list.scrollTop).toBe(400);
  });
  it('stays at its end when it grows before the browser tells of the last scroll', () => {
    grow(300);
    height = 500;
    told();
    resized();
    expect(list.scrollTop).toBe(400);
  });
  it('stays at its end when another size of the window moves it up', () => {
    grow(500);
    height = 700;
    list.scrollTop = 390;
    told();
    resized();
    expect(list.scrollTop).toBe(600);
  });
  it('stays where a reader has scrolled, until they are at the end again', () => {
    grow(300);
    list.scrollTop = 50;
    told();
    grow(500);
    expect(list.scrollTop).toBe(50);
    list.scrollTop = 400;
    told();
    grow(600);
    expect(list.scrollTop).toBe(500);
  });
});

describe('a list of parts that are seen whole', () => {
  const part = (offsetTop: number): void => {
    const one = document.createElement('p');
    Object.defineProperty(one, 'offsetTop', { value: offsetTop });
    list.append(one);
  };
  beforeEach(() => {
    list.dispatchEvent(new Event('scroll'));
    followEnd(list, 'p');
  });
  it('begins with a whole one: the space of the one that is cut is empty at the end', () => {
    for (const top of [0, 60, 130, 190]) part(top);
    grow(230);
    expect(list.style.paddingBottom).toBe('0px'); // 130 is where the end begins
    height = 250; // the last part has grown
    resized();
    expect(list.style.paddingBottom).toBe('40px'); // from 190, not from 150
    height += 40; // the browser's answer to that
    resized();
    expect(list.style.paddingBottom).toBe('40px');
    expect(list.scrollTop).toBe(190);
  });
  it('shows the end of one that is higher than the list', () => {
    part(0);
    grow(330);
    expect(list.style.paddingBottom).toBe('0px');
    expect(list.scrollTop).toBe(230);
  });
});
