// Shared by the tutorial pages: API calls and the learner's saved progress.
import { get } from '../../lib/api';
import type { components } from '../../lib/schema';
import { setGuided } from '../../lib/guided';
import { navigate } from '../../lib/route.svelte';
import { openTable } from '../../lib/store.svelte';
import { withUniqueNames } from '../../lib/players';
import type { Player, PositionTexts, View } from '../../games/manifest';
import { _ } from '../../lib/i18n.svelte';

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

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is blocked: start from the beginning
  }
}
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // storage is blocked: progress is not saved
  }
}

/** The players of a lesson: the learner and the scripted rival. */
export const sittersAt = (scene: Scene, me: string): Player[] =>
  withUniqueNames(
    scene.view.seats.map((seat, at) => ({
      seat,
      place: at + 1,
      you: seat === me,
      bot: seat !== me,
      turn: scene.view.seat === seat,
      called: seat === me ? _('You') : (scene.told.seats[seat]?.first ?? seat),
      note: seat === me ? (scene.told.seats[seat]?.name ?? '') : _('your opponent'),
    })),
    scene.told,
  );

/** A first game: against the easiest bot, with a hint at every turn. */
export async function firstGame(game: string): Promise<void> {
  const table = await openTable({ game, seats: ['human', 'level1'] });
  setGuided(table.id);
  navigate(`/t/${table.id}`);
}
