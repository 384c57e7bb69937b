// Playing on from a position of a replay: a new table that begins there, against bots.
import { postOnce, type GameState } from '../../lib/api';
import { isLocal } from '../../lib/host.svelte';
import { isStatic } from '../../lib/site';
import { ensurePerson } from '../../lib/store.svelte';
import type { Replay } from './replay.svelte';

/** Who plays a seat that no bot had. */
const OPPONENT = 'level3';

/** Open the table, and return its id. The reader has the seat that they had, or else the one that decides. */
export async function playOn({ source, moment, shown }: Replay): Promise<string> {
  const table = source.table;
  const seat = table?.mine[0] ?? shown!.view.seat!;
  const content = await source.view({ ...moment, branch: moment.branch ?? [], seat });
  const bot = (one: string): string => table?.seats.find((other) => other.seat === one)?.bot ?? OPPONENT;
  const wanted = { content, seats: source.seats.map((one) => (one === seat ? 'human' : bot(one))) };
  if (isStatic || (table && isLocal(table.id))) {
    const { continueLocal } = await import('../../device');
    return (await continueLocal(wanted)).id;
  }
  await ensurePerson();
  return (await postOnce<GameState>('/api/games/continue', wanted)).id;
}
