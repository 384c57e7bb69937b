// A study: a tree of positions beside a game, with comments and marks. This holds what the server has, what the person
// has written and not yet sent, and what somebody else wrote in the meantime.
import { get, patch, post, put, Refusal, remove, type Study, type StudyNode } from '../../lib/api';
import { showError } from '../../lib/notify.svelte';
import { toggled, type Mark } from './marks';

/** Milliseconds between two looks whether somebody else has written. */
const LOOK = 15_000;

/** A line beside the game: positions one after the other, and the lines that leave it. */
export interface StudyLine {
  nodes: StudyNode[];
  inner: StudyLine[];
}

type Where = { at: number; branch: string[] | null };
type Written = { comment?: string; marks?: Mark[]; name?: string };

export class StudyModel {
  data = $state.raw<Study>(null!);
  /** Somebody else has changed something: what is shown is old. */
  newer = $state(false);
  /** What could not be sent because somebody else had changed the same position. */
  conflict = $state.raw<{ node: StudyNode; written: Written } | null>(null);
  /** Presses on the table draw marks. */
  draws = $state(false);
  colour = $state<Mark['colour']>('green');
  busy = $state(false);
  /** The sheet with its name, links and file is open. */
  menu = $state(false);
  readonly writes: boolean = $derived(this.data.write !== null);
  /** The game's own positions with something written, and the lines that leave it, by where they do. */
  readonly lines: StudyLine[] = $derived(linesOf(this.data.nodes));

  constructor(
    /** As the person came here: the link for readers or for writers. */
    readonly token: string,
    data: Study,
  ) {
    this.data = data;
  }

  get path(): string {
    return `/api/studies/${this.data.write ?? this.token}`;
  }

  /** The node of a position, if the study has it. */
  nodeAt({ at, branch }: Where): StudyNode | null {
    if (!branch?.length) return this.#find(null, at, '');
    let node: StudyNode | null = null;
    for (const [n, step] of branch.entries()) {
      node = this.#find(node, at + n + 1, step);
      if (!node) return null;
    }
    return node;
  }

  #find(parent: StudyNode | null, at: number, step: string): StudyNode | null {
    const id = parent?.id ?? null;
    return this.data.nodes.find((one) => one.parent === id && one.at === at && one.step === step) ?? null;
  }

  /** Where a node is: after how many steps of the game, and the steps beside it. */
  placeOf(node: StudyNode): { at: number; branch: string[] | null } {
    if (!node.step) return { at: node.at, branch: null };
    const steps = [node.step];
    for (let up = node; up.parent;) {
      up = this.data.nodes.find((one) => one.id === up.parent)!;
      steps.unshift(up.step);
    }
    return { at: node.at - steps.length, branch: steps };
  }

  /** Add the position to the study; returns its node, null if it is the game's own. */
  async keep({ at, branch }: Where): Promise<StudyNode | null> {
    type Added = { node: string | null; study: Study };
    const { node, study } = await post<Added>(`${this.path}/lines`, { at, steps: branch ?? [] });
    this.data = study;
    return study.nodes.find((one) => one.id === node) ?? null;
  }

  /** Write something at a position; returns whether the server has it, or the person is asked about a conflict. */
  async write(where: Where, written: Written): Promise<boolean> {
    this.busy = true;
    try {
      const node = this.nodeAt(where) ?? (await this.keep(where));
      if (node) await this.#send(node, written);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Draw a mark at a position, or take it away. */
  async mark(where: Where, one: Mark): Promise<void> {
    const marks = (this.nodeAt(where)?.marks ?? []) as unknown as Mark[];
    await this.write(where, { marks: toggled(marks, one) });
  }

  async #send(node: StudyNode, written: Written): Promise<void> {
    try {
      this.data = await put<Study>(`${this.path}/nodes/${node.id}`, { version: node.version, ...written });
      this.conflict = null;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 409)) throw error;
      await this.refresh();
      const now = this.data.nodes.find((one) => one.id === node.id);
      if (!now) throw error;
      this.conflict = { node: now, written };
    }
  }

  /** After a conflict: what the person wrote replaces what the other did, or is forgotten. */
  async settle(mine: boolean): Promise<void> {
    const open = this.conflict;
    this.conflict = null;
    if (open && mine) await this.#send(open.node, open.written).catch(showError);
  }

  async erase(node: StudyNode): Promise<void> {
    this.data = await remove<Study>(`${this.path}/nodes/${node.id}?version=${node.version}`);
  }

  async delete(): Promise<void> {
    await remove(this.path);
  }

  async rename(name: string): Promise<void> {
    await patch(this.path, { name });
    await this.refresh();
  }

  /** Replace a link; returns the new secret if the page itself was opened with the old one. */
  async renew(which: 'read' | 'write'): Promise<string | null> {
    const here = this.token === this.data[which];
    const { token } = await post<{ token: string }>(`${this.path}/links`, { which });
    this.data = { ...this.data, [which]: token };
    return here ? token : null;
  }

  async refresh(): Promise<void> {
    this.data = await get<Study>(this.path);
    this.newer = false;
  }

  /** Look from time to time whether somebody else has written; returns what ends it. */
  watch(): () => void {
    const timer = setInterval(() => {
      if (document.hidden || this.newer) return;
      get<{ version: number }>(`${this.path}/version`).then(
        ({ version }) => void (this.newer = version > this.data.version),
        () => undefined,
      );
    }, LOOK);
    return () => clearInterval(timer);
  }
}

export async function openStudy(token: string): Promise<StudyModel> {
  return new StudyModel(token, await get<Study>(`/api/studies/${token}`));
}

function linesOf(nodes: StudyNode[]): StudyLine[] {
  const after = (parent: string | null): StudyNode[] => nodes.filter((one) => one.parent === parent);
  const line = (first: StudyNode): StudyLine => {
    const found: StudyLine = { nodes: [first], inner: [] };
    for (let next = after(first.id); next.length; next = after(next[0].id)) {
      found.nodes.push(next[0]);
      found.inner.push(...next.slice(1).map(line));
    }
    return found;
  };
  const from = ({ at, step }: StudyNode): number => (step ? at - 0.5 : at);
  return after(null)
    .filter((one) => one.step || one.comment || one.marks.length)
    .sort((a, b) => from(a) - from(b))
    .map(line);
}
