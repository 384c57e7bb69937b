// The tooltip of everything on the table: what it is, what it costs and gives, and the rule behind it. A legal target
// says what pressing it would do instead.
import { landmarkOf, placeOf, type Edition } from './edition';
import type { Input } from './input.svelte';
import { missingSays, spotName, spotSays, type Names } from './sentences';
import type { Good, Prize } from './types';
import {
  _,
  capital,
  districtName,
  gainNames,
  goodName,
  keysName,
  landmarkName,
  placeName,
  plural,
  points,
  priceName,
  prizeName,
  RESOURCES,
} from './words';

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
  stack: (name, input, names) => [
    sentence(spotName(`stack:${name}`, input, names), _('Each turn begins with drawing a building.')),
    'draw',
  ],
  arc: (_name, { position, me }, names) => [
    sentence(_('The Arc: no francs now, later any district.'), hereSays(position.arc, names, me)),
    'keys',
  ],
  bank(name, { position, edition, me }, names) {
    const { francs, keys } = position.districts[name].bank;
    const place = capital(placeName(`bank:${name}`, position, edition));
    const gives = _('{place}: {n} F at once; later any property of the district.', { place, n: francs });
    return [sentence(gives, hereSays(keys, names, me)), 'keys'];
  },
  space: (name) => [sentence(_('Bonus space {n}, empty', { n: name })), 'track'],
  bonus: (name, input, names) => [sentence(spotSays(`bonus:${name}`, input, names)), name],
  tile: (name, input, names) => [sentence(spotSays(`tile:${name}`, input, names)), name],
  prize(name, { position }) {
    const prize = position.vp_tiles.find((one) => String(one[0]) === name)!;
    return [sentence(prizeSays(prize), _('A VP tile is placed with the fourth key of a district.')), 'vp'];
  },
  won(name, { position, me }, names) {
    const rows = position.standings[name].filter((row) => row.place);
    const list = [...rows]
      .sort((a, b) => a.place! - b.place!)
      .map((row) => `${row.seat === me ? _('you') : (names[row.seat] ?? row.seat)} ${row.sum}`);
    const now = list.length ? _('Now: {list}.', { list: list.join(', ') }) : '';
    return [sentence(districtName(name), prizeSays(position.districts[name].vp_tile!), now), 'districts'];
  },
  ends: (_name, { position }) => [
    sentence(
      plural('{n} end-game tile', '{n} end-game tiles', position.end_tiles.left),
      _('End-game tiles can be taken once the last building is drawn.'),
    ),
    'end',
  ],
  end: () => [_('Use it in your turn, or keep it: what is left is sold or counted at the end.'), 'end'],
  hand(_name, { position, edition, me }) {
    const own = me ? position.seats[me] : null;
    const list = Object.keys(edition.bonus.extra_key).join(', ');
    return [
      sentence(
        own ? _('Keys: {hand} in hand, {reserve} in reserve', { hand: own.hand ?? '?', reserve: own.reserve }) : '',
        _('Bonus tiles {list} bring keys from the reserve to the hand.', { list }),
      ),
      'keys',
    ];
  },
  good: (name, { edition }) => [goodSays(name as Good, edition), RESOURCES.includes(name as Good) ? 'pay' : 'section'],
  supply: (name, { position }) => [
    sentence(
      _('{n} in the supply', { n: position.supply[name as Good] ?? 0 }),
      _('Resources that were paid or sold come here and can be bought.'),
    ),
    'market',
  ],
  sky: (name) => [sentence(_('Landmarks of {district}', { district: districtName(name) })), 'landmarks'],
  card: (name, { edition }) => [landmarkSays(Number(name), edition), 'landmarks'],
};

/** The tooltip of a spot. A legal target has no link to a rule: the bubble must let presses through. */
export function tipOf(spot: string, input: Input, names: Names): Tip {
  if (input.targets.has(spot)) {
    const text = spotSays(spot, input, names);
    if (text) return { text };
  }
  const missing = missingSays(spot, input);
  if (missing) return { text: missing };
  const [kind, name] = spot.split(':');
  const [text, topic] = ABOUT[kind]?.(name, input, names) ?? propertySays(spot, input, names);
  return { text, rule: input.rules[topic] };
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

const hereSays = (keys: readonly string[], names: Names, me: string | null): string =>
  keys.length ? _('Here: {list}.', { list: keysName(keys, names, me).join(', ') }) : '';

const prizeSays = (prize: Prize): string =>
  _('VP tile {prize}: at the end {first} VP for the highest sum in its district, {second} and {third} for the next.', {
    prize: prizeName(prize),
    first: prize[0],
    second: prize[1],
    third: prize[2],
  });

function goodSays(good: Good, { tokens, section_vp }: Edition): string {
  const use = section_vp[good]
    ? _('Fills a section of a landmark for {n} VP.', { n: section_vp[good] })
    : good === 'wood'
      ? _('Pays for a building of value 8.')
      : _('Pays for landmarks.');
  return sentence(capital(goodName(good)), use, _('Sells for {n} F.', { n: tokens.sell[good] }));
}

function landmarkSays(value: number, edition: Edition): string {
  const { marble, gold, sections } = landmarkOf(edition, value);
  const list = sections.map((good) => `${goodName(good)} ${points(edition.section_vp[good])}`).join(', ');
  return sentence(
    `${landmarkName(edition, value)} ${value}`,
    _('From the Arc or a bank it costs {price}.', { price: priceName(value, { marble, gold }) }),
    list ? _('Sections: {list}.', { list }) : '',
  );
}

/** A building or landmark in the city: whose keys are there, what it costs and what an arrival gives (P42, P46). */
function propertySays(spot: string, { position, edition, me }: Input, names: Names): [string, string] {
  const { district, value, landmark } = placeOf(spot);
  if (!position.districts[district]) return ['', ''];
  const part = position.districts[district];
  if (landmark) {
    const keys = part.landmarks[`L${value}`]?.keys ?? [];
    return [sentence(landmarkSays(value, edition), hereSays(keys, names, me)), 'section'];
  }
  const { type, token, keys } = part.buildings[value];
  const { bonus_move_free: free, bonus_move_paid: paid, vp_for_8, wood_for_8, values } = edition.buildings;
  const top = value === values[values.length - 1];
  const gives = gainNames({
    token,
    track: free.includes(value) ? 0 : value === paid.value ? paid.francs : null,
    vp: top ? vp_for_8 : 0,
    sections: [],
    fourth: false,
  }).join(', ');
  return [
    sentence(
      type
        ? placeName(spot, position, edition)
        : _('{district} {value}, not yet built', { district: districtName(district), value }),
      hereSays(keys, names, me),
      _('From the Arc or a bank it costs {price}.', { price: priceName(value, { wood: top ? wood_for_8 : 0 }) }),
      gives ? _('On arrival: {gives}.', { gives }) : '',
    ),
    'eights',
  ];
}
