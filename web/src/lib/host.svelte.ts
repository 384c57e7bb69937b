// Who answers a request: the server, or this device. The device has games of its own, and where there is no server, or
// none can be reached, it also knows the rules, lessons, puzzles and everything else that belongs to no person.
import type * as DeviceModule from '../device';
import type { GameSummary } from './api';
import { hasEngine, isStatic } from './site';

/** How the ids of games on this device begin; see lutetia/server/local/device.py. */
const PREFIX = 'local-';
/** The id of whoever plays on this device. */
export const ON_DEVICE = 'here';
const OWN = /^\/api\/(device\/|[\w-]+\/local-)/;
/** What everybody is told alike, so that the device may answer in the server's place. */
const COMMON =
  /^\/api\/(house|about|rules|tutorials|companion|what-if|puzzles|openings|editions|component-data|jobs)\b/;
/** In the browser's storage: the id of the engine that works without a network. */
const KEPT = 'engine';

/** Whether a game is on this device, and not on the server. */
export const isLocal = (id: string): boolean => id.startsWith(PREFIX);

/** Whether this device is asked, and not the server. A body may name a game, too. */
export function isForDevice(path: string, body?: unknown): boolean {
  const { game, token } = (body ?? {}) as { game?: unknown; token?: unknown };
  return isStatic || OWN.test(path) || isLocal(String(game)) || isLocal(String(token));
}

/** Whether the device may answer if the server cannot be reached. */
export const mayAnswer = (path: string): boolean => COMMON.test(path) && worksOffline();

/** The request for the device where it answers in the server's place: nothing counts then that the server keeps. */
export const inServersPlace = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}instead=1`;

/** Whether the engine is on this device, so that it starts without a network. */
export function worksOffline(): boolean {
  try {
    return isStatic || (hasEngine && !!localStorage.getItem(KEPT));
  } catch {
    return false;
  }
}

/** Note that the engine is on this device; '': it is not. */
export function noteKept(id: string): void {
  try {
    if (id) localStorage.setItem(KEPT, id);
    else localStorage.removeItem(KEPT);
  } catch {
    // Storage is blocked: then no game can be kept either.
  }
}

const GAMES = 'local-games';

/** The games on this device, as last noted: lists show them before the engine runs. */
export function readLocalGames(): GameSummary[] {
  try {
    return JSON.parse(localStorage.getItem(GAMES) ?? '[]') as GameSummary[];
  } catch {
    return [];
  }
}

export function noteLocalGames(games: GameSummary[]): void {
  try {
    localStorage.setItem(GAMES, JSON.stringify(games));
  } catch {
    // Storage is blocked or full: the list appears when the engine runs.
  }
}

type Device = typeof DeviceModule;

class Loaded {
  /** What runs the engine, once something has needed it. */
  device = $state.raw<Device | null>(null);
}
export const loaded = new Loaded();

/** What runs the engine. It is loaded when it is first needed. */
export async function device(): Promise<Device> {
  loaded.device ??= await import('../device');
  return loaded.device;
}
