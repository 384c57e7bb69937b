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
