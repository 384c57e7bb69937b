// The engine and the study beside a replay. Their code is a chunk of its own, which is loaded when one is wanted.
import { untrack } from 'svelte';
import { movesOf } from '../../lib/anchors';
import type { StudyNode } from '../../lib/api';
import { locale } from '../../lib/i18n.svelte';
import type { GameUi } from '../../games/manifest';
import type { Engine, StudyModel } from '../study';
import type * as Chunk from '../study';
import type { Mark } from '../study/marks';
import type { Position } from './position.svelte';

export class Tools {
  /** The code, once it is there. */
  chunk = $state.raw<typeof Chunk | null>(null);
  engine = $state.raw<Engine | null>(null);
  /** The node of the study that is wanted on the table. */
  readonly node: StudyNode | null = $derived.by(() => this.study?.nodeAt(this.position.replay.moment) ?? null);
  /** What is drawn over the table: the study's marks, and what the steps of the line that is pointed at move. */
  readonly drawn: Mark[] = $derived.by(() => [
    ...((this.node?.marks ?? []) as unknown as Mark[]),
    ...this.#lineDrawn(),
  ]);

  /** Call it while a component is created. */
  constructor(
    readonly position: Position,
    readonly study: StudyModel | null,
    readonly moves: GameUi['moves'],
  ) {
    $effect(() => {
      if (study) void this.load();
      return study?.watch();
    });
    $effect(() => {
      const { engine } = this;
      void [position.replay.moment, engine?.runs, locale.language];
      if (engine) untrack(() => void engine.follow(position.replay.moment));
    });
    $effect(() => () => this.engine?.stop());
  }

  async load(): Promise<typeof Chunk> {
    return (this.chunk ??= await import('../study'));
  }

  toggleEngine = async (): Promise<void> => {
    if (this.engine) this.stopEngine();
    else this.engine = new (await this.load()).Engine(this.position.replay.source);
  };
  stopEngine(): void {
    this.engine?.stop();
    this.engine = null;
  }

  /** Play a line of the engine on the table: a branch from the position that is shown. */
  playLine = (line: string[]): void => {
    const { replay } = this.position;
    replay.begin([...(replay.branch ?? []), ...line]);
  };

  /** The line of the engine that is pointed at, in the position that it is about. */
  get line(): string[] | null {
    return this.position.replay.waiting ? null : (this.engine?.line?.steps ?? null);
  }

  #lineDrawn(): Mark[] {
    const [view, seat] = [this.position.shown?.view, this.engine?.found?.seat];
    if (!this.line || !view || !seat) return [];
    const about = { at: 0, seat, place: 1, line: null, before: view, after: view };
    return this.line
      .flatMap((step) => movesOf({ ...about, step }, this.moves))
      .flatMap(({ from, to }): Mark[] => {
        if (!to || to.startsWith('seat:')) return [];
        const goal: Mark = { at: to, colour: 'blue' };
        return from ? [{ from, to, colour: 'blue' }, goal] : [goal];
      });
  }

  mark = (one: Mark): void => void this.study?.mark(this.position.replay.moment, one);
}
