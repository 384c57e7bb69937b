// The game's texts: names of places, goods, tiles; what a move costs and gives. Messages that the server has too
// are written alike, so that one catalogue serves both.
import { _, pgettext, plural } from '../../lib/i18n.svelte';
import { endFrancs, landmarkOf, placeOf, type Edition } from './edition';
import type { Goal, Good, Goods, Pays, Position, Prize, Standing } from './types';

export { _, pgettext, plural };

export const GOODS: Good[] = ['wood', 'marble', 'gold', 'bronze', 'silver', 'gold_prestige'];
export const RESOURCES: Good[] = ['wood', 'marble', 'gold'];

const TYPES: Record<string, () => string> = {
  cafe: () => _('café'),
  bakery: () => _('bakery'),
  restaurant: () => _('restaurant'),
  residence: () => _('residence'),
  hotel: () => _('hotel'),
  theatre: () => _('theatre'),
};
export const typeName = (type: string): string => TYPES[type]?.() ?? type;

const GOOD: Record<Good, () => string> = {
  wood: () => _('wood'),
  marble: () => _('marble'),
  gold: () => _('gold'),
  bronze: () => _('bronze prestige'),
  silver: () => _('silver prestige'),
  gold_prestige: () => _('gold prestige'),
};
export const goodName = (good: string): string => GOOD[good as Good]?.() ?? good;

/** What an end-game tile is (P71); how many francs or VP it brings is the edition's. */
export const endName = (kind: string, edition: Edition): string =>
  kind === 'francs'
    ? francs(endFrancs(edition))
    : kind.startsWith('vp')
      ? _('{n} VP', { n: kind.slice(2) })
      : goodName(kind);

/** The name in the reader's language; the edition has the English name. */
export const landmarkName = (edition: Edition, value: number): string => _(landmarkOf(edition, value).name);
export const capital = (words: string): string => words.replace(/^./u, (letter) => letter.toUpperCase());
export const districtName = (district: string): string => district.replace('La-', 'La ');
/** A short form for narrow places. */
export const districtShort = (district: string): string => districtName(district).replace('Saint-', 'St-');
export const prizeName = (prize: Prize): string => prize.join('·');
export const francs = (n: number): string => _('{n} F', { n });
export const points = (n: number): string => _('{n} VP', { n });
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

const ORDINALS = [() => '', () => _('1st'), () => _('2nd'), () => _('3rd'), () => _('4th')];
export const ordinal = (place: number | null): string => ORDINALS[place ?? 0]();

/** "2 × marble, 1 × gold": a form that needs no declension in any language. */
export const goodsName = (goods: Goods): string =>
  GOODS.filter((good) => goods[good])
    .map((good) => _('{n} × {good}', { n: goods[good], good: goodName(good) }))
    .join(', ');

/** A property as a heading: "Café 5", "Panthéon 12". */
export function propertyName(name: string, position: Position, edition: Edition): string {
  const { district, value, landmark } = placeOf(name);
  if (landmark) return `${landmarkName(edition, value)} ${value}`;
  const type = position.districts[district].buildings[value]?.type;
  return type ? `${capital(typeName(type))} ${value}` : _('space {n}', { n: value });
}

/** Where a key stands or goes, in words. */
export function placeName(name: string, position: Position, edition: Edition): string {
  if (name === 'arc') return _('the Arc');
  const { district } = placeOf(name);
  if (name.startsWith('bank:')) return _('the bank of {district}', { district: districtName(district) });
  return `${propertyName(name, position, edition)}, ${districtName(district)}`;
}

/** The keys that stand somewhere: "key of Ana, your key". */
export const keysName = (keys: readonly string[], names: Record<string, string>, me: string | null): string[] =>
  keys.map((seat) => (seat === me ? _('your key') : _('key of {name}', { name: names[seat] ?? seat })));

/** "3 F, 1 × wood" */
export const priceName = (francsDue: number, units: Goods): string =>
  [francs(francsDue), goodsName(units)].filter(Boolean).join(', ');

