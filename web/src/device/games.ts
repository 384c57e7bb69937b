// The games on this device: open, list, remove, export and import them.
import { postOnce, Refusal, refusalOf, type GameState, type GameSummary } from '../lib/api';
import { newKey } from '../lib/hash';
import { noteLocalGames } from '../lib/host.svelte';
import { nameOnSeat } from '../lib/players';
import { _ } from '../lib/i18n.svelte';
import { ensurePerson, store } from '../lib/store.svelte';
import { engine } from './engine.svelte';
import { saveAs } from './save';

/** What the device answers. Throws a Refusal. */
export async function askDevice<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const { status, said } = await engine.request(method, path, text, signal);
  if (status >= 300) throw refusalOf(status, said);
  return said as T;
}

/** The table that was asked for last, while it is not known to be open. Asked for again with the same key, it is opened
 * once, even if the engine has crashed after it stored the first one. */
let asked: { body: string; key: string } | null = null;

async function openTable(path: string, wanted: object): Promise<GameState> {
  const body = JSON.stringify(wanted);
  if (asked?.body !== body) asked = { body, key: newKey() };
  const table = await askDevice<GameState>('POST', path, { ...wanted, client_key: asked.key });
  keepStorage();
  await loadLocalGames();
  return table;
}

/** Otherwise the browser may delete games when the device runs out of room. */
const keepStorage = (): void => void navigator.storage?.persist?.().catch(() => undefined);

/** Open a table here. */
export const openLocal = (wanted: object): Promise<GameState> => openTable('/api/games', wanted);

/** A game with the names of its bots: lists show it before it is known who plays a level. */
const named = (game: GameSummary): GameSummary => ({
  ...game,
  seats: game.seats.map((seat) => (seat.bot ? { ...seat, name: nameOnSeat(seat) } : seat)),
});

/** List the games here, those in progress first. */
export async function loadLocalGames(): Promise<void> {
  const list = async (query: string): Promise<GameSummary[]> =>
    (await askDevice<{ games: GameSummary[] }>('GET', `/api/me/games${query}`)).games;
  const [running, over] = await Promise.all([list(''), list('?over=true')]);
  asked = null; // if the table was opened after all, it is in the list
  store.localGames = [...running, ...over];
  noteLocalGames(store.localGames.map(named));
}

export async function removeLocal(id: string): Promise<void> {
  await askDevice('DELETE', `/api/games/${id}`);
  await loadLocalGames();
}

/** Who plays for people who are not here. */
const OPPONENT = 'level3';

/** The status of a refusal for what cannot be read. */
const INVALID = 422;

/** One file holds any number of games. */
const FORMAT = 'lutetia-games';

/** Save games as a file. */
export async function exportLocal(games: readonly GameSummary[]): Promise<void> {
  const exported: unknown[] = [];
  for (const game of games) exported.push(await askDevice('GET', `/api/games/${game.id}/export`));
  const day = new Date().toISOString().slice(0, 10);
  const name = games.length === 1 ? `${games[0].game}-${day}` : FORMAT;
  saveAs(`${name}.json`, JSON.stringify({ format: FORMAT, games: exported }));
}

/** Bring the games of such a file back: how many came, and how many are damaged. Throws an Error that says why none of
 * it can be read. */
export async function importLocal(text: string): Promise<{ brought: number; damaged: number }> {
  let file: { format?: unknown; games?: unknown };
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    throw new Error(_('This file contains no exported games: it is not JSON.'));
  }
  if (file?.format !== FORMAT || !Array.isArray(file.games))
    throw new Error(_('This file contains no exported games. Choose one that was exported here or on another device.'));
  let damaged = 0;
  try {
    for (const game of file.games)
      await askDevice('POST', '/api/games/import', game).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.status !== INVALID) throw error; // the others would fail, too
        damaged++;
      });
    keepStorage();
  } finally {
    await loadLocalGames();
  }
  return { brought: file.games.length - damaged, damaged };
}

/** Go on with a game of this device at a table on the server, with open seats for friends in place of bots. */
export async function inviteFriend(game: Pick<GameSummary, 'id' | 'seats'>): Promise<GameState> {
  const content = await askDevice<object>('GET', `/api/games/${game.id}/export`);
  const seats = game.seats.map((seat) => (seat.bot ? 'open' : 'human'));
  if (!seats.includes('open')) seats.fill('open', 1); // several people here: one of them stays
  await ensurePerson();
  return postOnce<GameState>('/api/games/continue', { content, seats });
}

/** Go on with a server's game on this device, against bots in place of the other people. */
export async function continueHere(state: GameState): Promise<GameState> {
  const seats = state.seats.map((seat) => (state.mine.includes(seat.seat) ? 'human' : (seat.bot ?? OPPONENT)));
  return continueLocal({ content: state.view, seats });
}

/** Open a table here that goes on where a game has stopped. */
export const continueLocal = (wanted: { content: unknown; seats: string[] }): Promise<GameState> =>
  openTable('/api/games/continue', wanted);
