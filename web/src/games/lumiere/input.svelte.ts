// The input state before a step is sent: the picked item, its rotation, where it is aimed, what it would score.
// One per table; the board, the tray and the postcards share it.
import { untrack } from 'svelte';
import { announce } from '../../lib/notify.svelte';
import { afterPaint } from '../../lib/painted';
import { reasonOf, untilNextInput } from '../../lib/refusals';
import { stepCount } from '../../lib/turns';
import type { BoardProps, Part, Preview, TableProps } from '../manifest';
import { nameOf, same, type Cell } from './draw/geometry';
import { editionOf } from './edition';
import { aimed, offered, stepFor, turnedToFit, under, type Offer, type Thing, type Way } from './steps';
import type { Position, Seat } from './types';
import { _, capital } from './words';

export type Change = Preview['change'];

/** Milliseconds that the pointer must rest before a preview is fetched. */
export const PREVIEW_DELAY = 90;

export class Input {
  /** What is picked: the id of a thing ("building P5"), "take V5", "card peintre"; null: nothing. */
  picked = $state<string | null>(null);
  /** What was pressed and is picked, or let go, as soon as the press is on the screen. */
  #pressed = $state<string | null>(null);
  /** The two halves of a Levitation swap. */
  give = $state<string | null>(null);
  lift = $state<string | null>(null);
  form = $state(0);
  /** How often the thing was turned; each turn is announced. */
  turnings = $state(0);
  at = $state.raw<Cell | null>(null);
  /** What the aimed step would change; null: not known yet. */
  preview = $state.raw<Preview | null>(null);
  /** Why the thing may not lie where it is aimed, as the server says; and the rule behind it. */
  why = $state('');
  rule = $state('');
  /** The answer to a press that could do nothing. It stays until the next input. */
  notice = $state.raw<{ text: string; rule: string; info: boolean } | null>(null);
  /** Spaces that something outside the board points at. */
  shown = $state.raw<string[]>([]);
  /** The space under the pointer while nothing is picked. */
  look = $state.raw<Cell | null>(null);
  /** The placement that was sent and is not answered yet. */
  sent = $state.raw<{ thing: Thing; way: Way } | null>(null);
  /** The most that each postcard can bring, over all answers to its questions. */
  prospects = $state.raw<Record<string, number>>({});
  /** The postcards that could do nothing now (L39). */
  idle = $state.raw<string[]>([]);

  readonly props: () => BoardProps;
  readonly change: Change | null = $derived.by(() => this.preview?.change ?? null);
  readonly edition = $derived.by(() => editionOf(this.props().view));
  readonly position: Position = $derived.by(() => this.props().view.position as Position);
  readonly seat = $derived.by(() => this.props().seat as Seat | null);
  readonly offer: Offer = $derived.by(() => offered(this.props().legal, this.edition));
  readonly thing: Thing | null = $derived.by(() => this.offer.things.find((t) => t.id === this.picked) ?? null);
  readonly way: Way | null = $derived.by(() => (this.thing && this.at ? aimed(this.thing, this.form, this.at) : null));
  /** The spaces under the thing, legal or not. */
  readonly cells: Cell[] | null = $derived.by(
    () => this.way?.cells ?? (this.thing && this.at ? under(this.thing, this.form, this.at) : null),
  );
  /** The step that would be sent now. */
  readonly step: string | null = $derived.by(() => {
    const { offer, picked } = this;
    if (this.thing) return this.way?.step ?? null;
    if (offer.swaps.length) return offer.swaps.find((s) => s.give === this.give && s.take === this.lift)?.step ?? null;
    if (picked?.startsWith('take ')) return offer.takes.get(picked.slice(5)) ?? null;
    if (picked?.startsWith('card ')) return offer.cards.get(picked.slice(5)) ?? null;
    return null;
  });

