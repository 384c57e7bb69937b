// The house we are in, and who we are: asked once, kept for all pages.
import { get, type Listed, type Me, type House } from './api';
import { _, speak, words } from './words.svelte';

class Known {
  house = $state.raw<House | null>(null);
  me = $state.raw<Me | null>(null);
  mine = $state.raw<Listed[]>([]);
}
export const known = new Known();

export async function loadHouse(): Promise<void> {
  known.house = await get<House>('/api/house');
  if (words.language !== known.house.language) await speak(known.house.language);
}

export async function loadMe(): Promise<void> {
  known.me = await get<Me>('/api/me');
}

export async function loadMine(): Promise<void> {
  known.mine = (await get<{ games: Listed[] }>('/api/me/games')).games;
}

/** A game's name, whether or not the house has been asked yet: as its publisher calls it in the reader's language. */
export function titleOf(game: string): string {
  return (
    { lumiere: 'La Cité de la Lumière', paris: _('Paris') }[game] ??
    known.house?.games.find((one) => one.game === game)?.title ??
    game
  );
}
