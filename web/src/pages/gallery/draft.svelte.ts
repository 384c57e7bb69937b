// An owner's corrections of a game's edition: kept on this device, undone step by step, and checked by the server.
import { get, post } from '../../lib/api';
import type { components } from '../../lib/schema';
import { isThere, sortFaults, type Data, type Section } from './edit';
import { noteOf, toToml } from './toml';

type Gallery = components['schemas']['ComponentGallery'];
type Check = components['schemas']['EditionCheck'];

const PAUSE = 200; // ms without a further change before the server is asked
const MOST_STEPS = 100;

export class Draft {
  /** Our own edition, and its components in the reader's language. */
  ours = $state.raw<Data>({});
  /** The components as corrected; while there are faults, as they were before. */
  sections = $state.raw<Section[]>([]);
  data = $state.raw<Data>({});
  note = $state('');
  state = $state<'loading' | 'failed' | 'checking' | 'unchecked' | 'faulty' | 'sound'>('loading');
  /** As the server names them; `english` says which component each concerns. */
  faults = $state.raw<string[]>([]);
  private english = $state.raw<string[]>([]);
  past = $state.raw<Data[]>([]);
  /** The sections without components that the data lack; a fault that is about those belongs to their section. */
  there = $derived(
    this.sections.map((section) => ({
      ...section,
      components: section.components.filter((one) => isThere(this.data, one)),
    })),
  );
  sorted = $derived(sortFaults(this.faults, this.english, this.there));
  changed = $derived(JSON.stringify(this.data) !== JSON.stringify(this.ours));
  private asked = 0;
  private timer = 0;

  constructor(readonly game: string) {}

  /** Our edition in the reader's language, and what is left of the last visit. */
  async load(): Promise<void> {
    try {
      const { edition, sections } = await get<Gallery>(`/api/editions/${this.game}/components`);
      const first = this.state === 'loading' || this.state === 'failed';
      this.ours = edition as Data;
      if (first) {
        const kept = this.kept();
        this.data = { ...this.ours, ...kept?.data }; // parts that our edition has had since then are ours
        this.note = kept?.note ?? '';
      }
      this.sections = sections; // with our names: a check of sound corrections brings the names after them
      this.state = 'sound';
      if (this.changed) await this.check();
    } catch {
      this.state = 'failed';
    }
  }

  change(data: Data): void {
    this.past = [...this.past.slice(-MOST_STEPS), this.data];
    this.show(data);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.show(last);
  }

  /** Our edition again; it can be undone. */
  reset(): void {
    this.change(this.ours);
  }

  setNote(note: string): void {
    this.note = note;
    this.keep();
  }

  /** Load an edition file. Returns its faults; a file with faults changes nothing. */
  async open(text: string): Promise<string[]> {
    const found = await post<Check>(`/api/editions/${this.game}/check`, { text });
    if (found.faults.length) return found.faults;
    this.note = noteOf(text);
    this.sections = found.sections;
    this.change(found.edition as Data);
    return [];
  }

  /** The file that an owner saves. */
  file(): string {
    return toToml(this.data, this.note);
  }

  private show(data: Data): void {
    this.data = data;
    this.keep();
    this.state = 'checking';
    this.asked++;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE);
  }

  /** Ask the server for all faults of the draft. */
  async check(): Promise<void> {
    const asked = ++this.asked;
    this.state = 'checking';
    try {
      const found = await post<Check>(`/api/editions/${this.game}/check`, { text: toToml(this.data) });
      if (asked !== this.asked) return;
      this.faults = found.faults;
      this.english = found.english;
      if (found.edition) this.sections = found.sections;
      this.state = found.faults.length ? 'faulty' : 'sound';
    } catch {
      if (asked === this.asked) this.state = 'unchecked';
    }
  }

  private get key(): string {
    return `edition:${this.game}`;
  }

  private keep(): void {
    try {
      if (!this.changed && !this.note) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify({ data: this.data, note: this.note }));
    } catch {
      // Storage is blocked: the corrections last as long as the page.
    }
  }

  private kept(): { data: Data; note: string } | null {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? 'null') as { data: Data; note: string } | null;
      return typeof kept?.data === 'object' && typeof kept.note === 'string' ? kept : null;
    } catch {
      return null;
    }
  }
}