  /** Whether the person has picked something. Automatic picks do not count. */
  readonly chosen: boolean = $derived.by(
    () => this.give !== null || this.lift !== null || (this.picked !== null && this.picked !== this.#sole),
  );
  #sole = $state<string | null>(null);

  /** Changes only when there is something new to decide or to see: the same update twice keeps the choice. */
  readonly #moment: string = $derived.by(() => {
    const { view, legal, busy } = this.props();
    return [busy, stepCount(view), ...legal].join();
  });

  /** Call it while a component is being set up: it starts effects. */
  constructor(props: () => BoardProps) {
    this.props = props;
    $effect(() => () => this.#unwait());
    $effect(() => {
      // The next input counts on what this one has picked.
      const inputs = ['pointerdown', 'keydown', 'click'];
      for (const kind of inputs) addEventListener(kind, this.#settlePress, true);
      return () => inputs.forEach((kind) => removeEventListener(kind, this.#settlePress, true));
    });
    $effect.pre(() => {
      void this.#moment;
      untrack(() => this.#begin());
    });
    $effect(() => {
      const { step } = this;
      this.preview = null;
      if (!step || this.thing?.kind === 'tile') return; // the drawing shows what a tile paves
      let stale = false;
      const asked = setTimeout(() => {
        this.ask(step).then(
          (found) => {
            if (!stale && !this.props().busy) this.preview = found;
          },
          () => undefined,
        );
      }, PREVIEW_DELAY);
      return () => {
        stale = true;
        clearTimeout(asked);
      };
    });
    $effect(() => {
      const { cards } = this.offer;
      let stale = false;
      this.prospects = {};
      this.idle = [];
      if (cards.size)
        this.props()
          .prospects?.()
          .then(
            (found) => {
              if (stale) return;
              this.prospects = found.cards as Record<string, number>;
              this.idle = (found.idle ?? []) as string[];
            },
            () => undefined,
          );
      return () => {
        stale = true;
      };
    });
    $effect(() => {
      this.props().onchoice?.(this.chosen ? { cancel: () => this.drop() } : null);
    });
  }

  #begin(): void {
    const { things, takes, cards, swaps } = this.offer;
    if (this.props().busy) return; // the choice stays, and with it the prompt, until the step has been answered
    this.#sole = null;
    this.drop();
    this.sent = null;
    // If there is only one item to place, it is picked automatically.
    const sole = things.length === 1 && !takes.size && !cards.size;
    this.#sole = things.length && (things[0].kind !== 'building' || sole) ? things[0].id : null;
    if (this.#sole) this.pick(this.#sole);
    if (swaps.length && new Set(swaps.map((s) => s.give)).size === 1) this.give = swaps[0].give;
  }

  /** What the page calls a player; on a board alone, the seat's name. */
  called(seat: Seat): string {
    const { players } = this.props() as Partial<TableProps>;
    return players?.find((player) => player.seat === seat)?.called ?? this.seatName(seat);
  }

  seatName(seat: Seat): string {
    return this.props().texts?.seats[seat]?.name ?? seat;
  }

  /** What a piece, a side or a kind of paving is called; a building keeps its name in the notation. */
  name(part: string): string {
    return this.props().texts?.names[part] ?? part;
  }

  /** What something on the table is for: a sentence of the server. */
  about(topic: string): string {
    return this.props().texts?.about[topic] ?? '';
  }

  /** What the server says of a postcard. */
  card(name: string): Part {
    return this.props().texts?.glossary[name] ?? { name, brief: '', text: '', scores: false };
  }

  /** What a legal step does, in the server's words. */
  does(step: string): string {
    return this.props().texts?.steps.find((one) => one.step === step)?.does ?? step;
  }

  /** A source of points, as a heading. */
  source(name: string): string {
    return capital(this.props().texts?.sources[name] ?? name);
  }

  #previews = new Map<string, Promise<Preview>>();
  #previewsFor: readonly string[] | null = null;

  /** The preview of a step, fetched once per position. */
  ask(step: string): Promise<Preview> {
    const { legal, preview } = this.props();
    if (this.#previewsFor !== legal) {
      this.#previewsFor = legal;
      this.#previews.clear();
    }
    let found = this.#previews.get(step);
    if (!found) {
      this.#previews.set(step, (found = preview(step)));
      found.catch(() => this.#previews.delete(step));
    }
    return found;
  }

  /** A press on something that can be picked. A second one lets go of it, or takes a building of the supply. */
  choose(id: string): void {
    if (this.picked === id && id.startsWith('take ')) return this.send();
    this.#pressed = id;
    afterPaint(this.#settlePress);
  }

  #settlePress = (): void => {
    const id = this.#pressed;
    if (id === null) return;
    if (this.picked === id) this.drop();
    else this.pick(id);
  };

  /** Whether something shows as picked. */
  shows(id: string): boolean {
    return this.#pressed === null ? this.picked === id : this.#pressed === id && this.picked !== id;
  }

  pick(id: string | null): void {
    this.#pressed = null;
    this.picked = id;
    this.form = 0;
    this.at = null;
    this.#forget();
    // Begin with a form that has a legal placement.
    const { thing } = this;
    if (thing && thing.ways.length) this.form = thing.ways.some((way) => way.form === 0) ? 0 : thing.ways[0].form;
  }

  /** Drop everything except what is picked automatically. */
  drop(): void {
    this.pick(this.picked === this.#sole ? this.picked : this.#sole);
    this.give = this.lift = null;
  }

  turn(by = 1): void {
    const { thing } = this;
    if (!thing || thing.forms.length < 2) return;
    this.form = (this.form + by + thing.forms.length) % thing.forms.length;
    this.#forget();
    this.turnings++;
  }

  /** Aim at a space; null: at none. The last answer stays then, so that the pointer can move to its link. */
  aim(at: Cell | null): void {
    if (at && this.at && same(at, this.at)) return;
    this.at = at;
    if (at) this.#forget();
  }

  #forget(): void {
    this.#unwait();
    this.why = this.rule = '';
    this.notice = null;
  }

  /** Answer a press that could do nothing. `info`: it asked for nothing either, the text only says what is there. */
  tell(text: string, rule = '', info = false): void {
    this.notice = { text, rule, info };
    this.#forgetSoon();
    announce(text);
  }

  #unwait = (): void => undefined;

  /** What was said goes with the next input. If there is none, what does not fit is no longer aimed at. */
  #forgetSoon(): void {
    this.#unwait();
    this.#unwait = untilNextInput((event) => (event ? this.#forget() : this.leave()));
  }

  /** The focus left the board: what does not fit is no longer aimed at. */
  leave(): void {
    if (this.way) return;
    this.at = null;
    this.#forget();
  }

  /** Answer a press with the server's reason why this step is not possible. */
  async refuse(step: string): Promise<void> {
    const moment = this.#moment;
    if (this.props().replay) return this.tell(_('You are looking at an earlier position.'));
    try {
      await this.props().preview(step);
    } catch (error) {
      if (moment === this.#moment && error instanceof Error) {
        const { text, rule } = reasonOf(error);
        this.tell(text, rule);
      }
    }
  }

  /** A tap or click: aim, and turn the thing if it fits only then. */
  settle(at: Cell): void {
    this.aim(at);
    if (!this.thing || this.way) return;
    const fit = turnedToFit(this.thing, this.form, at);
    if (fit >= 0) this.form = fit;
    else void this.explain();
  }

  /** Aim at the first legal placement; for the keyboard. */
  start(): void {
    const first = this.thing?.ways.find((way) => way.form === this.form) ?? this.thing?.ways[0];
    if (!first) return;
    this.form = first.form;
    this.at = first.cells.find((cell) => aimed(this.thing!, first.form, cell) === first) ?? first.cells[0];
  }

  /** Ask the server why the thing may not lie here. */
  async explain(): Promise<void> {
    const { picked, thing, form, at, cells } = this;
    if (!thing || !at || !cells || this.way) return;
    try {
      await this.props().preview(stepFor(thing, form, cells, nameOf));
    } catch (error) {
      const elsewhere = this.picked !== picked || this.form !== form || this.at !== at;
      if (elsewhere || !(error instanceof Error)) return;
      ({ text: this.why, rule: this.rule } = reasonOf(error));
      this.#forgetSoon();
    }
  }

  send(step: string | null = this.step): void {
    if (!step || this.props().busy || !this.props().legal.includes(step)) return;
    this.sent = this.thing && this.way ? { thing: this.thing, way: this.way } : null;
    this.props().onstep(step);
  }
}
