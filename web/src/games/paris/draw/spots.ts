// Everything on the board that can be inspected, focused or pressed: one spot each, named as in steps.ts.
import type { View } from '../../manifest';
import { skies } from '../arrivals';
import { editionOf, placeOf, positionOf, type Edition } from '../edition';
import type { Position } from '../types';
import {
  bonusSector,
  cell,
  corner,
  f,
  inSky,
  middle,
  pointAngle,
  polar,
  R,
  sector,
  tagDrop,
  way,
  wedge,
  wedgeSector,
  type Point,
  type Sector,
} from './geometry';
import { coin, count, figure, key, landmarkName, locator, mark, prize, put, text, token, use } from './marks';
import { pictogram } from './pictograms';
import { tagWidth } from './tags';

export interface Spot {
  id: string;
  /** Its name for the playback where it differs: a bare bonus space keeps the number of its tile. */
  anchor?: string;
  /** Its position, for arrow keys, connecting lines and questions shown beside it. */
  at: Point;
  /** Its outline: the area for presses, rings and focus. */
  shape: string;
  /** On small boards: a larger area for presses that reaches to where nothing else can be pressed. */
  reach?: string;
  drawing: string;
  /** How many are left, drawn above the ring that marks a target. */
  left?: string;
  sector?: Sector;
}

