// @vitest-environment jsdom
// What somebody who is blocked sees in place of lists: the reason, and until when.
import { flushSync, mount, unmount } from 'svelte';
import type { Component } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadMe } from '../../src/lib/store.svelte';
import Landing from '../../src/pages/Landing.svelte';
import Lobby from '../../src/pages/lists/Lobby.svelte';
import MyGames from '../../src/pages/lists/MyGames.svelte';

const REASON = 'You are blocked here until 2026-11-18 20:00 UTC: rude at the table';
let refused = true;

beforeEach(() => {
  refused = true;
  vi.stubGlobal('fetch', () => {
    const said = refused ? { error: { code: 'blocked', text: REASON, rule: '' } } : { games: [], more: false };
    return Promise.resolve(new Response(JSON.stringify(said), { status: refused ? 403 : 200 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['home', Landing],
  ['the tables', Lobby],
  ['my games', MyGames],
] as [string, Component][])('%s: the reason stands there until the block has ended', async (_name, Page) => {
  const page = mount(Page, { target: document.body });
  try {
    const shown = () => document.body.textContent;
    await loadMe().catch(() => undefined);
    await vi.waitFor(() => expect(shown()).toContain(REASON));
    expect([...document.querySelectorAll('main p')].map((one) => one.textContent)).not.toContain('…');
    expect(document.querySelectorAll('[role=status]').length).toBe(1);
    refused = false;
    await loadMe();
    flushSync();
    expect(shown()).not.toContain(REASON);
  } finally {
    await unmount(page);
    document.body.replaceChildren();
  }
});
