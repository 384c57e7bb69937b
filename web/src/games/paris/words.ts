// The short labels of this page: places, prices, what a move gives. The server sends the names they are made of, the
// log, the legal steps and the prompts as text; questions.ts has those for a choice in progress.
import { _, capital, pgettext, plural, signed } from '../../lib/i18n.svelte';
import { placeOf } from './edition';
import type { Input } from './input.svelte';
import type { Goal, Good, Goods, Pays, Prize, Standing } from './types';

export { _, capital, pgettext, plural, signed };

export const GOODS: Good[] = ['wood', 'marble', 'gold', 'bronze', 'silver', 'gold_prestige'];
export const RESOURCES: Good[] = ['wood', 'marble', 'gold'];

export const districtName = (district: string): string => district.replace('La-', 'La ');
export const prizeName = (prize: Prize): string => prize.join('·');
export const francs = (n: number): string => _('{n} F', { n });
export const points = (n: number): string => _('{n} VP', { n });

const ORDINALS = [() => '', () => _('1st'), () => _('2nd'), () => _('3rd'), () => _('4th')];
export const ordinal = (place: number | null): string => ORDINALS[place ?? 0]();

/** "2 × marble, 1 × gold": a form that needs no declension in any language. */
export const goodsName = (goods: Goods, input: Input): string =>
  GOODS.filter((good) => goods[good])
    .map((good) => _('{n} × {good}', { n: goods[good], good: input.name(good) }))
    .join(', ');

/** A property as a heading: "Café 5", "Panthéon 12". */
export function propertyName(name: string, input: Input): string {
  const { district, value, landmark } = placeOf(name);
  if (landmark) return `${input.name(`L${value}`)} ${value}`;
  const type = input.position.districts[district].buildings[value]?.type;
  return type ? `${capital(input.name(type))} ${value}` : _('space {n}', { n: value });
}

/** Where a key stands or goes, in words. */
export function placeName(name: string, input: Input): string {
  if (name === 'arc' || name.startsWith('bank:')) return input.name(name);
  const { district } = placeOf(name);
  return `${propertyName(name, input)}, ${districtName(district)}`;
}

/** The keys that stand somewhere: "key of Ana, your key". */
export const keysName = (keys: readonly string[], names: Record<string, string>, me: string | null): string[] =>
  keys.map((seat) => (seat === me ? _('your key') : _('key of {name}', { name: names[seat] ?? seat })));

/** "3 F, 1 × wood" */
export const priceName = (francsDue: number, units: Goods, input: Input): string =>
  [francs(francsDue), goodsName(units, input)].filter(Boolean).join(', ');

/** What an arrival gives (P45-P49): "gold prestige", "a bonus tile for 2 F" … */
export function gainNames(goal: Goal, input: Input): string[] {
  const found: string[] = [];
  if (goal.token) found.push(input.name(goal.token));
  if (goal.track === 0) found.push(_('a bonus tile'));
  if (goal.track) found.push(_('a bonus tile for {n} F', { n: goal.track }));
  if (goal.vp) found.push(points(goal.vp));
  if (goal.sections.length) found.push(_('sections to fill'));
  if (goal.fourth) found.push(_('a VP tile to place'));
  return found;
}

/** What a bonus tile would bring now: "6 VP", "+4 F"; a scoring tile says so even if it is 0. */
export function paysName(pays: Pays | undefined, number: number, input: Input): string {
  if (!pays) return '';
  const found = [];
  if (pays.vp || input.glossary[number]?.scores) found.push(points(pays.vp));
  if (pays.francs) found.push(_('{n} F', { n: signed(pays.francs) }));
  if (pays.keys) found.push(_('a key'));
  return found.join(', ');
}

/** What decided a seat's place in a district (P74, P75); "" if the sums alone did. */
export function tieBreak(row: Standing): string {
  if (row.by === 'highest') return _('the totals are tied; the highest property, {n}, decides', { n: row.highest });
  if (row.by === 'shared') return _('tied on everything: the place is shared');
  if (row.by === 'half') return _('less than half of first place: second place does not score');
  return '';
}