const circle = ([x, y]: Point, r: number): string =>
  `M${f(x - r)} ${f(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const box = ([x, y]: Point, w: number, h: number, q = 9): string =>
  `M${f(x - w / 2 + q)} ${f(y - h / 2)}h${w - 2 * q}q${q} 0 ${q} ${q}v${h - 2 * q}q0 ${q} ${-q} ${q}` +
  `h${2 * q - w}q${-q} 0 ${-q} ${-q}v${2 * q - h}q0 ${-q} ${q} ${-q}z`;

export interface Drawn {
  position: Position;
  edition: Edition;
  players: number;
  small: boolean;
  /** Landmarks and VP tiles by district, in the order in which they came. */
  skies: Record<string, string[]>;
}

export const drawn = (view: View, small: boolean): Drawn => ({
  position: positionOf(view),
  edition: editionOf(view),
  players: view.seats.length,
  small,
  skies: skies(view),
});

/** All spots of a position, in the order in which they lie above each other. */
export function spots(d: Drawn): Spot[] {
  const districts = Object.keys(d.position.districts);
  return [
    ...d.position.track.map((_space, n) => bonusSpot(d, n + 1)),
    ...districts.map((name, i) => bankSpot(d, name, i)),
    ...districts.flatMap((name, i) =>
      Object.keys(d.position.districts[name].buildings).map((value, k) => spaceSpot(d, name, i, value, k)),
    ),
    ...districts.map((name, i) => skySpot(name, i)),
    ...districts.flatMap((name, i) => landmarkSpots(d, name, i)),
    arcSpot(),
    ...d.position.stacks.flatMap((stack, n) => (stack.left ? [stackSpot(d, n)] : [])),
    ...prizeSpots(d),
    ...(d.position.end_tiles.left ? [endsSpot(d)] : []),
  ];
}

function bonusSpot({ position, edition, players, small }: Drawn, space: number): Spot {
  const { number, left, meeples } = position.track[space - 1];
  const where = bonusSector(space);
  const at = middle(where);
  const reach = small ? sector([R.bonus + 1, R.reach, where[2], where[3]], 0.5) : undefined;
  const spot = { id: `bonus:${number}`, at, shape: sector(where, 2.5, 7), reach, sector: where };
  if (!left) {
    const ghost = text(at[0], at[1] + (small ? 9 : 6), small ? 26 : 17, number, 'p-fig p-ghost');
    return {
      ...spot,
      id: `space:${space}`,
      anchor: spot.id,
      drawing: `<path d="${sector(where, 2, 7)}" class="p-bare"/>${ghost}`,
    };
  }
  let drawing =
    left > 1 ? `<path d="${sector([where[0] + 2, where[1] + 2.5, where[2], where[3]], 2, 7)}" class="p-under"/>` : '';
  drawing +=
    `<path d="${spot.shape}" class="p-tile"/>` +
    put(at, `<g transform="scale(1.03)">${pictogram(number, edition, players)}</g>`);
  if (!small) {
    const [x, y] = corner(where, 11.5, -1, -0.8);
    drawing += text(x, y + 5, 15, number, 'p-ui p-number');
  }
  if (left > 1) {
    const [x, y] = meeples.length ? corner(where, 13.5, -1, 1.3) : corner(where, 13.5, 1, 0.8);
    const r = small ? 14 : 10.5;
    drawing +=
      `<circle cx="${f(x)}" cy="${f(y)}" r="${r}" class="p-copies"/>` +
      text(x, y + r * 0.44, r * 1.28, `×${left}`, 'p-ui p-copiesn');
  }
  return { ...spot, drawing };
}

function bankSpot({ position, small }: Drawn, name: string, i: number): Spot {
  const { bank } = position.districts[name];
  const at = polar(R.bankAt, wedge(i));
  const temple = small
    ? coin(0, 0, 42, bank.francs)
    : use('pediment', 0, -19, 50, 18, `class="p-d${i}t"`) +
      `<path d="M-24 22.5h48" class="p-plinth p-d${i}t"/><path d="M-20.5-9v29M20.5-9v29" class="p-columns p-d${i}t"/>` +
      coin(0, 5.5, 31, bank.francs);
  return {
    id: `bank:${name}`,
    at,
    shape: sector(wedgeSector(i, R.bank + 2, R.low - 2), 4, 8),
    drawing: put(at, temple),
  };
}

/** Where the keys of a bank stand: beside it, left and right in turn; more than two close up, within their district. */
export function bankKey(i: number, n: number, of: number, small: boolean): Point {
  const aside = of > 2 ? (n < 2 ? 13.5 : 22.5) : small ? 19 : 17;
  return polar(R.bankAt, wedge(i) + way(i) * aside * (n % 2 ? 1 : -1));
}

function spaceSpot({ position, edition, small }: Drawn, name: string, i: number, value: string, k: number): Spot {
  const { type, token: beside, keys } = position.districts[name].buildings[value];
  const where = cell(i, k);
  const at = middle(where);
  const shape = sector(where, 2, 8);
  let drawing = `<path d="${shape}" class="${type ? 'p-tile' : 'p-space'}"/>`;
  if (small) {
    if (type && !keys.length) drawing += `<g class="p-emblem">${use(`t-${type}`, at[0], at[1] - 2, 46)}</g>`;
    if (!type) drawing += text(at[0], at[1] + 11, 32, value, 'p-fig p-ghost');
    return { id: `${name}:${value}`, at, shape, drawing, sector: where };
  }
  const high = k > 2;
  const figureAt = corner(where, high ? 15.5 : 14.5, -1, -0.75);
  if (figureAt[1] - at[1] > -13) {
    figureAt[0] += 3;
    figureAt[1] -= 5;
  }
  if (type) {
    const pull = high ? 0.1 : 0.17;
    const x = at[0] + (at[0] - figureAt[0]) * pull + (keys.length ? -5 : type === 'restaurant' && !high ? 5 : 1);
    const y = at[1] + (at[1] - figureAt[1]) * pull * 0.6 + (keys.length ? -2 : 0);
    drawing += put([x, y], `<g class="p-emblem">${use(`t-${type}`, 0, 0, high ? 44 : 39)}</g>`);
  }
  drawing += text(figureAt[0], figureAt[1] + 7.5, 22, value, `p-fig p-value${type ? '' : ' p-ghost'}`);
  if (beside && !(type && keys.length)) {
    const [x, y] = corner(where, 15.5, 1, 0.75);
    const drawn = token(beside, x, y, type ? 23 : 24, edition.section_vp[beside]);
    drawing += `<g class="p-beside" data-anchor="beside:${name}:${value}">${drawn}</g>`;
  }
  return { id: `${name}:${value}`, at, shape, drawing, sector: where };
}

/** How far the emblem of a space moves to make room for a tag. */
export function emblemLift(where: Sector, goal: Parameters<typeof tagWidth>[0], edition: Edition): number {
  const at = middle(where);
  const high = where[0] > R.low;
  const figureAt = corner(where, high ? 15.5 : 14.5, -1, -0.75);
  return tagDrop(where, tagWidth(goal, edition)) - 29.5 - (at[1] - figureAt[1]) * (high ? 0.06 : 0.1);
}

/** Where the keys of a space stand: in the corner nearest to the lower right, a second one beside the first. */
export function spaceKey(i: number, k: number, n: number, of: number, small: boolean): Point {
  const where = cell(i, k);
  const at = middle(where);
  if (small) return [at[0] + (n - (of - 1) / 2) * 26, at[1]];
  const low = corner(where, 19, 1, 0.75);
  return [low[0] + (at[0] - low[0]) * 0.18 - n * 15, low[1] + (at[1] - low[1]) * 0.3 - n * 4];
}

const skySpot = (name: string, i: number): Spot => ({
  id: `sky:${name}`,
  at: polar(R.skyAt, wedge(i)),
  shape: sector(wedgeSector(i, R.sky + 2, R.band - 4), 5, 8),
  drawing: '',
});

function landmarkSpots({ position, small, skies }: Drawn, name: string, i: number): Spot[] {
  const total = skies[name].length;
  const size = total > 3 ? 60 : small ? 84 : i % 3 ? 68 : 76; // in the east and the west the band is nearer
  return skies[name].map((id, n): Spot => {
    const at = inSky(i, n, total);
    const won = position.districts[name].vp_tile;
    if (id.startsWith('won:'))
      return { id, at, shape: box(at, 74, 46), drawing: put(at, prize(won!, small ? 1.15 : 0.96)) };
    const value = placeOf(id).value;
    const [bx, by] = i === 5 ? [-24, 20] : i === 4 ? [-24, -20] : [total > 3 ? -30 : -40, -16];
    const drawing =
      use(landmarkName(value), at[0], at[1] - 1, size) +
      (small
        ? ''
        : `<circle cx="${f(at[0] + bx)}" cy="${f(at[1] + by)}" r="14" class="p-badge"/>` +
          text(at[0] + bx, at[1] + by + 6, 18, value, 'p-fig p-badgen'));
    return { id, at, shape: box(at, size, size, 12), drawing };
  });
}

/** Where the keys of a landmark stand: to its right. */
export function landmarkKey({ small, skies }: Drawn, name: string, i: number, mark: string, n: number): Point {
  const total = skies[name].length;
  const at = inSky(i, skies[name].indexOf(`${name}:${mark}`), total);
  // in the east the right side of a landmark is the band with the district's name
  const aside = total > 3 ? 32 : i === 1 || i === 2 ? 27 : small ? 40 : 43;
  return [at[0] + aside + n * 15, at[1] + (i === 2 ? -8 : small ? 4 : 6)];
}

const arcSpot = (): Spot => ({
  id: 'arc',
  at: [500, 500],
  shape: circle([500, 500], 96),
  drawing: '',
});

export const arcKey = (n: number, of: number): Point => [500 + (n - (of - 1) / 2) * 36, 563];

function stackSpot({ position, small }: Drawn, n: number): Spot {
  const { left, back } = position.stacks[n];
  const at: Point = small
    ? (
        [
          [42, 152],
          [86, 86],
          [152, 42],
        ] as Point[]
      )[n]
    : polar(577, 306 + 9 * n);
  const [x, y] = at;
  const i = Object.keys(position.districts).indexOf(back!);
  const id = `stack:${n + 1}`;
  if (small) {
    return {
      id,
      at,
      shape: box(at, 88, 88, 16),
      drawing: `<path d="${box(at, 72, 72, 12)}" class="p-back p-d${i}"/>${put(at, locator(i, 25))}`,
      left: count(x - 30, y - 28, 17, left),
    };
  }
  let drawing = '';
  for (let j = Math.min(3, left) - 1; j > 0; j--)
    drawing += `<path d="${box([x + j * 3.5, y + j * 3.5], 70, 70)}" class="p-backunder"/>`;
  drawing += `<path d="${box(at, 70, 70)}" class="p-back p-d${i}"/><path d="${box(at, 63, 63, 6)}" class="p-backin"/>`;
  drawing +=
    put([x, y - 7], locator(i, 18)) +
    text(x, y + 25, 12, back!.replace('La-', 'La ').replace('Saint-', 'St-'), 'p-ui p-backn');
  return { id, at, shape: box([x + 2, y + 2], 84, 84, 13), drawing, left: count(x - 31, y - 29, 12.5, left) };
}

function prizeSpots({ position, small }: Drawn): Spot[] {
  const left = position.vp_tiles;
  if (small) {
    if (!left.length) return [];
    const at: Point = [912, 74];
    return [
      {
        id: `prize:${left[0][0]}`,
        at,
        shape: box(at, 140, 90),
        drawing: put(at, prize(left[0], 1.9)),
        left: count(846, 40, 20, left.length),
      },
    ];
  }
  // each keeps its place when another one goes into the city
  const placed = Object.values(position.districts).flatMap(({ vp_tile }) => (vp_tile ? [vp_tile] : []));
  const all = [...left, ...placed].map(([first]) => first).sort((a, b) => b - a);
  const many = all.length > 5;
  return left.map((places): Spot => {
    const at = polar(many ? 553 : 558, 45 + (all.indexOf(places[0]) - (all.length - 1) / 2) * (many ? 5.3 : 5.9));
    return {
      id: `prize:${places[0]}`,
      at,
      shape: box(at, 72, 44, 8),
      drawing: put(at, prize(places, many ? 0.88 : 0.96)),
    };
  });
}

const LILY = 'M0-20C-9-12-9-2 0 4C9-2 9-12 0-20zM0 4c-7 1-12 6-13 14C-5 18-1 12 0 4zM0 4c7 1 12 6 13 14C5 18 1 12 0 4z';

function endsSpot({ position, small }: Drawn): Spot {
  const at: Point = small ? [60, 922] : polar(585, 225);
  const [x, y] = at;
  const { left } = position.end_tiles;
  const scale = small ? 1.32 : 1;
  let drawing = '';
  for (let j = Math.min(4, left) - 1; j >= 0; j--)
    drawing += `<path d="${box([x + j * 5, y - j * 5], 52 * scale, 64 * scale, 8)}" class="p-endback"/>`;
  drawing +=
    `<path d="${box(at, 44 * scale, 56 * scale, 5)}" class="p-endin"/>` +
    put(at, `<path transform="scale(${scale})" d="${LILY}" class="p-lily"/>`);
  return {
    id: 'ends',
    at,
    shape: box(at, 58 * scale, 70 * scale),
    drawing,
    left: count(x - 25 * scale, y - 29 * scale, small ? 20 : 13, left),
  };
}

/** Keys on the board, each with the place it stands on. */
export interface Stander {
  place: string;
  seat: string;
  at: Point;
  height: number;
  turn: number;
}

export function standers(d: Drawn): Stander[] {
  const { position, small } = d;
  const found: Stander[] = [];
  const stand = (place: string, seat: string, at: Point, height: number, turn: number): void =>
    void found.push({ place, seat, at, height, turn });
  position.arc.forEach((seat, n) => stand('arc', seat, arcKey(n, position.arc.length), small ? 60 : 50, 0));
  Object.entries(position.districts).forEach(([name, part], i) => {
    const height = (small ? 56 : 46) - (part.bank.keys.length > 2 ? 8 : 0);
    part.bank.keys.forEach((seat, n, all) => stand(`bank:${name}`, seat, bankKey(i, n, all.length, small), height, 0));
    Object.entries(part.buildings).forEach(([value, space], k) =>
      space.keys.forEach((seat, n) =>
        stand(`${name}:${value}`, seat, spaceKey(i, k, n, space.keys.length, small), small ? 66 : 50, small ? 0 : 24),
      ),
    );
    for (const [mark, held] of Object.entries(part.landmarks)) {
      held.keys.forEach((seat, n) =>
        stand(`${name}:${mark}`, seat, landmarkKey(d, name, i, mark, n), small ? 64 : 50, small ? 0 : 14),
      );
    }
  });
  return found;
}

/** A figure on the bonus track or a disc on the point track: where it stands, and its drawing round 0, 0. */
export interface Walker {
  /** `figure:p1`, `disc:p1` */
  id: string;
  seat: string;
  at: Point;
  drawing: string;
}

/** Those that share a space stand side by side. A disc shows what its seat would have if the game ended now. */
export function walkers({ position, small }: Drawn): Walker[] {
  const found: Walker[] = [];
  const together = (of: (seat: string) => number): Map<number, string[]> => {
    const groups = new Map<number, string[]>();
    for (const seat of Object.keys(position.seats)) groups.set(of(seat), [...(groups.get(of(seat)) ?? []), seat]);
    return groups;
  };
  for (const [space, here] of together((seat) => position.seats[seat].meeple)) {
    here.forEach((seat, n) => {
      const waits = space === 0;
      found.push({
        id: `figure:${seat}`,
        seat,
        at: waits ? waiting(n, small) : onTrack(position, space, n, here.length, small),
        drawing: figure(seat, [0, 0], waits ? (small ? 40 : 31) : small ? 58 : 44),
      });
    });
  }
  for (const [vp, here] of together((seat) => position.scores[seat].total)) {
    here.forEach((seat, n) => {
      const aside = here.length > 1 ? (n % 2 ? 4 : -4) : 0;
      const at = polar(R.pointsAt + aside, pointAngle(vp) + (n - (here.length - 1) / 2) * (small ? 3 : 2.2));
      found.push({ id: `disc:${seat}`, seat, at, drawing: mark(seat, [0, 0], small ? 40 : 27) });
    });
  }
  return found;
}

/** Figures that have not started wait in a row outside the rim, where the bonus track begins: they cover no tile. */
const waiting = (n: number, small: boolean): Point => polar(small ? 525 : 520, 331.5 + n * (small ? 4.2 : 3.3));

/** On a tile a figure stands to the right of the picture. */
function onTrack(position: Position, space: number, n: number, of: number, small: boolean): Point {
  const [, , a0, a1] = bonusSector(space);
  const a = (a0 + a1) / 2;
  const tile = position.track[space - 1].left > 0;
  const right = tile ? (Math.cos((a * Math.PI) / 180) > 0 ? 5 : -5) : 0;
  const aside = (n - (of - 1) / 2) * (small ? 40 : 26);
  return polar(R.bonusAt, a + right + ((aside / R.bonusAt) * 180) / Math.PI);
}

export const drawKey = (one: Stander): string => key(one.seat, one.at, one.height, one.turn);
