// The players at a table, as a game's front end shows them.
import type { GameState } from './api';
import type { Player, PositionTexts, LogLine, View } from '../games/manifest';
import { store } from './store.svelte';
import { _ } from './i18n.svelte';
import { changesOf, sentence } from './log';
import { gaveUpNote } from './outcome';

export const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V', 'VI'];

type SeatState = GameState['seats'][number];

/** Who plays a level: the n-th bot of a level at a table is its n-th character. */
export function characterOf(bot: string, n: number): { name: string; about: string } | undefined {
  const all = store.server?.bots.find((one) => one.bot === bot)?.characters ?? [];
  return all[n % all.length];
}

/** A bot's level in Roman numerals; '' for a bot that is no level. */
export const botLevel = (bot: string): string => ROMAN[store.server?.bots.find((one) => one.bot === bot)?.level ?? 0];

/** The player's name: a person's own, what the host called them, or that of a bot's character. */
export const nameOnSeat = (seat: SeatState): string =>
  seat.name ??
  (seat.bot
    ? (characterOf(seat.bot, seat.character)?.name ?? seat.bot)
    : seat.kind === 'open'
      ? _('an open seat')
      : _('a deleted account'));

/** The colour of a place at the table, as tokens.css has it. */
export const seatColour = (place: number): string =>
  [_('orange'), _('blue'), _('purple'), _('ivory')][place - 1] ?? String(place);

/** Whether a seat is called by its colour, which then need not be told again. */
const isColour = (name: string, colour: string): boolean => name.toLowerCase() === colour.toLowerCase();

export function playersOf(state: GameState, texts: PositionTexts | null): Player[] {
  const toMove = state.status === 'running' ? (state.view?.seat as string | null | undefined) : null;
  const shared = state.mine.length > 1;
  const players = state.seats.map((seat, at) => {
    const colour = seatColour(at + 1);
    const you = state.mine.includes(seat.seat) && !seat.bot;
    const level = seat.bot ? botLevel(seat.bot) : '';
    const first = texts?.seats[seat.seat]?.first ?? '';
    const called = you ? (shared ? (seat.alias ?? first) : _('You')) : nameOnSeat(seat);
    const notes = [isColour(called, colour) ? '' : colour];
    if (seat.bot) notes.push(seat.name ? _('a bot is playing') : level ? _('bot, level {level}', { level }) : _('bot'));
    notes.push(gaveUpNote(seat.gave_up));
    return {
      seat: seat.seat,
      place: at + 1,
      called,
      named: you && !shared ? (seat.name ?? '') : '',
      you,
      bot: seat.bot !== null,
      note: notes.filter(Boolean).join(' · '),
      turn: toMove === seat.seat,
    };
  });
  return withUniqueNames(players, texts);
}

/** The players of a replay. `you`: the seats from which it is seen; `turn`: the seat that decides in its position;
 * `ended`: it is the end of the game, so that it is told who gave up. */
export function playersInReplay(
  table: GameState | null,
  seats: string[],
  texts: PositionTexts | null,
  { you, turn, ended }: { you: string[]; turn: string | null; ended: boolean },
): Player[] {
  const then = table && !ended ? { ...table, seats: table.seats.map((one) => ({ ...one, gave_up: null })) } : table;
  const known = then ? playersOf(then, texts) : [];
  const players = seats.map((seat, at): Omit<Player, 'name'> => {
    const first = texts?.seats[seat]?.first ?? seat;
    const colour = seatColour(at + 1);
    const note = isColour(first, colour) ? '' : colour;
    const found = known.find((one) => one.seat === seat) ?? { seat, place: at + 1, called: first, bot: false, note };
    const flag = you.includes(seat) ? undefined : _('To play'); // nobody thinks in a replay
    return { ...found, you: you.includes(seat), turn: turn === seat, flag };
  });
  return withUniqueNames(players, texts);
}

/** What the player of a seat is called; the seat itself, if nobody has it. */
export const nameIn = (players: readonly Player[], seat: string): string =>
  players.find((one) => one.seat === seat)?.name ?? seat;

/** People may share a name: then the seat's name is added. */
export function withUniqueNames(players: Omit<Player, 'name'>[], texts: PositionTexts | null): Player[] {
  return players.map((one) => {
    const seat = players.some((other) => other !== one && other.called === one.called)
      ? texts?.seats[one.seat]?.name
      : '';
    return { ...one, name: seat ? `${one.called} (${seat})` : one.called };
  });
}

/** The players of a lesson or a puzzle: the reader, and who is no person. */
export const sittersAt = (scene: { view: View; told: PositionTexts }, me: string): Player[] =>
  withUniqueNames(
    scene.view.seats.map((seat, at) => ({
      seat,
      place: at + 1,
      you: seat === me,
      bot: seat !== me,
      turn: scene.view.seat === seat,
      called: seat === me ? _('You') : (scene.told.seats[seat]?.first ?? seat),
      note: seat === me ? (scene.told.seats[seat]?.name ?? '') : _('your opponent'),
    })),
    scene.told,
  );

/** A line of the log as a sentence, with what it cost and brought: "Ana buys gold (−6 F, +1 gold)." */
export function spokenLine(line: LogLine, players: Player[]): string {
  const { own, others } = changesOf(line);
  const changes = [
    ...own.map((one) => one.label),
    ...others.map((one) => `${nameIn(players, one.seat)}: ${one.label}`),
  ];
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
