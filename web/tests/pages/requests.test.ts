// @vitest-environment jsdom
// What a table offers when another player has left: only what the server would accept.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameState } from '../../src/lib/api';
import { locale } from '../../src/lib/i18n.svelte';
import { Live } from '../../src/lib/live.svelte';
import type { Player } from '../../src/games/manifest';
import Requests from '../../src/pages/table/Requests.svelte';
import { GameServer, stateAt } from '../support/game-server';

declare const jsdom: { reconfigure: (settings: { url: string }) => void };

let server: GameServer;
let live: Live;
beforeEach(async () => {
  locale.language = 'en';
  server = new GameServer();
  await server.start();
  jsdom.reconfigure({ url: `${server.url}/t/g1` });
  live = new Live('g1');
});
afterEach(async () => {
  live.close();
  await server.stop();
});

const players = [{ seat: 'blue', name: 'Zoé' }] as unknown as Player[];
const offered = () => {
  flushSync();
  return [...document.querySelectorAll('button')].map((button) => button.textContent);
};

/** A table at which a player has left. */
async function opened(left: object, rated = false): Promise<GameState> {
  const asks = { undo: null, left: { seat: 'blue', ...left }, pause: null };
  server.state = stateAt(3, { status: 'running', asks, about: { rated }, seats: [] } as unknown as GameState);
  live.open();
  await vi.waitFor(() => expect(live.link).toBe('connected'));
  return server.state;
}

it('offers to wait only where the server allows it', async () => {
  await opened({ why: 'time', wait: false }, true);
  const page = mount(Requests, { target: document.body, props: { live, state: live.state!, players } });
  expect(offered()).toEqual(['Claim the win']);
  await unmount(page);
});

it('offers a claim only while the player who left is not back', async () => {
  const state = await opened({ why: 'away', wait: true });
  const page = mount(Requests, { target: document.body, props: { live, state: live.state!, players } });
  const everything = ['Wait', 'Let a bot take over', 'Claim the win'];
  expect(offered()).toEqual(everything);

  const presence = { type: 'presence', seq: state.seq, state_hash: state.state_hash };
  server.send({ ...presence, here: ['orange', 'blue'], back: 'blue' });
  await vi.waitFor(() => expect(offered()).toEqual(['Wait']));
  expect(document.body.textContent).toContain('Zoé is back at the table.');

  server.send({ ...presence, here: ['orange'], back: null });
  await vi.waitFor(() => expect(offered()).toEqual(everything));
  expect(document.body.textContent).toContain('Zoé has been away for a while. What now?');
  await unmount(page);
});
