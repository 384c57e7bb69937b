// Finds the front end of a game by its name in the API.
import { manifest as generic } from './generic/manifest';
import type { GameManifest, GameUi } from './manifest';
import * as registry from './registry';

const games = new Map<string, GameManifest>(Object.entries(registry));

/** The games with a front end of their own, in the order in which pages list them. */
export const ownGames: readonly string[] = [...games.keys()];

/** A game's own manifest, or the generic one. */
export const manifestOf = (game: string): GameManifest => games.get(game) ?? generic;

/** The components of a game, loaded when first needed. */
export const loadUi = (game: string): Promise<GameUi> => manifestOf(game).loadUi();

/** The components that can play any game; for games whose own could not be loaded. */
export const loadGenericUi = (): Promise<GameUi> => generic.loadUi();

/** The games that have a part of the landing page. */
export const heroes = ownGames.flatMap((game) => {
  const { hero, theme } = manifestOf(game);
  return hero ? [{ game, hero, theme: theme ?? 'day' }] : [];
});
