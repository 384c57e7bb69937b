// A small game server for the tests of `Live`: real HTTP, WebSocket and event stream on a local port. A test decides
// what it answers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as ws from 'ws';
import { canonical } from '../../src/lib/hash';
import type { GameState, StateText } from '../../src/lib/api';

// The tests resolve packages as a browser does, and there `ws` is empty: take its Node version.
const { WebSocketServer } = createRequire(import.meta.url)('ws') as typeof ws;

export interface Answer {
  status: number;
  body: unknown;
}

/** A state of a game after `seq` steps; `changes` replace parts of it. */
export function stateAt(seq: number, changes: Partial<GameState> = {}): GameState {
  const view = { seat: 'orange', turns: [], position: { steps: seq } };
  const hash = createHash('sha256').update(canonical(view)).digest('hex').slice(0, 16);
  const state = { type: 'state', id: 'g1', seq, state_hash: hash, view, legal: ['a', 'b'], mine: ['orange'] };
  return { ...state, seat: 'orange', events: [], text: textAt(seq), ...changes } as unknown as GameState;
}

/** The texts of that state, for a client that has those of the state `since`; -1: the whole. */
export function textAt(seq: number, since = -1, changes: Partial<StateText> = {}): StateText {
  const lines = Array.from({ length: seq }, (_line, n) => ({ at: n + 1, text: `step ${n + 1}` }));
  const game = {
    title: 'A game',
    seats: {},
    sources: {},
    source_order: [],
    glossary: {},
    names: {},
    about: {},
    rules: { total: 'X9' },
  };
  const log = { from: Math.max(0, since), lines: lines.slice(Math.max(0, since)) } as unknown as StateText['log'];
  const moment = { viewer: 'orange', hides: false, question: `Question ${seq}`, rule: 'X1', steps: [] };
  return { language: 'en', since, ...moment, log, ...(since < 0 ? { game } : {}), ...changes };
}

export class GameServer {
  /** The current state. */
  state = stateAt(0);
  /** What a GET is answered with; by default the current state. */
  onget: (path: string) => unknown = () => this.state;
  /** What a step is answered with, over a socket or by POST; by default the next state. */
  onstep: (body: { seq: number; step: string; client_key: string }) => Answer | Promise<Answer> = ({ seq }) => ({
    status: 200,
    body: stateAt(seq + 1),
  });
  /** What else is done at the table is answered with; by default the current state. */
  onact: (what: string, body: { seq?: number; client_key?: string }) => Answer | 'broken' | Promise<Answer> = () => ({
    status: 200,
    body: this.state,
  });
  /** Whether WebSocket upgrades are refused, as by a proxy that does not know them. */
  refuseSockets = false;
  /** Whether every request is refused with 403, as for somebody who is blocked. */
  blocked = false;
  /** Whether a new connection gets the current state, as from the real server. */
  greet = true;
  /** How many steps came by POST. */
  posts = 0;
  readonly requests: string[] = [];
  readonly steps: { seq: number; step: string; client_key: string }[] = [];
  sockets: ws.WebSocket[] = [];
  streams: ServerResponse[] = [];
  url = '';

  readonly #http: Server = createServer((request, response) => void this.#answer(request, response));
  readonly #upgrades = new WebSocketServer({ noServer: true });
  readonly #open = new Set<Socket>();

  async start(): Promise<void> {
    this.#http.on('connection', (socket) => this.#open.add(socket));
    this.#http.on('upgrade', (request, socket, head) => {
      this.requests.push(`WS ${request.url}`);
      if (this.refuseSockets) return socket.destroy();
      this.#upgrades.handleUpgrade(request, socket, head, (opened) => {
        this.sockets.push(opened);
        opened.on('message', (data) => void this.#answerStep(opened, String(data)));
        if (this.greet) opened.send(JSON.stringify(this.state));
      });
    });
    await new Promise<void>((ready) => this.#http.listen(0, '127.0.0.1', ready));
    this.url = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((done) => this.#http.close(done));
  }

  /** Send a message over every open connection. */
  send(message: unknown): void {
    const text = JSON.stringify(message);
    for (const socket of this.sockets) socket.send(text);
    for (const stream of this.streams) stream.write(`data: ${text}\n\n`);
  }

  /** Break every connection, as a network does. */
  dropConnections(): void {
    for (const socket of this.sockets) socket.terminate();
    for (const stream of this.streams) stream.destroy();
    [this.sockets, this.streams] = [[], []];
  }

  /** End every socket as a server process does that stops, and do not answer what comes meanwhile. */
  restart(): void {
    for (const socket of this.sockets) socket.close(1012);
    this.sockets = [];
  }

  /** A step that came over a socket. */
  async #answerStep(socket: ws.WebSocket, text: string): Promise<void> {
    const { client_key } = JSON.parse(text) as (typeof this.steps)[number];
    socket.send(JSON.stringify({ type: 'answer', client_key, ...(await this.#step(text)) }));
  }

  async #step(text: string): Promise<Answer> {
    const body = JSON.parse(text) as (typeof this.steps)[number];
    this.steps.push(body);
    return this.onstep(body);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${request.method} ${request.url}`);
    const path = new URL(request.url!, 'http://localhost').pathname;
    response.setHeader('access-control-allow-origin', '*');
    if (this.blocked) {
      const error = { code: 'blocked', text: 'You are blocked: spam', rule: '' };
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return;
    }
    if (path.endsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      this.streams.push(response);
      response.write(`data: ${JSON.stringify(this.state)}\n\n`);
      return;
    }
    let answer: Answer;
    if (request.method === 'POST' && path.endsWith('/steps')) {
      this.posts++;
      answer = await this.#step(await read(request));
    } else if (request.method === 'POST') {
      const acted = await this.onact(path.split('/').pop()!, JSON.parse(await read(request)) as object);
      if (acted === 'broken') {
        request.socket.destroy();
        return;
      }
      answer = acted;
    } else answer = { status: 200, body: await this.onget(path) };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
