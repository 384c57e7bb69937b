// @vitest-environment jsdom
// The live state of a game, against a real local server.
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal, type GameState } from '../../src/lib/api';
import { Live } from '../../src/lib/live.svelte';
import { GameServer, stateAt, textAt } from '../support/game-server';

declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const nodeFetch = globalThis.fetch;
let server: GameServer;
let live: Live;

beforeEach(async () => {
  server = new GameServer();
  await server.start();
  // jsdom has no EventSource, and Node's fetch accepts no relative URLs: resolve both against the page's origin.
  jsdom.reconfigure({ url: `${server.url}/t/g1` });
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => nodeFetch(new URL(path, server.url), init));
  vi.stubGlobal(
    'EventSource',
    class extends EventSource {
      constructor(path: string) {
        super(new URL(path, server.url));
      }
    },
  );
  live = new Live('g1');
});
afterEach(async () => {
  live.close();
  document.head.innerHTML = '';
  await server.stop();
  vi.unstubAllGlobals();
});

const until = (what: () => unknown) => vi.waitFor(() => expect(what()).toBeTruthy(), { timeout: 8_000, interval: 10 });
const connected = () => until(() => live.link === 'connected');
const gets = () => server.requests.filter((request) => request.startsWith('GET /api/games/g1')).length;
/** Wait until the server has answered and the page has read the answer. */
const settle = () => new Promise((done) => setTimeout(done, 60));

describe('connecting', () => {
  it('shows the state that the server sends first', async () => {
    live.open();
    expect(live.link).toBe('connecting');
    await connected();
    expect(live.state?.seq).toBe(0);
    expect(server.requests).toEqual(['WS /api/games/g1/live?since=-1&text=1']);
  });

  it('shows the state that the page has asked for in its head, before the connection brings one', async () => {
    server.greet = false;
    document.head.innerHTML = '<link rel="preload" as="fetch" href="/api/games/g1?text=1">';
    live.open();
    await until(() => live.state?.seq === 0);
    expect(live.link).toBe('connecting');
    const texts = live.texts;
    server.send(stateAt(0));
    await connected();
    expect(live.texts).toBe(texts); // the same message again: nothing is drawn again
    server.send(stateAt(0, { text: textAt(0, -1, { question: 'Another question' }) }));
    await until(() => live.texts?.question === 'Another question');
  });

  it('reconnects after a broken connection and names the last state it has', async () => {
    live.open();
    await connected();
    server.state = stateAt(3);
    server.dropConnections();
    await until(() => live.link === 'reconnecting');
    await connected();
    expect(live.state?.seq).toBe(3);
    expect(server.requests).toContain('WS /api/games/g1/live?since=0&text=1');
  });

  it('moves to another process of the server at once, and nobody notices', async () => {
    live.open();
    await connected();
    const links: string[] = [];
    const watch = setInterval(() => links.push(live.link), 2);
    server.state = stateAt(3);
    server.restart();
    const began = Date.now();
    await until(() => live.state?.seq === 3);
    clearInterval(watch);
    expect(Date.now() - began).toBeLessThan(1_000);
    expect(new Set(links)).toEqual(new Set(['connected']));
    expect(server.requests).toContain('WS /api/games/g1/live?since=0&text=1');
  });

  it('says so where no other process takes over within a second', async () => {
    live.open();
    await connected();
    server.greet = false;
    server.restart();
    await until(() => server.requests.length === 2);
    expect(live.link).toBe('connected');
    await until(() => live.link === 'reconnecting');
    server.send(stateAt(1));
    await connected();
    expect(live.state?.seq).toBe(1);
  });

  it('falls back to an event stream after two sockets that never opened', async () => {
    server.refuseSockets = true;
    live.open();
    await connected();
    expect(server.requests.map((request) => request.split('?')[0])).toEqual([
      'WS /api/games/g1/live',
      'WS /api/games/g1/live',
      'GET /api/games/g1/events',
    ]);
    server.send(stateAt(1));
    await until(() => live.state?.seq === 1);
  });

  it('is offline while the browser is, and connects again when it is not', async () => {
    live.open();
    await connected();
    dispatchEvent(new Event('offline'));
    expect(live.link).toBe('offline');
    server.state = stateAt(2);
    dispatchEvent(new Event('online'));
    await connected();
    expect(live.state?.seq).toBe(2);
  });

  it('tells that the server cannot read games, and comes back soon after it can', async () => {
    live.open();
    await connected();
    server.greet = false;
    const away = { type: 'error', error: { code: 'store', text: 'Away.', rule: '' } };
    for (let attempt = 0; attempt < 3; attempt++) {
      await until(() => server.sockets.length);
      server.send(away);
      await until(() => live.trouble);
      expect(live.gone).toBeNull();
      server.dropConnections();
      expect(live.trouble).toBe(true);
    }
    expect(server.requests.every((request) => request.startsWith('WS'))).toBe(true);
    server.greet = true;
    await connected();
    expect(live.trouble).toBe(false);
  });

  it('says why a table cannot be shown, and stops trying', async () => {
    server.greet = false;
    live.open();
    await until(() => server.sockets.length);
    server.send({ type: 'error', error: { code: 'not-found', text: 'No such table.', rule: '' } });
    await until(() => live.gone);
    expect(live.gone?.message).toBe('No such table.');
    const before = server.requests.length;
    server.dropConnections();
    await new Promise((done) => setTimeout(done, 700));
    expect(server.requests.length).toBe(before);
  });

  it('tells who is blocked the reason, which a refused connection does not carry', async () => {
    server.refuseSockets = server.blocked = true;
    live.open();
    await until(() => live.gone);
    expect(live.gone?.message).toBe('You are blocked: spam');
  });

  it('opens no connection after it was closed', async () => {
    live.open();
    await connected();
    live.close();
    dispatchEvent(new Event('online'));
    await settle();
    expect(server.requests.length).toBe(1);
  });
});

