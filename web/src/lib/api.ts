// Calls to the HTTP API of the server, or of this device (`host.ts`), typed by its OpenAPI schema. Errors become a
// `Refusal` with a readable message.
import type { components } from './schema';
import type { Preview } from '../games/manifest';
import { blocked } from './blocked.svelte';
import { newKey } from './hash';
import { device, inServersPlace, isForDevice, mayAnswer } from './host.svelte';
import { _ } from './i18n.svelte';
import { isOnline, noteReached } from './net.svelte';

/** Milliseconds after which something that got no answer is sent again. */
const AGAIN = 500;

type Schemas = components['schemas'];
export type GameState = Schemas['GameState'];
export type StateText = Schemas['StateText'];
export type SeatState = Schemas['SeatState'];
export type GameSummary = Schemas['GameSummary'];
export type ServerInfo = Schemas['ServerInfo'];
export type GameInfo = Schemas['GameInfo'];
export type Me = Schemas['Me'];
export type OwnAccount = Schemas['OwnAccount'];
export type Friend = Schemas['Friend'];
export type AvoidedPerson = Schemas['AvoidedPerson'];
export type SessionInfo = Schemas['SessionInfo'];
export type Profile = Schemas['Profile'];
export type RecordPosition = Schemas['RecordPosition'];
export type WhatIfPosition = Schemas['WhatIfPosition'];
export type Hint = Schemas['Hint'];
export type EngineLines = Schemas['EngineLines'];
export type EngineLine = Schemas['EngineLine'];
export type Study = Schemas['Study'];
export type StudyNode = Schemas['StudyNode'];
export type StudyEntry = Schemas['StudyEntry'];
export type Prospects = Schemas['Prospects'];
export type Chat = Schemas['Chat'];
export type ChatMessage = Schemas['ChatMessage'];
export type JobState = Schemas['JobState'];
export type Openings = Schemas['Openings'];
export type OpeningChoice = Schemas['OpeningChoice'];
export type OpeningFigures = Schemas['OpeningFigures'];
export type OpeningPosition = Schemas['OpeningPosition'];
export type OwnOpenings = Schemas['OwnOpenings'];
export type PlayedGame = Schemas['PlayedGame'];
export type PlayerStatistics = Schemas['PlayerStatistics'];
export type AnalysisReport = Schemas['AnalysisReport'];
export type AnalysedTurn = Schemas['AnalysedTurn'];

/** What came back: the status of HTTP and the body. */
export interface Answer {
  status: number;
  said: unknown;
}

/** The server refused, or could not be reached (`status` 0). `message` is for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly rule = '',
    /** The whole response; for a step that came too late, the current state of the game. */
    readonly body: unknown = null,
  ) {
    super(text);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const own = isForDevice(path, body);
  const fromDevice = async (): Promise<Answer> =>
    (await device()).request(method, own ? path : inServersPlace(path), text, signal);
  let answer: Answer;
  try {
    const here = own || (!isOnline() && mayAnswer(path));
    answer = here ? await fromDevice() : await fromServer(method, path, text, signal);
  } catch (error) {
    if (signal?.aborted) throw new Refusal(0, 'aborted', '');
    if (error instanceof Refusal) throw error;
    if (own || !mayAnswer(path)) throw unreachable();
    answer = await fromDevice();
  }
  if (signal?.aborted) throw new Refusal(0, 'aborted', '');
  if (answer.status < 300) return answer.said as T;
  throw refusalOf(answer.status, answer.said);
}

/** Throws when no answer came. */
async function fromServer(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body, signal });
  } catch (error) {
    if (!signal?.aborted) noteReached(false);
    throw error;
  }
  noteReached(true);
  const said: unknown = answer.status === 204 ? undefined : await answer.json().catch(() => null);
  return { status: answer.status, said };
}

/** The refusal that a response stands for. */
export function refusalOf(status: number, said: unknown): Refusal {
  const error = (said as { error?: { code: string; text: string; rule: string } } | null)?.error;
  const text = error?.text ?? _('That did not work; try again.');
  return new Refusal(status, error?.code ?? 'refused', text, error?.rule, said);
}

/** No answer: the server cannot be reached. */
export const unreachable = (): Refusal =>
  new Refusal(0, 'offline', _('The server cannot be reached. Nothing was lost; try again.'));

/** Fetch something. A refusal also tells whether the person is blocked; what succeeds, that they are not any more. */
export async function get<T>(path: string): Promise<T> {
  try {
    const found = await ask<T>('GET', path);
    blocked.text = '';
    return found;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'blocked') blocked.text = error.message;
    throw error;
  }
}
export const post = <T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  ask<T>('POST', path, body, signal);
/**
 * Post something that must happen once. It carries a key of its own, so it is safe to send it again when no answer
 * came: the server does it once.
 */
export function postOnce<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  const keyed = { ...body, client_key: newKey() };
  return sendAgain(() => post<T>(path, keyed, signal));
}

/** Send something, and once more if no answer came. */
export async function sendAgain<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'offline') throw error;
    await new Promise((done) => setTimeout(done, AGAIN));
    return send();
  }
}

export const put = <T>(path: string, body: unknown): Promise<T> => ask<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => ask<T>('PATCH', path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>('DELETE', path);

/** What a step would change, in the position that `where` names. That it is not allowed, or that the game has moved on,
 * is an answer too: it throws a Refusal, with its rule if there is one. */
export async function previewOf(path: string, step: string, where: object = {}): Promise<Preview> {
  const { forbidden, ...preview } = await post<Preview & { forbidden: { text: string; rule: string } | null }>(path, {
    ...where,
    step,
  });
  if (forbidden) throw new Refusal(200, 'illegal', forbidden.text, forbidden.rule);
  return preview;
}
