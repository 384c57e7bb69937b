// @vitest-environment jsdom
// What a table asks the server for, where the answer comes late.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage, GameState } from '../../src/lib/api';
import { wordsOf } from '../../src/lib/chat.svelte';
import type { Live } from '../../src/lib/live.svelte';
import { Lookback } from '../../src/pages/table/lookback.svelte';
import { Taking } from '../../src/pages/table/taking.svelte';
import { GameServer, stateAt, type Answer } from '../support/game-server';
import { viewOf } from '../support/views';

const nodeFetch = globalThis.fetch;
let server: GameServer;
let now: GameState;

beforeEach(async () => {
  server = new GameServer();
  await server.start();
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => nodeFetch(new URL(path, server.url), init));
});
afterEach(async () => {
  await server.stop();
  vi.unstubAllGlobals();
});
const until = (what: () => unknown) => vi.waitFor(() => expect(what()).toBeTruthy(), { interval: 5 });
/** Wait until an answer that was sent has been read. */
const settle = () => new Promise((done) => setTimeout(done, 60));

describe('a phrase of the chat', () => {
  it('is told in the words of the server', async () => {
    server.onget = () => ({ presets: { ouch: 'Au, das tat weh.' } });
    expect(await wordsOf('g1', { preset: 'ouch', text: null } as ChatMessage)).toBe('Au, das tat weh.');
  });
  it('is not asked for where a message has a text', async () => {
    expect(await wordsOf('g1', { preset: null, text: 'Hello' } as ChatMessage)).toBe('Hello');
    expect(server.requests).toEqual([]);
  });
});

describe('a hint', () => {
  let answer: (() => void) | null;
  let taking: Taking;
  beforeEach(() => {
    answer = null;
    const hint: Answer = { status: 200, body: { step: 'a', text: 'a' } };
    server.onact = () => new Promise((done) => (answer = () => done(hint)));
    now = stateAt(3);
    taking = new Taking(
      {} as Live,
      () => now,
      () => null,
    );
  });

  it('is shown although asking for it is an event', async () => {
    const asked = taking.ask();
    await until(() => answer);
    now = { ...now, seq: 4 };
    answer!();
    await asked;
    expect(taking.hint?.step).toBe('a');
  });

  it('is not shown in another position than the one it was asked for', async () => {
    const asked = taking.ask();
    await until(() => answer);
    now = stateAt(4);
    taking.movedOn();
    answer!();
    await asked;
    expect([taking.hint, taking.thinking]).toEqual([null, false]);
  });
});

describe('looking back', () => {
  let lookback: Lookback;
  /** By number of steps: lets the server answer. */
  let answers: Record<string, () => void>;
  beforeEach(() => {
    answers = {};
    server.onget = (path) => {
      const at = /\/at\/(\d+)$/.exec(path)?.[1];
      return at ? new Promise((done) => (answers[at] = () => done({ view: {} }))) : {};
    };
    now = stateAt(5, { view: viewOf('p1', 'p1:a p2:b p1:c p2:d p1:e') as unknown as GameState['view'] });
    lookback = new Lookback(() => now);
  });

  it('shows what was asked for last, in whichever order the answers come', async () => {
    void lookback.show(3);
    void lookback.show(2);
    await until(() => answers[3] && answers[2]);
    answers[2]();
    await until(() => lookback.past);
    answers[3]();
    await settle();
    expect(lookback.past?.at).toBe(2);
    lookback.close();
  });

  it('stays in the present where the person has returned before the answer', async () => {
    void lookback.show(3);
    await until(() => answers[3]);
    lookback.close();
    answers[3]();
    await settle();
    expect(lookback.past).toBeNull();
  });
});
