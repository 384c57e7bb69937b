// The question above the board: the server's, or a more specific one once something is chosen.
import { sentence } from '../../lib/log';
import type { PositionTexts } from '../manifest';
import type { Input } from './input.svelte';
import { goalOfTurn, propertySpot, type Offer } from './steps';
import { _, districtName, francs, plural } from './words';

/** The server's prompt, as its first sentence and the rest. */
function prompt(texts: PositionTexts | null | undefined): [string, string] {
  const [, first, rest] = /^(.*?[.?!])\s+(.*)$/u.exec(texts?.question ?? '') ?? ['', texts?.question ?? '', ''];
  return [first, rest];
}

export function headline(input: Input, texts: PositionTexts | null | undefined): string {
  const { position, chosen } = input;
  if (input.active && position.question && !chosen?.startsWith('tile:')) return prompt(texts)[0];
  if (input.active && chosen) {
    if (chosen.startsWith('tile:')) return _('Which tile do you take?');
    if (chosen !== 'hand' && !chosen.startsWith('prize:')) return _('Where does this key go?');
    if (input.picked === 'hand') return _('Where do you place a key?');
  }
  if (input.active && position.phase === 'action' && !position.question) return _('What is your action?');
  if (input.active && position.phase === 'done' && !position.question) return _('Ready to end your turn?');
  return texts?.question ?? '';
}

/** Whether the headline tells a step instead of asking something: one that is played back, or an earlier one. */
export const told = (texts: PositionTexts | null | undefined): boolean => Boolean(texts && !texts.rules.question);

/** A tip shown while no spot is hovered or focused. */
export function hintline(input: Input, texts: PositionTexts | null | undefined): string {
  const { position, chosen, me } = input;
  const own = me ? position.seats[me] : null;
  if (position.phase === 'over') return '';
  if (!input.active || !own) {
    if (told(texts)) return '';
    const last = texts?.log.at(-1);
    const said = last ? sentence(last) : '';
    return texts?.question.startsWith(said.slice(0, -1)) ? '' : said;
  }
  if (position.question) return prompt(texts)[1] || input.about(position.question.ask);
  if (position.phase === 'draw') return input.about('stack');
  if (chosen?.startsWith('tile:')) return input.tile(chosen.slice(5));
  if (chosen && chosen !== 'hand') {
    const from = chosen === 'arc' ? 'arc' : chosen.startsWith('bank:') ? 'bank' : 'property';
    return `${input.about(`from:${from}`)} ${_('{n} to spend.', { n: francs(own.francs ?? 0) })}`;
  }
  const unused = Object.keys(own.unused ?? {}).length;
  if (position.turns_left !== null) {
    const when = position.last_round ? _('Your last turn.') : _('One more turn after this one.');
    const rest = unused
      ? `${plural('{n} unused bonus tile.', '{n} unused bonus tiles.', unused)} ${input.about('last-turn')}`
      : (texts?.question ?? '');
    return `${when} ${rest}`;
  }
  if (!chosen && input.origins.size) return _('Choose one of your keys to see where it can go.');
  if (position.phase === 'done') return texts?.question ?? '';
  if (chosen === 'hand' && !input.offers.some((one) => one.kind === 'end'))
    return _('Click or tap a bank or the Arc to put a key there, or one of your keys to move it.');
  if (position.phase === 'action') return texts?.question ?? '';
  return '';
}

const CARDS: readonly string[] = ['pay', 'section', 'pair'];

/** A question that no spot of the board answers, so a card asks it, and the spot it is about. */
export function askedIn(input: Input): { spot: string; offers: Offer[] } | null {
  if (!input.active) return null;
  if (input.among) return input.among;
  const { question } = input.position;
  if (!question || !CARDS.includes(question.ask)) return null;
  const found = input.offers.filter((one) => one.kind === question.ask);
  const goal = goalOfTurn(input.props().view);
  const spot = question.landmark ?? (goal ? propertySpot(goal, input.position) : 'arc');
  return { spot, offers: [...found].sort((a, b) => rank(a) - rank(b)) };
}

/** Tokens before tiles, tiles before end-game tiles, "enough" last, so that the most likely choice comes first. */
function rank({ step }: Offer): number {
  if (step.endsWith(' done')) return 3;
  return step.endsWith(' token') ? 0 : step.includes(' bonus') ? 1 : 2;
}

/** Which of several steps one press meant. */
export function whichOf({ spot, offers }: { spot: string; offers: Offer[] }, input: Input): string {
  const [kind] = offers.map((one) => one.kind);
  if (kind === 'end') return _('Which end-game tile do you take?');
  if (kind === 'move' && spot.startsWith('sky:'))
    return _('Which landmark do you add to {district}?', { district: districtName(spot.slice(4)) });
  if (kind === 'move') return _('Which district does it go to?');
  if (spot.startsWith('tile:') && kind === 'use')
    return _('Tile {n} would give you nothing now. Use it anyway?', { n: spot.slice(5) });
  if (spot.startsWith('tile:')) return input.tileName(spot.slice(5));
  return _('Which one?');
}
