// How a game ended that was not played to its end, in words.
import type { Player } from '../games/manifest';
import { _ } from './i18n.svelte';

export interface Outcome {
  /** play, resign, claim, aborted, expired or nobody */
  by: string;
  /** Who gave up, or whose game was claimed. */
  seat: string | null;
  ranks: Record<string, number>;
  /** Of a claim: `time`, or the player was `away` or `gone`. */
  why?: string;
  /** Of a game that was called off: how many steps each side would have had to take. */
  steps?: number;
}

/** "Ana lost on time."; '' for a game that was played to its end. `name` is what the player is called, null the reader:
 * in most languages the verb after "you" has a form of its own. */
export function gaveUp(outcome: Pick<Outcome, 'by' | 'why'> | null | undefined, name: string | null): string {
  const you = name === null;
  if (outcome?.by === 'resign') return you ? _('You resigned.') : _('{name} resigned.', { name });
  if (outcome?.by !== 'claim') return '';
  if (outcome.why === 'time') return you ? _('You lost on time.') : _('{name} lost on time.', { name });
  return you ? _('You did not come back.') : _('{name} did not come back.', { name });
}

/** What `gaveUp` calls the player on a seat: null if the reader plays it, and no other. */
export function nameOrReader(players: Pick<Player, 'seat' | 'name' | 'you'>[], seat?: string | null): string | null {
  const player = players.find((one) => one.seat === seat);
  return player?.you && players.filter((one) => one.you).length === 1 ? null : (player?.name ?? '');
}

/** The result in a headline. Whoever plays one seat and shares the first place has won as well. */
export function whoWon(players: Pick<Player, 'seat' | 'name' | 'you'>[], outcome: Outcome | null): string {
  const first = players.filter(({ seat }) => outcome?.ranks[seat] === 1);
  if (!first.length) return _('The game is over');
  if (first.length === players.length) return _('A draw');
  if (first.some(({ seat }) => nameOrReader(players, seat) === null)) return _('You won!');
  const names = first.map(({ name }) => name).join(', ');
  return first.length > 1 ? _('{names} won', { names }) : _('{name} won', { name: names });
}

/** How a player gave up, beside the name; '' while it plays on. */
export function gaveUpNote(how: string | null | undefined): string {
  if (!how) return '';
  return how === 'resign' ? _('has resigned') : how === 'time' ? _('lost on time') : _('has left the table');
}
