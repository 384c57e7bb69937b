// The games on this device: open, list, remove, export and import them.
import { refusalOf, type GameState, type GameSummary } from '../lib/api';
import { newKey } from '../lib/hash';
import { noteLocalGames } from '../lib/host';
import { store } from '../lib/store.svelte';
import { engine } from './engine.svelte';

/** What the device answers. Throws a Refusal. */
export async function askDevice<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { status, said } = await engine.request(method, path, body === undefined ? undefined : JSON.stringify(body));
  if (status >= 300) throw refusalOf(status, said);
  return said as T;
}

/** Open a table here. */
export async function openLocal(wanted: object): Promise<GameState> {
  const table = await askDevice<GameState>('POST', '/api/games', { ...wanted, client_key: newKey() });
  // Otherwise the browser may delete games when the device runs out of room.
  void navigator.storage?.persist?.().catch(() => undefined);
  await loadLocalGames();
  return table;
}

/** List the games here, those in progress first. */
export async function loadLocalGames(): Promise<void> {
  const list = async (query: string): Promise<GameSummary[]> =>
    (await askDevice<{ games: GameSummary[] }>('GET', `/api/me/games${query}`)).games;
  const [running, over] = await Promise.all([list(''), list('?over=true')]);
  store.localGames = [...running, ...over];
  noteLocalGames(store.localGames);
}

export async function removeLocal(id: string): Promise<void> {
  await askDevice('DELETE', `/api/games/${id}`);
  await loadLocalGames();
}