describe('states', () => {
  it('ignores a state that is older than the one shown', async () => {
    live.open();
    await connected();
    server.send(stateAt(5));
    await until(() => live.state?.seq === 5);
    server.send(stateAt(4));
    await settle();
    expect(live.state?.seq).toBe(5);
  });

  it('keeps the same view and the same choices for the same position', async () => {
    live.open();
    await connected();
    const { view, legal } = live.state!;
    server.send(stateAt(0, { events: [{ seq: 0, kind: 'hint' }] as unknown as GameState['events'] }));
    await until(() => live.state?.events.length);
    expect(live.state!.view).toBe(view);
    expect(live.state!.legal).toBe(legal);
  });

  it('takes other choices in the same position', async () => {
    live.open();
    await connected();
    const { view } = live.state!;
    server.send(stateAt(0, { legal: ['a'] }));
    await until(() => live.state?.legal.length === 1);
    expect(live.state!.view).toBe(view);
  });

  it('does not show a view that does not match its hash, and fetches the state instead', async () => {
    live.open();
    await connected();
    server.state = stateAt(1);
    server.send(stateAt(1, { state_hash: '0123456789abcdef' }));
    await until(() => live.state?.seq === 1);
    await connected();
    expect(gets()).toBe(1);
    expect(live.state?.state_hash).toBe(stateAt(1).state_hash);
  });

  it('reconnects where the fetched state is damaged too', async () => {
    live.open();
    await connected();
    server.state = stateAt(1, { state_hash: '0123456789abcdef' });
    server.send(server.state);
    await until(() => gets() === 1);
    await until(() => live.link === 'reconnecting');
    server.state = stateAt(1);
    await connected();
    expect(live.state?.seq).toBe(1);
  });

  it('fetches a state that another message names but that never came', async () => {
    live.open();
    await connected();
    server.state = stateAt(2);
    server.send({ type: 'presence', here: ['blue'], seq: 2, state_hash: server.state.state_hash });
    await until(() => live.state?.seq === 2);
    expect(live.here).toEqual(['blue']);
    expect(gets()).toBe(1);
  });

  it('keeps a state that came while an earlier one was being fetched', async () => {
    live.open();
    await connected();
    let answer!: () => void;
    server.onget = () => new Promise((done) => (answer = () => done(stateAt(2))));
    server.send({ type: 'presence', here: [], seq: 2, state_hash: stateAt(2).state_hash });
    await until(() => gets() === 1);
    server.send(stateAt(3));
    await until(() => live.state?.seq === 3);
    answer();
    await settle();
    expect([live.state?.seq, live.link, gets()]).toEqual([3, 'connected', 1]);
  });

  it('fetches again where a state that came meanwhile builds on the missed one', async () => {
    live.open();
    await connected();
    const answers: (() => void)[] = [];
    const states = [stateAt(2), stateAt(3)];
    server.onget = () => new Promise((done) => answers.push(() => done(states.shift()!)));
    server.send({ type: 'presence', here: [], seq: 2, state_hash: stateAt(2).state_hash });
    await until(() => answers.length === 1);
    server.send(stateAt(3, { text: textAt(3, 2) }));
    await settle();
    answers[0]();
    await until(() => answers.length === 2);
    answers[1]();
    await until(() => live.state?.seq === 3);
    expect(live.texts?.question).toBe('Question 3');
  });

  it('fetches nothing where the message names the state that is shown', async () => {
    live.open();
    await connected();
    server.send({ type: 'presence', here: ['orange'], seq: 0, state_hash: server.state.state_hash });
    await until(() => live.here.length);
    await settle();
    expect(gets()).toBe(0);
  });

  it('knows how many bots come first, until the bot has decided', async () => {
    live.open();
    await connected();
    server.send({ type: 'queue', before: 3, seq: 0, state_hash: server.state.state_hash });
    await until(() => live.before === 3);
    server.send({ type: 'queue', before: null, seq: 0, state_hash: server.state.state_hash });
    await until(() => live.before === null);
    server.send({ type: 'queue', before: 0, seq: 0, state_hash: server.state.state_hash });
    await until(() => live.before === 0);
    server.send(stateAt(1));
    await until(() => live.state?.seq === 1);
    expect(live.before).toBe(null);
  });

  it('fetches another state with the same number, as after an undo and another step', async () => {
    live.open();
    await connected();
    server.send({ type: 'presence', here: [], seq: 0, state_hash: 'ffffffffffffffff' });
    await until(() => gets() === 1);
    await connected();
    expect(live.state?.seq).toBe(0);
  });

  it('tells about each new state with the one before', async () => {
    const seen: (number | undefined)[][] = [];
    live.onstate = (before, now) => seen.push([before?.seq, now.seq]);
    live.open();
    await connected();
    server.send(stateAt(1));
    await until(() => seen.length === 2);
    expect(seen).toEqual([
      [undefined, 0],
      [0, 1],
    ]);
  });

  it('shows each chat message once, in its last form', async () => {
    live.open();
    await connected();
    server.send({ type: 'chat', id: 1, text: 'hello' });
    server.send({ type: 'chat', id: 1, text: null, removed: true });
    await until(() => live.messages[0]?.removed);
    expect(live.messages.length).toBe(1);
  });
});

