// The engine of this page: loads it, and passes requests and connections to its worker (scripts/engine/workers).
import { Refusal, type Answer } from '../lib/api';
import { noteKept } from '../lib/host.svelte';
import { _, build, locale } from '../lib/i18n.svelte';
import { prefs } from '../lib/prefs.svelte';
import { canRun, fileAt, isStatic } from '../lib/site';
import { keepEngine } from '../lib/offline';
import { firstVisit, type Index } from './firstVisit';

/** How many workers may think at most: each takes 20 to 90 MB. */
const MOST_WORKERS = 4;
/** Gigabytes of memory below which no worker only thinks: the one with the tables does, and answers less quickly. */
const SMALL_DEVICE = 4;
/** Pixels of the shorter side of a screen below which it is a phone: its tab must stay within 150 MB. */
const PHONE = 600;

/** Why there is no engine: `old` is a browser that cannot run it, `missing` a server that has none. */
export type Problem = 'old' | 'missing' | 'network' | 'broken';
interface Message {
  id?: number;
  connection?: number;
  message?: string;
  progress?: number;
  ready?: boolean;
  lasting?: boolean;
  failed?: string;
  status?: number;
  body?: string;
  answer?: string;
}

/** Who holds a connection: gets each message, and is told when the engine has crashed. */
interface Listener {
  hear: (message: string) => void;
  lost: () => void;
}

class Engine {
  status = $state<'off' | 'loading' | 'ready' | 'failed'>('off');
  /** How much of it has been loaded, from 0 to 1. */
  progress = $state(0);
  /** Bytes that are loaded at first; 0: not known yet. */
  size = $state(0);
  problem = $state<Problem | null>(null);
  /** How many parts of the page itself show how far it is. */
  shown = $state(0);
  /** How many requests wait for it: without any it loads in the background. */
  awaited = $state(0);
  /** Whether games survive this visit: a browser may allow no storage. */
  lasting = $state(true);

  #worker: Worker | null = null;
  #starting: Promise<void> | null = null;
  /** Ends the start of the worker that loads; null: none does. */
  #giveUp: ((why: Refusal) => void) | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listening = new Map<number, Listener>();
  /** What came for a connection before anybody listened. */
  readonly #early = new Map<number, string[]>();
  /** Called at each message of the worker. */
  #worked = (): void => undefined;

  constructor() {
    // A browser may keep a page that was left, with its worker suspended in the middle of a transaction. Then the next
    // page would wait for the store for ever. Whoever comes back to this one starts another engine.
    addEventListener('pagehide', () => this.#worker && this.#lose());
  }

  /** Load the engine, once. Throws a Refusal that says why it cannot be had and what to do. */
  start(): Promise<void> {
    if (this.#starting) return this.#starting;
    const starting = this.#start().catch((error: unknown) => {
      if (this.#starting === starting) {
        this.#starting = null; // the next one who needs it tries again
        this.status = 'failed';
      }
      throw error;
    });
    this.#starting = starting;
    return starting;
  }

  async #start(): Promise<void> {
    this.status = 'loading';
    this.problem = null;
    this.progress = 0;
    if (!canRun()) throw this.#fail('old');
    const index = await this.#index();
    this.size = firstVisit(index);
    const folder = `engine/${index.id}`;
    const bots = workers();
    this.#worked = () => undefined;
    if (!bots)
      void loadCollector(fileAt(`${folder}/garbage.mjs`)).then(
        (worked) => (this.#worked = worked),
        () => undefined, // an engine that an earlier version has kept does not have this file
      );
    const query = new URLSearchParams({ language: locale.language, bots: String(bots), build });
    const worker = new Worker(fileAt(`${folder}/table.mjs?${query}`), { type: 'module' });
    this.#worker = worker;
    await new Promise<void>((ready, failed) => {
      this.#giveUp = failed;
      const end = (): void => {
        if (this.status === 'ready') this.#lose();
        else failed(this.#fail(navigator.onLine ? 'broken' : 'network'));
      };
      worker.onerror = end;
      worker.onmessage = ({ data }: MessageEvent<Message>) => {
        if (data.ready) {
          this.lasting = data.lasting !== false;
          ready();
        } else if (data.progress !== undefined) this.progress = data.progress;
        else if (data.id === undefined && data.connection === undefined) end();
        else this.#receive(data);
      };
    }).catch((error: unknown) => {
      worker.terminate();
      if (this.#worker === worker) this.#worker = null;
      throw error;
    });
    this.#giveUp = null;
    this.status = 'ready';
    void keepEngine(index.id, Object.keys(index.files)).then((kept) => kept && noteKept(index.id));
  }

  /** The worker has crashed, for want of memory, say, or the page is left. Whoever needs it next starts another; games
   * are stored. */
  #lose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
    this.status = 'off';
    this.#giveUp?.(lost());
    this.#giveUp = null;
    const [waiting, listening] = [[...this.#waiting.values()], [...this.#listening.values()]];
    this.#waiting.clear();
    this.#listening.clear();
    this.#early.clear();
    waiting.forEach((answer) => answer({ failed: 'lost' }));
    listening.forEach(({ lost }) => lost());
  }

  async #index(): Promise<Index> {
    let answer: Response;
    try {
      answer = await fetch(fileAt('engine/engine.json'));
    } catch {
      throw this.#fail('network');
    }
    if (!answer.ok) throw this.#fail('missing');
    return (await answer.json()) as Index;
  }

  #fail(problem: Problem): Refusal {
    this.problem = problem;
    return new Refusal(0, 'no-engine', adviceFor(problem));
  }

  #receive(data: Message): void {
    this.#worked();
    if (data.id !== undefined) {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    } else if (data.connection !== undefined) {
      const listener = this.#listening.get(data.connection);
      if (listener) listener.hear(data.message!);
      else this.#early.set(data.connection, [...(this.#early.get(data.connection) ?? []), data.message!]);
    }
  }

