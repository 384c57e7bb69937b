// Games on this device: the engine, and what the pages show of it. A chunk of its own, loaded when it is needed.
import type { Answer } from '../lib/api';
import { engine } from './engine.svelte';
export { DeviceBots } from './bots';
export { engine } from './engine.svelte';
export { default as EngineProgress } from './EngineProgress.svelte';
export { askDevice, continueHere, continueLocal, inviteFriend, loadLocalGames, openLocal } from './games';
export { adaptLinks } from './links';
export { save } from './save';
export { default as EngineNotice } from './EngineNotice.svelte';
export { default as LocalGames } from './LocalGames.svelte';
export { default as EngineLoading } from './EngineLoading.svelte';

export const request = (method: string, address: string, body?: string, signal?: AbortSignal): Promise<Answer> =>
  engine.request(method, address, body, signal);
