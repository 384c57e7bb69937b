// @vitest-environment jsdom
// The router: layers over a page, the back button, and leaving a page from within layers.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { navigate, pushLayer, route, startRouter } from '../../src/lib/route.svelte';

vi.mock('../../src/lib/painted', () => ({ afterPaint: (act: () => void) => act() }));
const popped = () => new Promise((done) => addEventListener('popstate', done, { once: true }));
async function back(): Promise<void> {
  history.back();
  await popped();
}

describe('the router', () => {
  beforeAll(() => {
    vi.stubGlobal('scrollTo', () => undefined);
    startRouter();
  });

  it('closes the topmost layer first', async () => {
    navigate('/t/1');
    const closed: string[] = [];
    pushLayer(() => closed.push('menu'));
    pushLayer(() => closed.push('rules'));
    await back();
    expect([closed, route.path]).toEqual([['rules'], '/t/1']);
    await back();
    expect([closed, route.path]).toEqual([['rules', 'menu'], '/t/1']);
  });

  it('leaves no entry of a layer behind: one press on Back returns to the page', async () => {
    navigate('/before');
    navigate('/t/2');
    const closed: string[] = [];
    pushLayer(() => closed.push('menu'));
    pushLayer(() => closed.push('rules'));
    pushLayer(() => closed.push('note'));
    navigate('/help');
    await popped();
    expect([closed, route.path, location.pathname]).toEqual([['note', 'rules', 'menu'], '/help', '/help']);
    await back();
    expect(route.path).toBe('/t/2');
    await back();
    expect(route.path).toBe('/before');
  });

  it('replaces the entry of a single layer', async () => {
    navigate('/t/3');
    pushLayer(() => undefined);
    navigate('/mine');
    expect(route.path).toBe('/mine');
    await back();
    expect(route.path).toBe('/t/3');
  });
});