  /** Send the worker a message; what it answers. `signal`: the answer may no longer be needed. */
  async #tell(message: object, signal?: AbortSignal): Promise<Message> {
    this.awaited++;
    await this.start().finally(() => this.awaited--);
    signal?.throwIfAborted();
    const id = ++this.#asked;
    const answer = new Promise<Message>((done) => this.#waiting.set(id, done));
    this.#worker!.postMessage({ ...message, id });
    const cancel = (): void => void this.#tell({ do: 'cancel', of: id }).catch(() => undefined);
    signal?.addEventListener('abort', cancel);
    const said = await answer;
    signal?.removeEventListener('abort', cancel);
    if (said.failed) throw lost();
    return said;
  }

  /** The answer to a request as it came. */
  async ask(
    method: string,
    address: string,
    body?: string,
    signal?: AbortSignal,
  ): Promise<{ status: number; text: string }> {
    const asked = { do: 'request', method, address, body, language: locale.language };
    const { status, body: text } = await this.#tell(asked, signal);
    return { status: status!, text: text ?? '' };
  }

  async request(method: string, address: string, body?: string, signal?: AbortSignal): Promise<Answer> {
    const { status, text } = await this.ask(method, address, body, signal);
    return { status, said: text ? (JSON.parse(text) as unknown) : undefined };
  }

  /** Be told each state of a game. Returns the number of the connection. */
  async connect(game: string, since: number, listener: Listener): Promise<number> {
    const { connection } = await this.#tell({ do: 'connect', game, language: locale.language, since, text: true });
    this.#listening.set(connection!, listener);
    for (const message of this.#early.get(connection!) ?? []) listener.hear(message);
    this.#early.delete(connection!);
    return connection!;
  }

  /** Send a step over a connection; the answer is a message, too. */
  async submit(connection: number, message: string): Promise<string> {
    return (await this.#tell({ do: 'submit', connection, message })).message!;
  }

  disconnect(connection: number): void {
    if (!this.#listening.delete(connection)) return; // it ended with its worker
    void this.#tell({ do: 'disconnect', connection }).catch(() => undefined);
  }

  /** What a bot or a task answers to a question; both as JSON. */
  async think(question: string, signal: AbortSignal): Promise<string> {
    return (await this.#tell({ do: 'think', question }, signal)).answer!;
  }
}
export const engine = new Engine();

const lost = (): Refusal => new Refusal(500, 'engine', _('The engine of this page has failed; reload the page.'));

/** How many workers may think: the person's choice, else one core stays free for the page. */
function workers(): number {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? SMALL_DEVICE + 1;
  const phone = matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < PHONE;
  const free = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
  return prefs.workers || (memory < SMALL_DEVICE || phone ? 0 : Math.min(free, MOST_WORKERS));
}

/** What garbage.mjs in scripts/engine/workers offers; the page and its worker each collect their own. */
async function loadCollector(address: string): Promise<() => void> {
  const { collectWhenQuiet } = (await import(/* @vite-ignore */ address)) as { collectWhenQuiet: () => () => void };
  return collectWhenQuiet();
}

/** What is wrong, and what helps. */
export function adviceFor(problem: Problem): string {
  const texts: Record<Problem, string> = {
    old: _('This browser cannot run games itself: it has no WebAssembly. Use a newer browser, or play on the server.'),
    missing: _('This server does not offer games on your own device. Play on the server instead.'),
    network: _('The engine is not on this device yet. Connect to the network once to load it.'),
    broken: _('The engine could not be started. Reload the page; if that does not help, play on the server.'),
  };
  if (!isStatic) return texts[problem];
  if (problem === 'old') return _('This browser cannot run the games: it has no WebAssembly. Use a newer browser.');
  return problem === 'network' ? texts.network : _('The engine could not be started. Reload the page.');
}