describe('texts', () => {
  const logged = () => live.texts?.log.map((line) => line.at);

  it('come with the state, and grow by what is new', async () => {
    live.open();
    await connected();
    expect(live.texts).toMatchObject({ question: 'Question 0', rules: { total: 'X9', question: 'X1' }, log: [] });
    server.send(stateAt(1, { text: textAt(1, 0) }));
    server.send(stateAt(3, { text: textAt(3, 1) }));
    await until(() => live.state?.seq === 3);
    expect(live.texts).toMatchObject({ title: 'A game', question: 'Question 3' });
    expect(logged()).toEqual([1, 2, 3]);
    expect(gets()).toBe(0);
  });

  it('never belong to another state than the one shown', async () => {
    const seen: [number, string | undefined][] = [];
    live.onstate = (_before, now) => seen.push([now.seq, live.texts?.question]);
    live.open();
    await connected();
    await live.step('a');
    for (let seq = 2; seq < 6; seq++) server.send(stateAt(seq, { text: textAt(seq, seq - 1) }));
    await until(() => live.state?.seq === 5);
    for (const [seq, question] of seen) expect(question).toBe(`Question ${seq}`);
  });

  it('lose the lines of steps that were taken back', async () => {
    live.open();
    await connected();
    server.send(stateAt(3, { text: textAt(3) }));
    const log = { from: 1, lines: [] };
    server.send(stateAt(4, { text: textAt(4, 3, { log }) }));
    await until(() => live.state?.seq === 4);
    expect(logged()).toEqual([1]);
  });

  it.each([
    ['a missed state', { since: 5 }],
    ['another language', { language: 'pl' }],
    ['another viewer', { viewer: 'blue' }],
  ])('are fetched where what is new builds on %s', async (_why, changes) => {
    live.open();
    await connected();
    server.state = stateAt(6, { text: textAt(6, -1, { question: 'fetched', ...changes, since: -1 }) });
    server.send(stateAt(6, { text: textAt(6, 0, changes) }));
    await until(() => live.state?.seq === 6);
    expect(live.texts?.question).toBe('fetched');
    expect(gets()).toBe(1);
  });

  it('stay as they are where the same state comes again', async () => {
    live.open();
    await connected();
    await live.step('a');
    const texts = live.texts;
    server.send(stateAt(1, { text: textAt(1, 0) }));
    await settle();
    expect(live.texts).toBe(texts);
  });

  it('come in the new language over a new connection', async () => {
    live.open();
    await connected();
    server.state = stateAt(0, { text: textAt(0, -1, { language: 'pl', question: 'Pytanie' }) });
    live.changeLanguage();
    await until(() => live.texts?.question === 'Pytanie');
    expect(live.link).toBe('connected');
  });
});

