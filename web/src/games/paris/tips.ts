// The tooltip of everything on the table: what it is, what it costs and gives, and the rule behind it. A legal target
// says what pressing it would do instead.
import { placeOf } from './edition';
import type { Input } from './input.svelte';
import { pointsName, pointsOf } from './points';
import { describeMissing, spotName, describeSpot, type Names } from './sentences';
import type { Good } from './types';
import { _, capital, districtName, keysName, placeName, plural, RESOURCES } from './words';

export interface Tip {
  text: string;
  rule?: string;
}

const sentence = (...parts: string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => part.replace(/[^.!?…]$/u, '$&.'))
    .join(' ');

/** What a spot is for: its text and the topic of its rule (`texts.rules`). */
const ABOUT: Record<string, (name: string, input: Input, names: Names) => [string, string]> = {
  stack: (name, input, names) => [sentence(spotName(`stack:${name}`, input, names), input.about('stack')), 'draw'],
  arc: (_name, input, names) => [sentence(input.about('arc'), ownersThere('arc', input, names)), 'keys'],
  bank: (name, input, names) => [
    sentence(input.about(`bank:${name}`), ownersThere(`bank:${name}`, input, names)),
    'keys',
  ],
  space: (name, input, names) => [
    sentence(_('Bonus space {n}, empty', { n: name }), figuresThere(Number(name), input, names)),
    'track',
  ],
  bonus: (name, input, names) => [
    sentence(describeSpot(`bonus:${name}`, input, names), figuresThere(Number(name), input, names)),
    name,
  ],
  tile: (name, input, names) => [sentence(describeSpot(`tile:${name}`, input, names)), name],
  prize: (name, input) => [sentence(input.about(`prize:${name}`), input.about('prize')), 'vp'],
  won(name, input, names) {
    const { position, me } = input;
    const rows = position.standings[name].filter((row) => row.place);
    const list = [...rows]
      .sort((a, b) => a.place! - b.place!)
      .map((row) => `${row.seat === me ? _('you') : (names[row.seat] ?? row.seat)} ${row.sum}`);
    const now = list.length ? _('Now: {list}.', { list: list.join(', ') }) : '';
    const prize = position.districts[name].vp_tile!;
    return [sentence(districtName(name), input.about(`prize:${prize[0]}`), now), 'districts'];
  },
  ends: (_name, input) => [
    sentence(plural('{n} end-game tile', '{n} end-game tiles', input.position.end_tiles.left), input.about('ends')),
    'end',
  ],
  end: (_name, input) => [input.about('end'), 'end'],
  hand(_name, input) {
    const own = input.me ? input.position.seats[input.me] : null;
    return [
      sentence(
        own ? _('Keys: {hand} in hand, {reserve} in reserve', { hand: own.hand ?? '?', reserve: own.reserve }) : '',
        input.about('hand'),
      ),
      'keys',
    ];
  },
  good: (name, input) => [input.about(name), RESOURCES.includes(name as Good) ? 'pay' : 'section'],
  supply: (name, input) => [
    sentence(_('{n} in the supply', { n: input.position.supply[name as Good] ?? 0 }), input.about('supply')),
    'market',
  ],
  buy: (name, input) => [
    sentence(
      _('Buy {good} for {n} F.', { good: input.name(name), n: input.edition.tokens.buy[name] }),
      _('{n} in the supply', { n: input.position.supply[name as Good] ?? 0 }),
    ),
    'market',
  ],
  sell: (name, input) => [
    _('Sell {good} for {n} F.', { good: input.name(name), n: input.edition.tokens.sell[name] }),
    'market',
  ],
  sky: (name) => [sentence(_('Landmarks of {district}', { district: districtName(name) })), 'landmarks'],
  card: (name, input) => [input.about(`L${name}`), 'landmarks'],
};

/** The tooltip of a spot. A legal target has no link to a rule: the bubble must let presses through. */
export function tipOf(spot: string, input: Input, names: Names): Tip {
  if (input.targets.has(spot)) {
    const text = describeSpot(spot, input, names);
    if (text) return { text: sentence(text, ownersThere(spot, input, names)) };
  }
  const missing = describeMissing(spot, input);
  if (missing) return { text: missing };
  const [kind, name] = spot.split(':');
  const [text, topic] = ABOUT[kind]?.(name, input, names) ?? aboutProperty(spot, input, names);
  return { text, rule: input.rules[topic] };
}

/** A seat's plate: what its points consist of. */
export const plateTip = (seat: string, input: Input, names: Names): Tip => ({
  text: `${names[seat]}: ${pointsName(pointsOf(input, seat))}`,
  rule: input.rules.total,
});

const figureName = (seat: string, { me }: Input, names: Names): string =>
  seat === me ? _('your meeple') : _('meeple of {name}', { name: names[seat] ?? seat });

/** A figure that has not started on the bonus track. */
export const figureTip = (seat: string, input: Input, names: Names): Tip => ({
  text: sentence(capital(figureName(seat, input, names)), input.about('track')),
  rule: input.rules.track,
});

/** Whose figures stand on a space of the bonus track. */
function figuresThere(space: number, input: Input, names: Names): string {
  const { seats } = input.position;
  const here = Object.keys(seats).filter((seat) => seats[seat].meeple === space);
  const list = here.map((seat) => figureName(seat, input, names)).join(', ');
  return list && _('Here: {list}.', { list });
}

/** Where a seat stands on the point track. */
export function discTip(seat: string, { position }: Input, names: Names): Tip {
  const { total } = position.scores[seat];
  const said = { name: names[seat] ?? seat, total, vp: position.seats[seat].vp };
  return {
    text:
      position.phase === 'over'
        ? _('{name}: {n} VP.', { name: said.name, n: total })
        : _('{name}: {total} VP if the game ended now, {vp} of them scored so far.', said),
  };
}

/** A district: its VP tile and the sums, or how it gets one. */
export function districtTip(district: string, input: Input, names: Names): Tip {
  if (input.position.districts[district].vp_tile) return tipOf(`won:${district}`, input, names);
  return { text: sentence(districtName(district), input.about('prize')), rule: input.rules.vp };
}

const keysThere = (keys: readonly string[], names: Names, me: string | null): string =>
  keys.length ? _('Here: {list}.', { list: keysName(keys, names, me).join(', ') }) : '';

/** Whose keys stand on a spot. */
function ownersThere(spot: string, input: Input, names: Names): string {
  const { position, me } = input;
  if (spot === 'arc') return keysThere(position.arc, names, me);
  const { district, value, landmark } = placeOf(spot);
  const part = position.districts[district];
  if (!part) return '';
  if (spot.startsWith('bank:')) return keysThere(part.bank.keys, names, me);
  const keys = landmark ? part.landmarks[`L${value}`]?.keys : part.buildings[value]?.keys;
  return keysThere(keys ?? [], names, me);
}

/** A building or landmark in the city: whose keys are there, what it costs and what an arrival gives. */
function aboutProperty(spot: string, input: Input, names: Names): [string, string] {
  const { district, value, landmark } = placeOf(spot);
  const part = input.position.districts[district];
  if (!part) return ['', ''];
  const owners = ownersThere(spot, input, names);
  if (landmark) return [sentence(input.about(`L${value}`), owners), 'section'];
  const { type, token } = part.buildings[value];
  return [
    sentence(
      type
        ? placeName(spot, input)
        : _('{district} {value}, not yet built', { district: districtName(district), value }),
      owners,
      token ? _('{good} beside it', { good: capital(input.name(token)) }) : '',
      input.about(`value:${value}`),
    ),
    'eights',
  ];
}