/** What an arrival gives (P45-P49): "gold prestige", "a bonus tile for 2 F" … */
export function gainNames(goal: Goal): string[] {
  const found: string[] = [];
  if (goal.token) found.push(goodName(goal.token));
  if (goal.track === 0) found.push(_('a bonus tile'));
  if (goal.track) found.push(_('a bonus tile for {n} F', { n: goal.track }));
  if (goal.vp) found.push(points(goal.vp));
  if (goal.sections.length) found.push(_('sections to fill'));
  if (goal.fourth) found.push(_('a VP tile to place'));
  return found;
}

/** Tiles whose VP depend on what the player has; all others bring a fixed amount (P51). */
const BY_WHAT_ONE_HAS = [20, 23, 24, 27, 30];

/** What a bonus tile would bring now: "6 VP", "+4 F"; a scoring tile says so even if it is 0. */
export function paysName(pays: Pays | undefined, number: number, edition: Edition): string {
  if (!pays) return '';
  const found = [];
  const scores =
    edition.bonus.per_value[number] || edition.bonus.per_landmark[number] || BY_WHAT_ONE_HAS.includes(number);
  if (pays.vp || scores) found.push(points(pays.vp));
  if (pays.francs) found.push(_('{n} F', { n: signed(pays.francs) }));
  if (pays.keys) found.push(_('a key'));
  return found.join(', ');
}

const TILES: Record<number, (n: Record<string, number | string>) => string> = {
  1: (n) => _('{francs} francs', n),
  2: () => _('a wood'),
  3: () => _('a marble'),
  4: () => _('a gold'),
  5: (n) => _('{francs} francs', n),
  6: (n) => _('{vp} VP per value-{value} building', n),
  7: (n) => _('{points} VP and {francs} francs', n),
  8: () => _('any prestige'),
  9: () => _('move onto your own key'),
  10: () => _('any resource'),
  11: (n) => _('{vp} VP per value-{value} building', n),
  12: (n) => _('{francs} francs', n),
  13: (n) => _('{price} F for a key from the reserve', n),
  14: (n) => _('{price} F for a key from the reserve', n),
  15: (n) => _('{vp} VP per value-{value} building', n),
  16: () => _("move onto a rival's key"),
  17: () => _('take any tile, the figure stays'),
  18: (n) => _('{vp} VP per value-{value} building', n),
  19: () => _('any two prestige'),
  20: (n) => _('{each} VP per other unused tile', n),
  21: () => _('any two resources'),
  22: (n) => _('{francs} francs', n),
  23: (n) => _('{pair} VP per prestige pair given up', n),
  24: (n) => _('{pair} VP per resource pair given up', n),
  25: (n) => _('back 1 to {back} tiles, take that one', n),
  26: (n) => _('{vp} VP per value-{value} building', n),
  27: () => _('1 VP per franc at the end'),
  28: (n) => _('{vp} VP per value-{value} building', n),
  29: (n) => _('{vp} VP per landmark', n),
  30: (n) => _('{types} VP for 4, 5, 6, 7 types', n),
};

/** What a bonus tile does (P51), in a line. */
export function tileName(number: number, edition: Edition, players: number): string {
  const { bonus } = edition;
  const n = String(number);
  const [value, vp] = bonus.per_value[n] ?? [0, 0];
  return TILES[number]({
    francs: bonus.francs[n] ?? 0,
    points: bonus.vp[n] ?? 0,
    value,
    vp: vp || (bonus.per_landmark[n] ?? 0),
    price: bonus.extra_key[n] ?? 0,
    each: bonus.per_unused[players] ?? 0,
    pair: bonus.per_pair[players] ?? 0,
    back: bonus.back_at_most,
    types: Object.keys(bonus.per_types)
      .sort()
      .map((types) => bonus.per_types[types])
      .join(', '),
  });
}

/** What decided a seat's place in a district (P74, P75); "" if the sums alone did. */
export function tieBreak(row: Standing): string {
  if (row.by === 'highest') return _('the sum is tied; the highest property, {n}, decides', { n: row.highest });
  if (row.by === 'shared') return _('tied in everything: the place is shared');
  if (row.by === 'half') return _('less than half of the first: the second place does not score');
  return '';
}
