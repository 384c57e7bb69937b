// What every page shares: the server's own description, the signed-in person and their games. Each is fetched once.
import {
  get,
  post,
  postOnce,
  Refusal,
  sendAgain,
  type GameInfo,
  type GameState,
  type GameSummary,
  type Me,
  type ServerInfo,
} from './api';
import { device, readLocalGames, worksOffline } from './host.svelte';
import { _, locale, setLanguage } from './i18n.svelte';
import { toast } from './notify.svelte';
import { recall, remember } from './recall';
import { fileAt, isStatic } from './site';
import { manifestOf, ownGames } from '../games';
import type { GamePage, Theme } from '../games/manifest';
import { useTheme } from './prefs.svelte';

/** In the browser's storage: whether the reader is a member. */
const MEMBER = 'member';

class Store {
  server = $state.raw<ServerInfo | null>(null);
  me = $state.raw<Me | null>(null);
  myGames = $state.raw<GameSummary[]>([]);
  /** The games on this device, as they were when the engine was last asked. */
  localGames = $state.raw<GameSummary[]>(readLocalGames());
  /** The game that the page on the screen is about; null where it is about none. */
  pageGame = $state<string | null>(null);
}
export const store = new Store();

/** A static site has it as a file, so that its first page need not wait for the engine; null: there is no such file. */
const houseFile = (): Promise<ServerInfo | null> =>
  fetch(fileAt(`house/${locale.language}.json`))
    .then((answer) => (answer.ok ? (answer.json() as Promise<ServerInfo>) : null))
    .catch(() => null);

export async function loadServer(): Promise<void> {
  store.server = (isStatic && (await houseFile())) || (await get<ServerInfo>('/api/house'));
  if (locale.language !== store.server.language) await setLanguage(store.server.language);
}

let latest = 0;

/** Fetch the signed-in person. Of several answers the one that was asked for last counts. */
export async function loadMe(): Promise<void> {
  const mine = ++latest;
  const me = await get<Me>('/api/me');
  if (mine !== latest) return;
  store.me = me;
  remember(MEMBER, me.person?.member ? '1' : '');
}

/** Whether the reader is a member. A page that starts without a connection goes by what was last known. */
export const isMember = (): boolean => (store.me ? !!store.me.person?.member : recall(MEMBER) === '1');

let becoming: Promise<void> | null = null;

/** Be somebody to the server before a change that a newcomer may make. Otherwise, if its answer were lost, the cookie
 * would be lost with it, and the page would be another guest when it sends the change again. */
export function ensurePerson(): Promise<void> {
  if (store.me?.person) return Promise.resolve();
  becoming ??= becomeGuest().finally(() => (becoming = null));
  return becoming;
}

async function becomeGuest(): Promise<void> {
  latest++; // answers that are still on their way were given to nobody
  try {
    store.me = await sendAgain(() => post<Me>('/api/me/guest'));
  } catch (error) {
    // During an upgrade a process of the previous version may have been asked. It makes a guest with the change itself.
    if (!(error instanceof Refusal) || ![404, 405].includes(error.status)) throw error;
  }
}

/** Open a table. `local`: on this device. Where the server cannot be reached, that is where it goes, if it can. */
export async function openTable(wanted: object, local = isStatic): Promise<GameState> {
  if (local) return (await device()).openLocal(wanted);
  let table: GameState;
  try {
    await ensurePerson();
    table = await postOnce<GameState>('/api/games', wanted);
  } catch (error) {
    const { seats = [], rated } = wanted as { seats?: string[]; rated?: boolean };
    const alone = !rated && !seats.includes('open');
    if (!(error instanceof Refusal) || error.code !== 'offline' || !alone || !worksOffline()) throw error;
    toast(_('The server cannot be reached. This game is on your device.'));
    return (await device()).openLocal(wanted);
  }
  void loadMe().catch(() => undefined);
  return table;
}

/** All games of the person that are not over, here and on the server: those that wait for them come first. */
export const runningGames = (): GameSummary[] =>
  [...store.myGames, ...store.localGames.filter((game) => game.status !== 'over')].sort(
    (one, other) => Number(other.awaiting) - Number(one.awaiting) || other.changed - one.changed,
  );

export async function loadMyGames(): Promise<void> {
  store.myGames = (await get<{ games: GameSummary[] }>('/api/me/games')).games;
}

/** The names of all games: our own, then those that only the server knows. */
export function gameNames(): string[] {
  const others = (store.server?.games ?? []).map((one) => one.game).filter((game) => !ownGames.includes(game));
  return [...ownGames, ...others];
}

/** The server's entry for a game; undefined before it has been fetched, and for games the server does not have. */
export const gameInfo = (game: string): GameInfo | undefined => store.server?.games.find((one) => one.game === game);

/** A game's title in the reader's language. Our own games have it before the server has answered. */
export const gameTitle = (game: string): string => manifestOf(game).title?.() ?? gameInfo(game)?.title ?? game;

export const gameTheme = (game: string): Theme =>
  manifestOf(game).theme ?? (gameInfo(game)?.theme === 'night' ? 'night' : 'day');

/** Whether there is such a page about the game. */
export const gameHas = (game: string, page: GamePage): boolean =>
  manifestOf(game).pages.includes(page) || (gameInfo(game)?.pages?.includes(page) ?? false);

/** Say which game a page is about while it is shown: `$effect(() => useGame(game))`. Sets theme and rule links. */
export function useGame(game: string | null): () => void {
  store.pageGame = game;
  const release = useTheme(game && gameTheme(game));
  return () => {
    store.pageGame = null;
    release();
  };
}

/** Where a rule of the page's game is explained; undefined where there are no rules to show. */
export function ruleLink(rule: string): string | undefined {
  const game = store.pageGame;
  return game && gameHas(game, 'rules') ? `/rules/${game}#${rule}` : undefined;
}
