// Shared by the tutorial pages: API calls and the learner's saved progress.
import { get } from '../../lib/api';
import type { components } from '../../lib/schema';
import { setGuided } from '../../lib/guided';
import { navigate } from '../../lib/route.svelte';
import { openTable } from '../../lib/store.svelte';
import type { PositionTexts, View } from '../../games/manifest';

export type Tutorial = components['schemas']['Tutorial'];
export type Moment = components['schemas']['TutorialMoment'];
export interface Scene {
  view: View;
  legal: string[];
  told: PositionTexts;
}
export interface Example {
  seat: string;
  before: Scene;
  after: Scene;
  lines: string[];
  changes: components['schemas']['PartChange'][];
}

export const tutorialOf = (game: string): Promise<Tutorial> => get<Tutorial>(`/api/tutorials/${game}`);
export const sceneAt = (game: string, at: number): Promise<Scene> => get<Scene>(`/api/tutorials/${game}/at/${at}`);
export const exampleOf = (game: string, name: string): Promise<Example> =>
  get<Example>(`/api/tutorials/${game}/parts/${name}`);

/** A first game: against the easiest bot, with a hint at every turn. */
export async function firstGame(game: string): Promise<void> {
  const table = await openTable({ game, seats: ['human', 'level1'] });
  setGuided(table.id);
  navigate(`/t/${table.id}`);
}
