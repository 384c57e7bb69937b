// The screen stays on while a live game is on it: a hidden page loses the lock and asks again when it is visible.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAwake } from '../../src/lib/wakelock';

let release: ReturnType<typeof vi.fn>;
let request: ReturnType<typeof vi.fn>;
let page: EventTarget & { hidden: boolean };
/** What the browser does when the person leaves the page or comes back. */
function show(visible: boolean): void {
  page.hidden = !visible;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  release = vi.fn(async () => undefined);
  request = vi.fn(async () => ({ release }));
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
});
afterEach(() => void vi.unstubAllGlobals());

it('is asked for at once and given back at the end', async () => {
  const end = keepAwake();
  await Promise.resolve();
  expect(request).toHaveBeenCalledExactlyOnceWith('screen');
  end();
  expect(release).toHaveBeenCalledOnce();
});
it('is asked for again when the page is visible again', () => {
  const end = keepAwake();
  show(false);
  expect(request).toHaveBeenCalledTimes(1);
  show(true);
  expect(request).toHaveBeenCalledTimes(2);
  end();
  show(true);
  expect(request).toHaveBeenCalledTimes(2);
});
it('is given back if it arrives too late', async () => {
  keepAwake()();
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
});
it('does without where the browser refuses it or has none', async () => {
  request.mockRejectedValue(new Error('low battery'));
  keepAwake()();
  vi.stubGlobal('navigator', {});
  keepAwake()();
  await Promise.resolve();
});
