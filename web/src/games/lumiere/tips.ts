// Texts of the tooltips: what a piece is, what it is worth, and the rule that says so.
import type { TooltipContent } from '../../components/tooltip';
import { nameOf, type Cell } from './draw/geometry';
import type { Input } from './input.svelte';
import type { Slot } from './slots';
import type { Seat } from './types';
import { _, capital, describeSpace, describeTile, minus, plural } from './words';

const join = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');
const rule = (input: Input, name: string): string => input.props().texts?.rules[name] ?? '';
/** Without a link: the pointer could not reach what lies under the bubble. */
const cited = (input: Input, text: string, name: string): string =>
  rule(input, name) ? `${text} (${rule(input, name)})` : text;
export function supplyTip(input: Input, slot: Slot): string {
  if (!slot.here) {
    const building = slot.name;
    if (!slot.owner) return _('{building} has left the supply.', { building });
    return slot.owner === input.seat
      ? _('{building} is yours.', { building })
      : _('{building}, taken by {who}.', { building, who: input.called(slot.owner) });
  }
  const topic = input.position.phase === 'paving' ? 'take' : 'levitation';
  return cited(input, join(input.about(slot.name), input.about(topic)), topic);
}

export const reserveTip = (input: Input, slot: Slot): string =>
  slot.here
    ? cited(input, input.about(slot.name), 'build')
    : _('{building} has left the reserve.', { building: slot.name });

export const tileTip = (input: Input, tile: number, seat: Seat, turn: number): string => {
  const shows = `${capital(describeTile(input, tile, seat, turn))}.`;
  return cited(input, join(shows, input.about('tile')), 'tile');
};

export const tokensTip = (input: Input, seat: Seat): TooltipContent => ({
  text: join(plural('{n} token left', '{n} tokens left', input.position.tokens[seat]) + '.', input.about('tokens')),
  rule: rule(input, 'card'),
});

export const chimneysTip = (input: Input, seat: Seat): TooltipContent =>
  join(plural('{n} chimney left', '{n} chimneys left', input.position.chimneys[seat]) + '.', input.about('chimneys'));

export const tilesTip = (input: Input, seat: Seat): TooltipContent => ({
  text: join(
    plural('{n} tile to lay', '{n} tiles to lay', input.position.unplaced[seat].length) + '.',
    input.about('tiles'),
  ),
  rule: rule(input, 'tile'),
});

export const reservesTip = (input: Input, seat: Seat): TooltipContent => {
  const names = input.position.reserve[seat];
  return {
    text: join(
      (names.length ? _('reserve: {buildings}', { buildings: names.join(', ') }) : _('reserve empty')) + '.',
      input.about('reserve'),
    ),
    rule: rule(input, 'unbuilt'),
  };
};

/** The whole plate of a seat. */
export const plateTip = (input: Input, seat: Seat): TooltipContent => {
  const { phase, scores } = input.position;
  const { total } = scores[seat];
  const values = { n: minus(total) };
  const points =
    phase === 'over'
      ? plural('{n} point', '{n} points', total, values)
      : plural('{n} point if the game ended now', '{n} points if the game ended now', total, values);
  return { text: join(`${input.called(seat)}: ${points}.`, coinTip(seat)), rule: rule(input, 'total') };
};

/** How to tell the seats apart without colours. */
export const coinTip = (seat: Seat): string =>
  seat === 'orange'
    ? _('Orange: fan-shaped paving, round chimney pots, a solid line.')
    : _('Blue: straight paving, square chimney pots, a beaded line.');

/** A space of the board and what stands on it. */
export function spaceTip(input: Input, cell: Cell): string {
  const { position } = input;
  const space = nameOf(cell),
    holds = `${describeSpace(input, cell)}.`;
  const built = position.buildings.find((b) => b.spaces.includes(space));
  if (built) return `${holds} ${built.size} × ${built.lamps.length} = ${built.points}.`;
  const piece = position.pieces.find((p) => p.spaces.includes(space));
  const card = piece && position.postcards.find((one) => input.card(one.name).piece === piece.name);
  if (card) return join(holds, input.card(card.name).brief, card.points ? _('Now: {n}.', { n: card.points }) : '');
  const lamp = position.lamps.find((one) => one.space === space);
  if (lamp) return join(holds, _('It lights {spaces}.', { spaces: lamp.lights.join(' ') }));
  return holds;
}
