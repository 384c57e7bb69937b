// The legal steps as targets to press. This file knows no rules: it offers exactly the steps that the server lists.
// The notation is described in docs/records.md.
//
// Every step belongs to spots on the table. A spot has its name from the notation where there is one: `arc`,
// `bank:Chaillot`, `Chaillot:3`, `Chaillot:L12`. Others are `stack:2`, `bonus:18` (on the track), `tile:18` (the
// player's own), `good:wood`, `buy:wood`, `sell:wood`, `end:wood` (the player's own end-game tile), `ends` (their
// stack), `hand`, `prize:20`, `sky:Chaillot`, `card:12` (a landmark on display), `none`.
import type { View } from '../manifest';
import { placeOf } from './edition';
import type { Position } from './types';

export type Kind =
  | 'draw'
  | 'site'
  | 'key'
  | 'move'
  | 'end'
  | 'track'
  | 'pay'
  | 'section'
  | 'vp'
  | 'pair'
  | 'use'
  | 'buy'
  | 'sell'
  | 'done';

export interface Offer {
  step: string;
  kind: Kind;
  /** What has to be chosen first; null: nothing. */
  from: string | null;
  /** What may then be pressed to take the step. */
  to: string[];
}

/** Trades and bonus tiles that may be played at any time in the turn (P22). */
export const FREE: readonly Kind[] = ['buy', 'sell', 'use'];

const sourceSpot = (source: string, good: string): string =>
  source === 'token' ? `good:${good}` : source.startsWith('bonus') ? `tile:${source.slice(5)}` : source;

/** A legal step, tied to its spots. */
export function offer(step: string, position: Pick<Position, 'display' | 'question'>): Offer {
  const [kind, ...words] = step.split(' ') as [Kind, ...string[]];
  const tied = (from: string | null, ...to: string[]): Offer => ({ step, kind, from, to });
  switch (kind) {
    case 'draw':
      return tied(null, `stack:${words[0]}`);
    case 'site': {
      const tile = position.question?.tile;
      const value = Array.isArray(tile) ? tile[1] : 0;
      return tied(null, `${words[0]}:${value}`, `sky:${words[0]}`);
    }
    case 'key':
      return tied('hand', words[0] === 'arc' ? 'arc' : `bank:${words[1]}`);
    case 'move': {
      const [district, place] = words[1].split(':');
      const shown = place.startsWith('L') && position.display.includes(Number(place.slice(1)));
      return shown ? tied(words[0], `card:${place.slice(1)}`, `sky:${district}`) : tied(words[0], words[1]);
    }
    case 'end':
      return tied(null, 'ends', `take:${words[0]}`);
    case 'track':
      return tied(null, words[0] === 'none' ? 'none' : `bonus:${words[0]}`);
    case 'pay':
      return tied(null, sourceSpot(words[2], words[0]));
    case 'section':
      return tied(null, words[0] === 'done' ? 'none' : sourceSpot(words[2], words[0]), ...landmarkOf(position));
    case 'vp':
      return words[0] === 'none' ? tied(null, 'none') : tied(`prize:${words[0]}`, `sky:${words[1]}`);
    case 'pair':
      return tied(null, words[0] === 'done' ? 'none' : `good:${words[0]}`);
    case 'use':
      if (words[0].startsWith('end:')) return tied(null, words[0]);
      return words.length === 3 ? tied(`tile:${words[0]}`, `bonus:${words[2]}`) : tied(null, `tile:${words[0]}`);
    case 'buy':
      return tied(null, `buy:${words[0]}`);
    case 'sell':
      return words.length === 1 ? tied(null, `sell:${words[0]}`) : tied(null, sourceSpot(words[2], words[0]));
    default:
      return tied(null);
  }
}

/** The landmark whose sections are asked for: it can be pressed too. */
function landmarkOf(position: Pick<Position, 'question'>): string[] {
  return position.question?.landmark ? [position.question.landmark] : [];
}

