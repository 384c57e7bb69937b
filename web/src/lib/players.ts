// The players at a table, as a game's front end shows them.
import type { GameState } from './api';
import type { Player, PositionTexts, LogLine } from '../games/manifest';
import { store } from './store.svelte';
import { _ } from './i18n.svelte';
import { changesOf, sentence } from './log';

export const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V'];

/** A bot's name and level as text. */
export function botName(bot: string): { name: string; level: string } {
  const found = store.server?.bots.find((one) => one.bot === bot);
  return found ? { name: found.name, level: ROMAN[found.level] } : { name: bot, level: '' };
}

export function playersOf(state: GameState, texts: PositionTexts | null): Player[] {
  const toMove = state.status === 'running' ? (state.view?.seat as string | null | undefined) : null;
  const shared = state.mine.length > 1;
  const players = state.seats.map((seat, at) => {
    // Before the texts arrive a seat has no note: its name in the notation is not for people.
    const colour = texts?.seats[seat.seat]?.name ?? '';
    const you = state.mine.includes(seat.seat) && !seat.bot;
    const bot = seat.bot ? botName(seat.bot) : null;
    const first = texts?.seats[seat.seat]?.first ?? '';
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
  return withUniqueNames(players, texts);
}

/** Bots of one level share a name, and people may: then the seat's name is added. */
export function withUniqueNames(players: Omit<Player, 'name'>[], texts: PositionTexts | null): Player[] {
  return players.map((one) => {
    const seat = players.some((other) => other !== one && other.called === one.called)
      ? texts?.seats[one.seat]?.name
      : '';
    return { ...one, name: seat ? `${one.called} (${seat})` : one.called };
  });
}

/** A line of the log as a sentence, with what it cost and brought: "Ana buys gold (−6 F, +1 gold)." */
export function spokenLine(line: LogLine, players: Player[]): string {
  const { own, others } = changesOf(line);
  const name = (seat: string): string => players.find((one) => one.seat === seat)?.name ?? seat;
  const changes = [...own.map((one) => one.label), ...others.map((one) => `${name(one.seat)}: ${one.label}`)];
  return changes.length ? sentence(line).replace(/\.$/, ` (${changes.join(', ')}).`) : sentence(line);
}

/** Every seat's points over the steps of a game, for a chart. */
export function pointCurves(
  texts: PositionTexts | null,
  players: Player[],
): { name: string; place: number; values: number[] }[] {
  return players.map((one) => {
    const values = [0];
    for (const line of texts?.log ?? []) {
      while (values.length < line.at) values.push(values[values.length - 1]);
      values[line.at] = line.totals[one.seat] ?? 0;
    }
    return { name: one.name, place: one.place, values };
  });
}
