// Links to games, for others, and what studies of them begin with. What is on this device nobody else can open, so a
// finished game goes to the server first; a game in progress does not, because its record has everything that is
// hidden.
import { get, post } from './api';
import { isLocal } from './host.svelte';
import { isStatic } from './site';

type Kind = 'games' | 'shared';

/** Whether there is a link to a game or a shared record that others can open. */
export const canShare = (id: string, over: boolean): boolean => !isLocal(id) || (over && !isStatic);

/** The address of a game or a shared record for everybody, at a step. */
export async function shareAt(kind: Kind, id: string, step?: number): Promise<string> {
  const token = await tokenFor(kind, id, step);
  return `/s/${token}${step === undefined ? '' : `?at=${step}`}`;
}

/** What a study of a game or a shared record begins with; null: without a server there are no studies. */
export function basisOf(kind: Kind, id: string): (() => Promise<object>) | null {
  if (isStatic) return null;
  if (isLocal(id)) return async () => ({ record: await recordOf(kind, id) });
  return () => Promise.resolve(kind === 'games' ? { game: id } : { token: id });
}

const recordOf = (kind: Kind, id: string): Promise<unknown> => get(`/api/${kind}/${id}/record`);

async function tokenFor(kind: Kind, id: string, step?: number): Promise<string> {
  if (isLocal(id)) return (await post<{ token: string }>('/api/records', await recordOf(kind, id))).token;
  if (kind === 'shared') return id;
  return (await post<{ token: string }>(`/api/games/${id}/share`, step === undefined ? {} : { step })).token;
}
