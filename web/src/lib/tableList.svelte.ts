// A list of public tables, page by page, with filters. It is fetched again from time to time, as far as it is shown.
import { get, type GameSummary } from './api';

export interface Filters {
  game: string;
  pace: string;
  rated: string;
  language: string;
}
/** An empty filter lets everything through. */
export const NO_FILTERS: Filters = { game: '', pace: '', rated: '', language: '' };
export const PAGE = 24;
/** The most that the server sends at once. */
const MOST = 100;

interface Answer {
  games: GameSummary[];
  more: boolean;
}

export class TableList {
  /** Null until the first answer. */
  games = $state.raw<GameSummary[] | null>(null);
  more = $state(false);
  #filters = NO_FILTERS;

  constructor(readonly status: 'waiting' | 'running') {}

  /** Show the first page with other filters. */
  async filter(filters: Filters): Promise<void> {
    this.#filters = { ...filters };
    await this.#load(PAGE);
  }

  /** Fetch what is shown again. */
  async refresh(): Promise<void> {
    await this.#load(Math.min(MOST, Math.max(PAGE, this.games?.length ?? 0)));
  }

  /** Show one more page. */
  async next(): Promise<void> {
    const shown = this.games ?? [];
    const found = await this.#ask(shown.length, PAGE);
    if (!found) return;
    this.games = [...shown, ...without(found.games, shown)];
    this.more = found.more;
  }

  async #load(limit: number): Promise<void> {
    const found = await this.#ask(0, limit);
    if (!found) return;
    const rest = limit === MOST ? without((this.games ?? []).slice(MOST), found.games) : [];
    this.games = [...found.games, ...rest];
    if (!rest.length) this.more = found.more;
  }

  /** The server's answer, or null if other filters have been chosen in the meantime. */
  async #ask(offset: number, limit: number): Promise<Answer | null> {
    const filters = this.#filters;
    const chosen = Object.entries(filters).filter(([, value]) => value);
    const query = new URLSearchParams([
      ['status', this.status],
      ...chosen,
      ['offset', `${offset}`],
      ['limit', `${limit}`],
    ]);
    const found = await get<Answer>(`/api/games?${query}`);
    return filters === this.#filters ? found : null;
  }
}

/** The games that are not in another list: between two pages a table may have moved. */
function without(games: GameSummary[], others: GameSummary[]): GameSummary[] {
  const known = new Set(others.map((game) => game.id));
  return games.filter((game) => !known.has(game.id));
}