describe('steps', () => {
  beforeEach(async () => {
    live.open();
    await connected();
  });

  it('sends a step with the number of the state and a key of its own, and shows the response', async () => {
    await live.step('a');
    expect(live.state?.seq).toBe(1);
    await live.step('b');
    expect(server.steps.map(({ seq, step }) => [seq, step])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(new Set(server.steps.map((one) => one.client_key)).size).toBe(2);
  });

  it('sends it over the socket, and by POST where there is none', async () => {
    await live.step('a');
    expect([live.state?.seq, server.posts]).toEqual([1, 0]);
    live.close();
    server.refuseSockets = true;
    live = new Live('g1');
    live.open();
    await connected();
    await live.step('a');
    expect([live.state?.seq, server.posts]).toEqual([1, 1]);
  });

  it('keeps a step whose answer is lost with the connection', async () => {
    server.onstep = () => new Promise(() => undefined);
    const sent = live.step('a');
    await until(() => server.steps.length);
    server.dropConnections();
    await expect(sent).rejects.toMatchObject({ status: 0 });
    expect(live.unsent?.step).toBe('a');
    server.state = stateAt(1);
    await connected();
    expect(live.unsent).toBeNull(); // it had arrived
  });

  it('sends a step again, with the same key, where the process stopped before its answer', async () => {
    server.onstep = () => new Promise(() => undefined);
    const sent = live.step('a');
    await until(() => server.steps.length);
    server.onstep = ({ seq }) => ({ status: 200, body: stateAt(seq + 1) });
    server.restart();
    await sent;
    expect([live.state?.seq, live.unsent, live.link, server.posts]).toEqual([1, null, 'connected', 1]);
    expect(server.steps[1]).toEqual(server.steps[0]);
  });

  it('is busy until the response or the update has come, and takes no other step meanwhile', async () => {
    let answer!: () => void;
    server.onstep = () => new Promise((done) => (answer = () => done({ status: 200, body: stateAt(1) })));
    const sent = live.step('a');
    expect(live.busy).toBe(true);
    await live.step('b');
    expect(server.steps.length).toBeLessThanOrEqual(1);
    await until(() => server.steps.length === 1);
    server.send(stateAt(1));
    await until(() => live.state?.seq === 1);
    expect(live.busy).toBe(false); // the update came before the response
    answer();
    await sent;
    expect(live.state?.seq).toBe(1);
  });

  it('shows the answer before what builds on it, although the answer waits for the next frame', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    vi.stubGlobal('requestAnimationFrame', () => 0); // no frame: the answer waits as long as it ever does
    const [links, before] = [new Set<string>(), gets()];
    live.onstate = () => links.add(live.link);
    server.onstep = () => {
      setTimeout(() => {
        server.send(stateAt(2, { text: textAt(2, 1) }));
        server.send({ type: 'presence', here: ['orange'], seq: 2, state_hash: stateAt(2).state_hash });
      });
      return { status: 200, body: stateAt(1, { text: textAt(1, 0) }) };
    };
    await live.step('a');
    await until(() => live.state?.seq === 2 && live.here.length);
    expect(live.texts?.log.map((line) => line.text)).toEqual(['step 1', 'step 2']);
    expect([...links]).toEqual(['connected']);
    expect(gets()).toBe(before);
  });

  it('ignores a response that comes after a later update', async () => {
    let answer!: () => void;
    server.onstep = () => new Promise((done) => (answer = () => done({ status: 200, body: stateAt(1) })));
    const sent = live.step('a');
    await until(() => server.steps.length === 1);
    server.send(stateAt(2));
    await until(() => live.state?.seq === 2);
    answer();
    await sent;
    expect(live.state?.seq).toBe(2);
  });

  it('keeps a step that did not get through, and sends it again with the same key', async () => {
    server.onstep = () => ({ status: 503, body: { error: { code: 'busy', text: 'Later.', rule: '' } } });
    await expect(live.step('a')).rejects.toThrow('Later.');
    expect(live.unsent?.step).toBe('a');
    await connected();
    expect(live.unsent?.step).toBe('a'); // not sent by itself
    server.onstep = () => ({ status: 200, body: stateAt(1) });
    await live.retry();
    expect(live.unsent).toBeNull();
    expect(live.state?.seq).toBe(1);
    expect(server.steps[0].client_key).toBe(server.steps[1].client_key);
  });

  it('forgets an unsent step that did arrive after all', async () => {
    server.onstep = () => ({ status: 503, body: {} });
    await expect(live.step('a')).rejects.toThrow(Refusal);
    server.state = stateAt(1);
    await connected();
    expect(live.unsent).toBeNull();
  });

  it('forgets an unsent step that the person gives up', async () => {
    server.onstep = () => ({ status: 500, body: {} });
    await expect(live.step('a')).rejects.toThrow(Refusal);
    live.discard();
    await live.retry();
    expect(server.steps.length).toBe(1);
  });

  it('shows the current state where a step came too late', async () => {
    server.onstep = () => ({ status: 409, body: stateAt(7) });
    await expect(live.step('a')).rejects.toMatchObject({ code: 'moved-on' });
    expect(live.state?.seq).toBe(7);
    expect(live.unsent).toBeNull();
  });

  it('passes on a refusal with its rule, and stays where it was', async () => {
    server.onstep = () => ({ status: 422, body: { error: { code: 'illegal', text: 'Not there.', rule: 'X1' } } });
    await expect(live.step('a')).rejects.toMatchObject({ status: 422, message: 'Not there.', rule: 'X1' });
    expect(live.state?.seq).toBe(0);
    expect(live.busy).toBe(false);
  });
});

