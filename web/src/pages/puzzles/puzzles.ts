// Shared by the puzzle pages: API calls, filters, and the progress that guests keep on their device.
import { get, post } from '../../lib/api';
import type { components } from '../../lib/schema';
import { _ } from '../../lib/i18n.svelte';
import { recall, remember } from '../../lib/recall';
import { isMember } from '../../lib/store.svelte';
import type { PositionTexts, View } from '../../games/manifest';

type Schemas = components['schemas'];
export type Overview = Schemas['PuzzleOverview'];
export type Entry = Schemas['PuzzleEntry'];
export type Info = Schemas['PuzzleInfo'];
export type Verdict = Schemas['PuzzleVerdict'];
export type Solution = Schemas['PuzzleSolution'];
export type Result = Schemas['PuzzleResult'];
export type FirstStep = Schemas['PuzzleHint'];
export type GivenUp = Schemas['GivenUp'];
export type MyPuzzles = Schemas['MyPuzzles'];
export interface Scene {
  view: View;
  legal: string[];
  told: PositionTexts;
  whole_turn: boolean;
}

export const overview = (): Promise<Overview> => get<Overview>('/api/puzzles');
export const puzzlesOf = (game: string): Promise<Entry[]> => get<Entry[]>(`/api/puzzles/of/${game}`);
export const puzzleOf = (id: string): Promise<Info> => get<Info>(`/api/puzzles/${id}`);
export const myPuzzles = (): Promise<MyPuzzles> => get<MyPuzzles>('/api/me/puzzles');
export const sceneAfter = (id: string, steps: string[]): Promise<Scene> =>
  post<Scene>(`/api/puzzles/${id}/position`, { steps });

// ---- difficulty ----

export type Level = '' | 'easy' | 'medium' | 'hard';
const HARDER: Record<Exclude<Level, ''>, [number, number]> = {
  easy: [0, 1300],
  medium: [1300, 1700],
  hard: [1700, 10_000],
};
export const LEVELS: readonly Level[] = ['', 'easy', 'medium', 'hard'];
export const levelName = (level: Level): string =>
  ({ '': _('All'), easy: _('Easy'), medium: _('Medium'), hard: _('Hard') })[level];
export const levelOf = (rating: number): Level =>
  LEVELS.find((level) => level && rating >= HARDER[level][0] && rating < HARDER[level][1]) ?? '';

export interface Filter {
  theme: string;
  level: Level;
}
export const filterIn = (query: string): Filter => {
  const asked = new URLSearchParams(query);
  const level = asked.get('level') as Level;
  return { theme: asked.get('theme') ?? '', level: LEVELS.includes(level) ? level : '' };
};
export function addressOf(id: string, { theme, level }: Filter): string {
  const asked = new URLSearchParams({ ...(theme && { theme }), ...(level && { level }) }).toString();
  return `/puzzles/${id}${asked && `?${asked}`}`;
}
export const matching = (all: Entry[], { theme, level }: Filter): Entry[] =>
  all.filter((one) => (!theme || one.themes.includes(theme)) && (!level || levelOf(one.rating) === level));

// ---- progress ----

/** A guest's first attempts on this device: whether each was solved, and on which day if it was that day's puzzle. */
type Attempts = Record<string, { solved: boolean; day: number | null }>;
const PLACE = 'puzzles';

export function ownAttempts(): Attempts {
  try {
    return JSON.parse(recall(PLACE) ?? '{}') as Attempts;
  } catch {
    return {};
  }
}
/** Remember a first attempt of somebody who is no member; the server keeps those of members. */
export function keep(id: string, solved: boolean, day: number | null): void {
  const known = ownAttempts();
  if (!isMember() && !(id in known)) remember(PLACE, JSON.stringify({ ...known, [id]: { solved, day } }));
}
/** How the reader's first attempt went; null: there was none. */
export const resultOf = (one: { id: string; solved: boolean | null }): boolean | null =>
  isMember() ? one.solved : (one.solved ?? ownAttempts()[one.id]?.solved ?? null);

/** On how many days in a row a puzzle of the day was solved on this device. */
export function daysInARow(attempts: Attempts, today: number): number {
  const solved = new Set(Object.values(attempts).flatMap((one) => (one.solved && one.day !== null ? [one.day] : [])));
  const last = solved.has(today) ? today : today - 1;
  let count = 0;
  while (solved.has(last - count)) count++;
  return count;
}

/** How many puzzles are taken together as equally good to be next. */
const NEAR = 8;

/** A puzzle to try next: one that was not tried yet, about as hard as the reader is strong; else any other. */
export function nextOf(
  all: Entry[],
  filter: Filter,
  strength: number | null,
  chance: () => number = Math.random,
  current = '',
): Entry | null {
  const others = matching(all, filter).filter((one) => one.id !== current);
  const open = others.filter((one) => resultOf(one) === null);
  const away = (one: Entry): number => Math.abs(one.rating - (strength ?? 1200));
  const near = (open.length ? open : others).toSorted((a, b) => away(a) - away(b)).slice(0, NEAR);
  return near[Math.floor(chance() * near.length)] ?? null;
}
