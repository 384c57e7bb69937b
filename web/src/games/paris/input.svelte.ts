// The input state, before a step is sent: the chosen key (or tile, or prize), the spot under pointer or focus, and
// several steps that one press may mean. One per table; board, screen and lists share it.
import { untrack } from 'svelte';
import { announce } from '../../lib/notify.svelte';
import { afterPaint } from '../../lib/painted';
import { reasonOf, untilNextInput } from '../../lib/refusals';
import type { BoardProps, PositionTexts, Preview } from '../manifest';
import { editionOf, positionOf } from './edition';
import { goalOf, NOTHING, spotOf, type Missing, type Prospects } from './prospects';
import { firstOrigin, FREE, meant, offers, origins, spotsOf, targets, type Offer } from './steps';
import type { Goal, Position } from './types';
import { describeMissing, notNow, whyNot } from './sentences';

export class Input {
  /** What the person chose first: a place, `hand`, `tile:17`, `prize:20`; null: the default choice. */
  picked = $state<string | null>(null);
  /** Several steps that the last press may mean; the person is asked beside the spot. */
  among = $state.raw<{ spot: string; offers: Offer[] } | null>(null);
  /** The spot under the pointer or the focus. */
  over = $state<string | null>(null);
  /** Why the last press did nothing. */
  why = $state('');
  /** The rule behind it. It stays while the pointer moves to the link. */
  rule = $state('');
  /** What the server says is missing for the moves of the keys; asked for when a key may move. */
  prospects = $state.raw<Prospects>(NOTHING);
  /** Previews of the steps under pointer or focus. */
  previews = $state.raw<Record<string, Preview>>({});

