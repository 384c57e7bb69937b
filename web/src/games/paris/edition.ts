// The component data that the view is played with. edition.json is src/lutetia/games/paris/rules/edition.toml without
// its notes; a test (tests/web/test_paris_board.py) checks that they are equal, so the code contains no numbers of the
// game.
import type { View } from '../manifest';
import type { Good, Position } from './types';
import bundled from './edition.json';

export interface Landmark {
  value: number;
  name: string;
  marble: number;
  gold: number;
  sections: Good[];
}

export interface Edition {
  districts: { names: string[]; banks: number[] };
  buildings: {
    values: number[];
    wood_for_8: number;
    vp_for_8: number;
    bonus_move_free: number[];
    bonus_move_paid: { value: number; francs: number };
  };
  types: Record<string, string[]>;
  tokens: {
    by_value: Record<string, Good>;
    count_each: number;
    buy: Record<string, number>;
    sell: Record<string, number>;
  };
  landmarks: Landmark[];
  section_vp: Record<string, number>;
  bonus: {
    copies: number[];
    francs: Record<string, number>;
    vp: Record<string, number>;
    per_value: Record<string, number[]>;
    per_landmark: Record<string, number>;
    per_types: Record<string, number>;
    extra_key: Record<string, number>;
    per_unused: Record<string, number>;
    per_pair: Record<string, number>;
    back_at_most: number;
  };
  end_tiles: Record<string, number>;
  players: { francs: number; keys_in_hand: Record<string, number>; keys_in_reserve: number };
}

/** A game with custom component data has them in its view. */
export function editionOf(view: View): Edition {
  return typeof view.edition === 'object' && view.edition ? (view.edition as Edition) : (bundled as unknown as Edition);
}

export function landmarkOf(edition: Edition, value: number): Landmark {
  return edition.landmarks.find((mark) => mark.value === value)!;
}

/** `Montmartre:L12` as its district, its value and whether it is a landmark; other spots have no value. */
export function placeOf(name: string): { district: string; value: number; landmark: boolean } {
  if (name === 'arc') return { district: '', value: 0, landmark: false };
  const [first, second = ''] = name.split(':');
  if (first === 'bank') return { district: second, value: 0, landmark: false };
  const landmark = second.startsWith('L');
  return { district: first, value: Number(landmark ? second.slice(1) : second), landmark };
}

const ordered = new WeakMap<object, Position>();

/** The position of a view with districts in clockwise order and landmarks by value; the JSON is sorted by name. */
export function positionOf(view: View): Position {
  const sent = view.position as Position;
  const store = ordered.get(sent);
  if (store) return store;
  const names = editionOf(view).districts.names.map((name) => name.replace(' ', '-'));
  const sorted = <T>(of: Record<string, T>): Record<string, T> =>
    Object.fromEntries(names.map((name) => [name, of[name]]));
  const districts = Object.fromEntries(
    Object.entries(sorted(sent.districts)).map(([name, part]) => {
      const marks = Object.entries(part.landmarks).sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
      return [name, { ...part, landmarks: Object.fromEntries(marks) }];
    }),
  );
  const position = { ...sent, districts, standings: sorted(sent.standings) };
  ordered.set(sent, position);
  return position;
}
