// Texts of the tooltips: what a piece is, what it is worth, and the rule that says so.
import type { TooltipContent } from '../../components/tooltip';
import { nameOf, type Cell } from './draw/geometry';
import type { Edition } from './edition';
import type { Input } from './input.svelte';
import type { Slot } from './slots';
import type { Position, Seat } from './types';
import { _, brief, PIECE, plain, plural, spaceSays, tileSays } from './words';

const join = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');
const rule = (input: Input, name: string): string => input.props().texts?.rules[name] ?? '';
/** Without a link: the pointer could not reach what lies under the bubble. */
const cited = (input: Input, text: string, name: string): string =>
  rule(input, name) ? `${text} (${rule(input, name)})` : text;
/** A building in the supply or in a reserve: what it brings, and what it costs if it stays there. */
const worth = (name: string, { numbers, buildings }: Edition): string =>
  _('{building}, size {n}: brings {n} for each lamp beside it, {cost} if it is never built.', {
    building: name,
    n: (buildings[name] ?? []).join('').split('#').length - 1,
    cost: plain(numbers.unbuilt),
  });

export function supplyTip(input: Input, slot: Slot): string {
  const { edition, position } = input;
  if (!slot.here) {
    const building = slot.name;
    if (!slot.owner) return _('{building} has left the supply.', { building });
    return slot.owner === input.seat
      ? _('{building} is yours.', { building })
      : _('{building}, taken by {who}.', { building, who: input.called(slot.owner) });
  }
  const how =
    position.phase === 'paving'
      ? _('Taking it is a turn.')
      : _('In the supply. Only {card} can still lift it.', { card: 'Levitation' });
  const name = position.phase === 'paving' ? 'take' : 'levitation';
  return cited(input, join(worth(slot.name, edition), how), name);
}

export const reserveTip = (input: Input, slot: Slot): string =>
  slot.here
    ? cited(input, worth(slot.name, input.edition), 'build')
    : _('{building} has left the reserve.', { building: slot.name });

export const tileTip = (input: Input, tile: number, seat: Seat, turn: number): string => {
  const [first, ...rest] = tileSays(input.edition, tile, seat, turn);
  const says = `${first.toUpperCase()}${rest.join('')}.`;
  return cited(input, join(says, _('It goes onto any empty square, turned as you like.')), 'tile');
};

export const tokensTip = (input: Input, seat: Seat): TooltipContent => ({
  text: join(
    plural('{n} token left', '{n} tokens left', input.position.tokens[seat]) + '.',
    _('Each token pays for one postcard.'),
  ),
  rule: rule(input, 'card'),
});

export const chimneysTip = (input: Input, seat: Seat): TooltipContent =>
  join(
    plural('{n} chimney left', '{n} chimneys left', input.position.chimneys[seat]) + '.',
    _('Chimneys show whose a building is. They do not limit building.'), // L7
  );

export const tilesTip = (input: Input, seat: Seat): TooltipContent => ({
  text: join(
    plural('{n} tile to lay', '{n} tiles to lay', input.position.unplaced[seat].length) + '.',
    _('The paving ends with the last tile of both.'),
  ),
  rule: rule(input, 'tile'),
});

export const reservesTip = (input: Input, seat: Seat): TooltipContent => {
  const names = input.position.reserve[seat];
  return {
    text: join(
      (names.length ? _('reserve: {buildings}', { buildings: names.join(', ') }) : _('reserve empty')) + '.',
      _('Each building that is never built: {cost}.', { cost: plain(input.edition.numbers.unbuilt) }),
    ),
    rule: rule(input, 'unbuilt'),
  };
};

/** How to tell the seats apart without colours. */
export const coinTip = (seat: Seat): string =>
  seat === 'orange'
    ? _('Orange: fan-shaped paving, round chimney pots, a solid line.')
    : _('Blue: straight paving, square chimney pots, a beaded line.');

/** A space of the board and what stands on it. */
export function spaceTip(position: Position, edition: Edition, cell: Cell): string {
  const space = nameOf(cell),
    says = spaceSays(position, cell);
  const built = position.buildings.find((b) => b.spaces.includes(space));
  if (built) return `${says}. ${built.size} × ${built.lamps.length} = ${built.points}.`;
  const piece = position.pieces.find((p) => p.spaces.includes(space));
  const card = piece && Object.keys(PIECE).find((name) => PIECE[name] === piece.name);
  if (card) {
    const counts = position.postcards.find((one) => one.name === card);
    return join(`${says}.`, brief(card, edition), counts?.points ? _('Now: {n}.', { n: counts.points }) : '');
  }
  const lamp = position.lamps.find((one) => one.space === space);
  if (lamp) return join(`${says}.`, _('It lights {spaces}.', { spaces: lamp.lights.join(' ') }));
  return `${says}.`;
}