  readonly props: () => BoardProps;
  readonly #legal = $derived.by(() => this.props().legal);
  readonly position: Position = $derived.by(() => positionOf(this.props().view));
  readonly edition = $derived.by(() => editionOf(this.props().view));
  readonly players = $derived.by(() => this.props().view.seats.length);
  readonly me = $derived.by(() => this.props().seat);
  /** Also while a step is on its way: the board stays as it is until the answer comes. */
  readonly active = $derived.by(() => this.#legal.length > 0);
  readonly offers: Offer[] = $derived.by(() => offers(this.#legal, this.position));
  readonly origins = $derived.by(() => origins(this.offers));
  readonly chosen: string | null = $derived.by(() =>
    this.picked && this.origins.has(this.picked) ? this.picked : firstOrigin(this.offers),
  );
  readonly targets = $derived.by(() => targets(this.among?.offers ?? this.offers, this.chosen));
  readonly glossary: PositionTexts['glossary'] = $derived.by(() => this.props().texts?.glossary ?? {});
  /** The rule about something, by its name in the notation. */
  readonly rules: Record<string, string> = $derived.by(() => this.props().texts?.rules ?? {});
  /** What a hint or a line of the log points at. */
  readonly marked: Set<string> = $derived.by(
    () =>
      new Set(
        (this.props().marked ?? []).flatMap((step) =>
          /^[^ ]+:[^ ]+$/.test(step)
            ? [step.replace('track:', 'bonus:')]
            : offers([step], this.position).flatMap(spotsOf),
        ),
      ),
  );
  /** The spots to press next for a marked step: its origin, or once that is chosen its destination. */
  readonly next: Set<string> = $derived.by(
    () =>
      new Set(
        this.offers
          .filter((one) => this.props().marked?.includes(one.step))
          .flatMap((one) => (one.from && one.from !== this.chosen ? [one.from] : one.to)),
      ),
  );
  /** Destinations of the chosen key that cannot be paid now. */
  readonly missing: Map<string, Missing> = $derived.by(() => {
    const found = this.prospects.missing.filter((one) => one.from === this.chosen);
    return new Map(found.map((one) => [spotOf(one.to, this.position.display), one]));
  });
  /** The step that the spot under the pointer would take, where it is only one. */
  readonly hovered: Offer | null = $derived.by(() => {
    const found = this.over ? this.targets.get(this.over) : undefined;
    return found?.length === 1 ? found[0] : null;
  });

  /** The spot whose step is on its way. */
  readonly sent: string | null = $derived.by(() => (this.props().busy ? this.#pressed : null));
  /** What looks chosen: at once what was pressed. What follows from it is drawn when that is on the screen. */
  readonly held: string | null = $derived.by(() => this.#waiting?.spot ?? this.chosen);

  #pressed = $state<string | null>(null);
  #waiting = $state.raw<{ spot: string; act: () => void } | null>(null);
  #asked = new Set<string>();
  #unwait = (): void => undefined;

  /** Call it while a component is being set up: it starts effects. */
  constructor(props: () => BoardProps) {
    this.props = props;
    $effect(() => () => this.#unwait());
    $effect(() => {
      void this.position;
      untrack(() => this.#reset());
    });
    $effect(() => {
      void this.#legal;
      untrack(() => this.#fetchProspects());
    });
  }

  /** What a bonus tile does (P51), in a line. */
  tile(number: number | string): string {
    return this.glossary[number]?.brief ?? '';
  }

  /** What a good, a type of building, a landmark, an end-game tile, a bank or the Arc is called. */
  name(part: string): string {
    return this.props().texts?.names[part] ?? part;
  }

  /** A bonus tile as a heading. */
  tileName(number: number | string): string {
    return this.glossary[number]?.name ?? String(number);
  }

  /** What a legal step does, in the server's words. */
  does(step: string): string {
    return this.props().texts?.steps.find((one) => one.step === step)?.does ?? step;
  }

  /** What something on the table is for: a sentence of the server. */
  about(topic: string): string {
    return this.props().texts?.about[topic] ?? '';
  }

  /** The price and gifts of a move, as the view has them. */
  goal(one: Offer): Goal | undefined {
    if (one.kind !== 'move') return undefined;
    const [, from, to] = one.step.split(' ');
    return goalOf(this.position, from, to);
  }

  /** A new position: forget what was chosen in the one before. */
  #reset(): void {
    this.picked = this.#waiting = this.#pressed = null;
    this.among = null;
    this.why = this.rule = '';
    this.over = null;
    this.previews = {};
    this.#asked.clear();
    this.props().onchoice?.(null);
  }

  /** Ask what is missing for the moves of the keys, when one may move. */
  #fetchProspects(): void {
    const { legal, prospects } = this.props();
    this.prospects = NOTHING;
    if (legal.some((step) => /^(key|move) /.test(step)))
      prospects?.().then(
        (found) => {
          if (legal === this.props().legal) this.prospects = found as unknown as Prospects;
        },
        () => undefined,
      );
  }

  /** Something on the table was pressed. */
  press(spot: string): void {
    this.#settle();
    this.why = this.rule = '';
    if (this.props().busy) return;
    if (!this.active) return this.#say(notNow(this));
    const found = this.targets.get(spot) ?? this.#sky(spot);
    this.#pressed = found?.length ? spot : null;
    if (found?.length === 1 && !this.#idle(found[0])) this.take(found[0].step);
    else if (found?.length) this.#afterPaint(spot, () => this.#ask(spot, found));
    else if (this.origins.has(spot)) this.choose(spot);
    else void this.#explain(spot);
  }

  /** Say why a press did nothing: what is missing for it, else in the server's words by which rule it is not legal. */
  async #explain(spot: string): Promise<void> {
    const step = describeMissing(spot, this) ? '' : meant(spot, this.chosen, this.position);
    let why = whyNot(spot, this);
    let rule = '';
    const { legal } = this.props();
    if (step)
      await this.props()
        .preview(step)
        .catch((error: unknown) => {
          if (error instanceof Error) ({ text: why, rule } = reasonOf(error));
        });
    if (legal === this.props().legal) this.#say(why, rule);
  }

  /** Show why a press did nothing, until the next input. */
  #say(why: string, rule = ''): void {
    [this.why, this.rule] = [why, rule];
    announce(why);
    this.#unwait();
    this.#unwait = untilNextInput(() => (this.why = this.rule = ''));
  }

  /** Whether a bonus tile would bring nothing now. Such a tile is not used up by a single press. */
  #idle({ kind, step }: Offer): boolean {
    const pays = kind === 'use' ? this.position.bonus[step.slice(4)] : undefined;
    return Boolean(pays && !pays.vp && !pays.francs && !pays.keys);
  }

  /** The offers of the district's sky. A press on a landmark that is not a target counts as a press on the sky. */
  #sky(spot: string): Offer[] | undefined {
    const district = /^(?:won:)?([^:]+)(?::L\d+)?$/.exec(spot)?.[1];
    return district ? this.targets.get(`sky:${district}`) : undefined;
  }

  #ask(spot: string, found: Offer[]): void {
    this.among = { spot, offers: found };
    this.props().onchoice?.({ cancel: () => this.cancel() });
  }

  choose(spot: string): void {
    this.#afterPaint(spot, () => {
      this.among = null;
      this.picked = this.picked === spot ? null : spot;
      this.props().onchoice?.(this.picked ? { cancel: () => this.cancel() } : null);
    });
  }

  /** Show that a spot was pressed, then do what follows; at once if there is another press before. */
  #afterPaint(spot: string, act: () => void): void {
    this.#settle();
    this.#waiting = { spot, act };
    afterPaint(() => this.#settle());
  }

  #settle(): void {
    const act = this.#waiting?.act;
    this.#waiting = null;
    act?.();
  }

  /** Go back one step: close the open question, else clear the choice. Returns whether there was anything to undo. */
  cancel(): boolean {
    this.#settle();
    const had = Boolean(this.among ?? this.picked);
    if (this.among) this.among = null;
    else this.picked = null;
    this.#pressed = null;
    this.why = this.rule = '';
    this.props().onchoice?.(this.picked ? { cancel: () => this.cancel() } : null);
    return had;
  }

  take(step: string): void {
    if (this.props().busy || !this.#legal.includes(step)) return;
    this.among = null;
    this.props().onstep(step);
  }

  /** Pointer or focus is on a spot: texts and standings follow it. */
  hover(spot: string | null): void {
    this.over = spot;
    this.fetchPreview(spot);
  }

  /** Fetch what the step of a spot would change; a long press does so too. */
  fetchPreview(spot: string | null): void {
    const [one, more] = (spot && this.targets.get(spot)) || [];
    if (!one || more || FREE.includes(one.kind) || this.#asked.has(one.step)) return;
    this.#asked.add(one.step);
    const { legal, preview } = this.props();
    void preview(one.step).then(
      (found) => {
        if (legal === this.props().legal) this.previews = { ...this.previews, [one.step]: found };
      },
      () => undefined, // previews are optional
    );
  }
}
