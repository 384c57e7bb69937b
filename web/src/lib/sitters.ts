// The people at a table as a face shows them.
import type { State } from './api';
import type { Sitter, Told, ToldLine } from '../games/face';
import { known } from './house.svelte';
import { _ } from './words.svelte';

export const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V'];

/** A bot's name and level, in words. */
export function botName(bot: string): { name: string; level: string } {
  const found = known.house?.bots.find((one) => one.bot === bot);
  return found ? { name: found.name, level: ROMAN[found.level] } : { name: bot, level: '' };
}

export function sittersOf(state: State, told: Told | null): Sitter[] {
  const toMove = state.status === 'running' ? (state.view?.seat as string | null | undefined) : null;
  const shared = state.mine.length > 1;
  const sitters = state.seats.map((seat, at) => {
    // Until the words are there nothing is said of a seat: what the notation calls it is no word.
    const colour = told?.seats[seat.seat]?.name ?? '';
    const you = state.mine.includes(seat.seat) && !seat.bot;
    const bot = seat.bot ? botName(seat.bot) : null;
    const first = told?.seats[seat.seat]?.first ?? '';
    const called = you ? (shared ? first : _('You')) : bot && !seat.name ? bot.name : (seat.name ?? _('an open seat'));
    const notes = [called === first ? '' : colour];
    if (bot)
      notes.push(seat.name ? _('a bot sits in') : bot.level ? _('bot, level {level}', { level: bot.level }) : _('bot'));
    if (seat.resigned) notes.push(_('has resigned'));
    return {
      seat: seat.seat,
      place: at + 1,
      called,
      you,
      bot: bot !== null,
      note: notes.filter(Boolean).join(' · '),
      turn: toMove === seat.seat,
    };
  });
  return apart(sitters, told);
}

/** Bots of one level share a name, as people may: then the seat tells them apart. */
export function apart(sitters: Omit<Sitter, 'name'>[], told: Told | null): Sitter[] {
  return sitters.map((one) => {
    const seat = sitters.some((other) => other !== one && other.called === one.called)
      ? told?.seats[one.seat]?.name
      : '';
    return { ...one, name: seat ? `${one.called} (${seat})` : one.called };
  });
}

/** A line of the log for ears: eyes see by a sign whose it is. */
export function heard(line: ToldLine, sitters: Sitter[]): string {
  return `${sitters.find((one) => one.seat === line.seat)?.name ?? ''}: ${line.text}`.replace(/[^.!?…]$/, '$&.');
}

/** Every seat's points over the steps of a game, for a chart. */
export function curvesOf(told: Told | null, sitters: Sitter[]): { name: string; place: number; values: number[] }[] {
  return sitters.map((one) => {
    const values = [0];
    for (const line of told?.log ?? []) {
      while (values.length < line.at) values.push(values[values.length - 1]);
      values[line.at] = line.totals[one.seat] ?? 0;
    }
    return { name: one.name, place: one.place, values };
  });
}
