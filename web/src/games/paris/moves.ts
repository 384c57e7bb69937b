// What a step moved, from anchor to anchor, for the playback of other players' steps. Pieces travel first, then what
// was paid and what was gained. The anchors are those of the view before the step; a place that only the view after
// it shows (a new landmark, a placed VP tile) is reached through its district's sky.
//
// Anchors are spots (see steps.ts), and pieces: `key:arc:p1`, `figure:p1`, `disc:p1` (points), `beside:Chaillot:3` (a
// token); of a seat: `hand:p1`, `reserve:p1`, `purse:p1`, `token:wood:p1`, `tile:18:p1`, `ends:p1`,
// `seat:p1`; of the market: `supply:wood`.
import type { Move, ShownStep } from '../manifest';
import { positionOf } from './edition';
import { goalOfTurn, propertySpot } from './steps';
import { GOODS, signed, _ } from './words';
import type { Good, Position } from './types';

interface Step {
  words: string[];
  seat: string;
  /** The anchor of the seat's plate: what a seat gains goes there, and one mark is enough for all of it. */
  plate: string;
  before: Position;
  after: Position;
  /** The goal of the turn's last move, for what is paid and filled there. */
  goal: string | null;
}

/** The pieces that a step moves, and the anchor where its costs go and its gains come from. */
interface StepMoves {
  pieces: Move[];
  at: string;
}

const shows = (to: string, at = to): StepMoves => ({ pieces: [{ from: null, to }], at });
const carries = (from: string, to: string, at = to): StepMoves => ({ pieces: [{ from, to }], at });

/** Where a unit comes from: a token, a bonus tile or an end-game tile. */
const sourceAnchor = (source: string, good: string, seat: string): string =>
  source === 'token'
    ? `token:${good}:${seat}`
    : source.startsWith('bonus')
      ? `tile:${source.slice(5)}:${seat}`
      : `ends:${seat}`;

/** Where a drawn building was placed; null if its district is still to be chosen, or it fits nowhere (P16). */
function placed(before: Position, after: Position): string | null {
  for (const [district, part] of Object.entries(after.districts))
    for (const [value, space] of Object.entries(part.buildings))
      if (space.type && !before.districts[district].buildings[value].type) return `${district}:${value}`;
  return null;
}

const STEP_MOVES: Record<string, (step: Step) => StepMoves> = {
  draw: ({ words: [stack], before, after, plate }) => carries(`stack:${stack}`, placed(before, after) ?? plate),
  site({ words: [district], before, plate }) {
    const { tile } = before.question ?? {};
    if (!Array.isArray(tile)) return shows(`sky:${district}`);
    const to = `${district}:${tile[1]}`;
    return { pieces: [{ from: plate, to, label: String(tile[1]) }], at: to };
  },
  key: ({ words: [kind, district], seat }) => carries(`hand:${seat}`, kind === 'arc' ? 'arc' : `bank:${district}`),
  move({ words: [from, name], seat, before }) {
    const to = propertySpot(name, before);
    const value = name.split(':L')[1];
    const comes = to.startsWith('sky:') ? [{ from: `card:${value}`, to }] : [];
    return { pieces: [...comes, { from: `key:${from}:${seat}`, to }], at: to };
  },
  end: ({ plate }) => carries('ends', plate),
  track({ words: [number], seat, plate }) {
    if (number === 'none') return shows(`figure:${seat}`);
    const tile = `bonus:${number}`;
    return {
      pieces: [
        { from: `figure:${seat}`, to: tile },
        { from: tile, to: plate },
      ],
      at: tile,
    };
  },
  vp: ({ words: [tile, district], plate }) =>
    tile === 'none' ? shows(plate) : carries(`prize:${tile}`, `sky:${district}`),
  pay: ({ words: [good, , source], seat, goal, before }) =>
    carries(sourceAnchor(source, good, seat), goal ? propertySpot(goal, before) : `supply:${good}`),
  section({ words: [good, , source], seat, before, plate }) {
    const at = before.question?.landmark ?? plate;
    return good === 'done' ? shows(at) : carries(sourceAnchor(source, good, seat), at);
  },
  pair: ({ words: [good], seat, plate }) =>
    good === 'done' ? shows(plate) : carries(`token:${good}:${seat}`, `disc:${seat}`),
  use({ words: [tile, , taken], seat, before, after, plate }) {
    if (tile.startsWith('end:')) return shows(plate, `ends:${seat}`);
    const used = `tile:${tile}:${seat}`;
    if (!taken) {
      const key = after.seats[seat].reserve < before.seats[seat].reserve;
      return key ? carries(`reserve:${seat}`, plate, used) : shows(plate, used);
    }
    const walked = after.seats[seat].meeple !== before.seats[seat].meeple;
    return {
      pieces: [
        ...(walked ? [{ from: `figure:${seat}`, to: `bonus:${taken}` }] : []),
        { from: `bonus:${taken}`, to: plate },
      ],
      at: used,
    };
  },
  buy: ({ words: [good], plate }) => carries(`supply:${good}`, plate, `supply:${good}`),
  sell({ words: [good, , source = 'token'], seat, before, after, plate }) {
    const from = sourceAnchor(source, good, seat);
    const supplied = (after.supply[good as Good] ?? 0) > (before.supply[good as Good] ?? 0);
    return supplied ? carries(from, `supply:${good}`) : shows(plate, from);
  },
};

/** Chips for francs and VP that changed, and tokens that were gained; what is hidden from the viewer is left out. */
function yields({ seat, before, after, words, plate }: Step, at: string): Move[] {
  const [was, is] = [before.seats[seat], after.seats[seat]];
  const found: Move[] = [];
  const francs = is.francs === null || was.francs === null ? 0 : is.francs - was.francs;
  const label = _('{n} F', { n: signed(francs) });
  if (francs < 0) found.push({ from: `purse:${seat}`, to: at, label });
  if (francs > 0) found.push({ from: at, to: plate, label });
  const token = GOODS.some((good) => (is.tokens?.[good] ?? 0) > (was.tokens?.[good] ?? 0));
  if (token && at === words[1]) found.push({ from: `beside:${at}`, to: plate });
  if (is.vp > was.vp) found.push({ from: at, to: `disc:${seat}`, label: _('{n} VP', { n: signed(is.vp - was.vp) }) });
  return found;
}

/** What a step moved, in order; never empty. */
export function moves({ seat, step, before, after }: ShownStep): Move[] {
  const [kind, ...words] = step.split(' ');
  const plate = `seat:${seat}`;
  const shown: Step = {
    words,
    seat,
    plate,
    before: positionOf(before),
    after: positionOf(after),
    goal: goalOfTurn(before),
  };
  const { pieces, at } = STEP_MOVES[kind]?.(shown) ?? shows(plate);
  // the last step also counts the game up; the result shows that
  return after.over ? pieces : [...pieces, ...yields(shown, at)];
}