export const offers = (legal: readonly string[], position: Pick<Position, 'display' | 'question'>): Offer[] =>
  legal.map((step) => offer(step, position));

/** The step that a press on a spot would mean if it were legal, to ask the server why it is not; '': none. */
export function meant(
  spot: string,
  chosen: string | null,
  { display, districts }: Pick<Position, 'display' | 'districts'>,
): string {
  const [first, second] = spot.split(':');
  const key = chosen && !/^(hand|tile|prize)/.test(chosen) ? chosen : null;
  const home = key === 'arc' ? Object.keys(districts)[0] : (key ?? '').replace('bank:', '').split(':')[0];
  switch (first) {
    case 'stack':
      return `draw ${second}`;
    case 'arc':
    case 'hand':
      return 'key arc';
    case 'bank':
      return `key bank ${second}`;
    case 'bonus':
      return `track ${second}`;
    case 'buy':
    case 'sell':
      return `${first} ${second}`;
    case 'tile':
      return `use ${second}`;
    case 'end':
      return `use ${spot}`;
    case 'card':
      return key ? `move ${key} ${home}:L${second}` : '';
    case 'sky':
      return key && display.length ? `move ${key} ${second}:L${display[0]}` : '';
    default:
      return key && second && districts[first] ? `move ${key} ${spot}` : '';
  }
}

/** What may be chosen first: own keys, the supply, tiles 17 and 25, prizes. */
export const origins = (all: readonly Offer[]): Set<string> =>
  new Set(all.flatMap((one) => (one.from ? [one.from] : [])));

/** The default choice: the supply where a key can be put, else the only key; the best prize. */
export function firstOrigin(all: readonly Offer[]): string | null {
  const found = [...origins(all.filter((one) => !FREE.includes(one.kind)))];
  if (found.includes('hand')) return 'hand';
  const prizes = found.filter((from) => from.startsWith('prize:'));
  if (prizes.length) return prizes.reduce((best, one) => (Number(one.slice(6)) > Number(best.slice(6)) ? one : best));
  return found.length === 1 ? found[0] : null;
}

/** By spot: the steps that pressing it may mean while `chosen` is chosen. */
export function targets(all: readonly Offer[], chosen: string | null): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  for (const one of all) {
    if (one.from !== null && one.from !== chosen) continue;
    for (const spot of one.to) found.set(spot, [...(found.get(spot) ?? []), one]);
  }
  return found;
}

/** The spots that mark a step: where to press, and what to choose before. */
export const spotsOf = (one: Offer): string[] => (one.from ? [one.from, ...one.to] : one.to);

/** A property as a spot: a landmark that does not stand there yet is reached through its district's sky. */
export function propertySpot(name: string, { districts }: Pick<Position, 'districts'>): string {
  const { district, value, landmark } = placeOf(name);
  return landmark && !districts[district].landmarks[`L${value}`] ? `sky:${district}` : name;
}

/** Where the key of this turn goes, by the turn's last move; null: none has moved. */
export function goalOfTurn({ turns }: Pick<View, 'turns'>): string | null {
  const move = turns.at(-1)?.steps.findLast((step) => step.startsWith('move '));
  return move?.split(' ')[2] ?? null;
}

/** Orders spots as they lie on the table: along the bonus track, round the city, by rising value. */
export function inOrder(all: readonly Offer[], position: Pick<Position, 'track' | 'districts'>): Offer[] {
  const districts = Object.keys(position.districts);
  const rank = ({ step }: Offer): number => {
    const last = step.split(' ').at(-1)!;
    if (last === 'none' || last === 'done') return 1e6;
    if (/^(track|use) /.test(step)) return position.track.findIndex((space) => String(space.number) === last);
    const [place, value = '0'] = last.split(':');
    return districts.indexOf(place) * 100 + Number(value.replace('L', ''));
  };
  return [...all].sort((a, b) => rank(a) - rank(b));
}