describe('other actions', () => {
  it('names the position that an undo is meant for, and not where it makes no difference', async () => {
    const sent: Record<string, { seq?: number; client_key?: string }> = {};
    server.onact = (what, body) => {
      sent[what] = body;
      return { status: 200, body: server.state };
    };
    server.state = stateAt(4);
    live.open();
    await connected();
    await live.act('undo');
    await live.act('resign');
    expect(sent.undo.seq).toBe(4);
    expect(sent.resign.seq).toBeUndefined();
    expect(sent.undo.client_key).toMatch(/^[0-9a-z]{8,64}$/);
    expect(sent.undo.client_key).not.toBe(sent.resign.client_key);
  });

  it('shows what happened first if the game has moved on, and says that nothing was changed', async () => {
    live.open();
    await connected();
    server.onact = () => ({ status: 409, body: stateAt(7) });
    const refused = await live.act('undo').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).code).toBe('moved-on');
    await until(() => live.state?.seq === 7);
  });

  it('keeps a later state than the one that a refusal brings', async () => {
    live.open();
    await connected();
    let answer!: () => void;
    server.onact = () => new Promise((done) => (answer = () => done({ status: 409, body: stateAt(7) })));
    const refused = expect(live.act('undo')).rejects.toMatchObject({ code: 'moved-on' });
    await until(() => answer);
    server.send(stateAt(8));
    await until(() => live.state?.seq === 8);
    answer();
    await refused;
    expect(live.state?.seq).toBe(8);
  });

  it('is sent again with the same key when no answer comes', async () => {
    live.open();
    await connected();
    const keys: unknown[] = [];
    server.onact = (_what, body) => {
      keys.push(body.client_key);
      return keys.length === 1 ? 'broken' : { status: 200, body: stateAt(1) };
    };
    await live.act('undo');
    expect(live.state?.seq).toBe(1);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});
