// A study: a tree of positions beside a game, with comments and marks. This holds what the server has, what the person
// has written and not yet sent, and what somebody else wrote in the meantime.
import { get, patch, post, put, Refusal, remove, type Study, type StudyNode } from '../../lib/api';
import { showError } from '../../lib/notify.svelte';
import { toggled, type Mark } from './marks';

/** Milliseconds between two looks whether somebody else has written. */
const LOOK = 15_000;
/** How often a node is removed again while others write elsewhere. */
const TRIES = 3;

/** A line beside the game: positions one after the other, and the lines that leave it. */
export interface StudyLine {
  nodes: StudyNode[];
  inner: StudyLine[];
}

type Where = { at: number; branch: string[] | null };
type Written = { comment?: string; marks?: Mark[] };

export class StudyModel {
  data = $state.raw<Study>(null!);
  /** The last version that the server is known to have. */
  #latest = $state(0);
  /** Somebody else has changed something: what is shown is old. */
  readonly newer: boolean = $derived(this.#latest > this.data.version);
  #refused = $state.raw<{ node: string; written: Written } | null>(null);
  /** What could not be sent because somebody else had changed the same position, which is `node` now. */
  readonly conflict: { node: StudyNode; written: Written } | null = $derived.by(() => {
    const node = this.#refused && this.node(this.#refused.node);
    return node ? { node, written: this.#refused!.written } : null;
  });
  /** Presses on the table draw marks. */
  draws = $state(false);
  colour = $state<Mark['colour']>('green');
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

  /** Where the study opens: at the end of its first line, which begins after `step` steps of the game. */
  opening(): Where {
    const { step, nodes } = this.data;
    let last: StudyNode | undefined;
    const isNext = (one: StudyNode): boolean =>
      last ? one.parent === last.id : one.parent === null && one.step !== '' && one.at === step + 1;
    for (let next = nodes.find(isNext); next; next = nodes.find(isNext)) last = next;
    return last ? this.placeOf(last) : { at: step, branch: null };
  }

  node(id: string): StudyNode | undefined {
    return this.data.nodes.find((one) => one.id === id);
  }

  // ---- what is sent ----

  #last: Promise<unknown> = Promise.resolve();
  /** Send one thing after the other: each needs the versions that the answer to the last one has. */
  #inOrder<T>(send: () => Promise<T>): Promise<T> {
    const sent = this.#last.then(send);
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  /** Add the position to the study; returns its node, null if it is the game's own. */
  keep(where: Where): Promise<StudyNode | null> {
    return this.#inOrder(() => this.#keep(where));
  }

  async #keep({ at, branch }: Where): Promise<StudyNode | null> {
    type Added = { node: string | null; study: Study };
    const { node, study } = await post<Added>(`${this.path}/lines`, { at, steps: branch ?? [] });
    this.data = study;
    return study.nodes.find((one) => one.id === node) ?? null;
  }

  /** Write something at a position; returns whether the server has it, or the person is asked about a conflict. */
  write(where: Where, written: Written): Promise<boolean> {
    return this.#write(where, () => written);
  }

  /** Draw a mark at a position, or take it away. */
  mark(where: Where, one: Mark): Promise<boolean> {
    return this.#write(where, (node) => ({ marks: toggled((node?.marks ?? []) as unknown as Mark[], one) }));
  }

  /** Write what follows from the node as it is when its turn comes. */
  #write(where: Where, written: (node: StudyNode | null) => Written): Promise<boolean> {
    return this.#inOrder(async () => {
      try {
        const node = this.nodeAt(where) ?? (await this.#keep(where));
        if (node) await this.#send(node, written(node));
        return true;
      } catch (error) {
        showError(error);
        return false;
      }
    });
  }

  async #send(node: StudyNode, written: Written): Promise<void> {
    const refused = this.#refused?.node === node.id ? this.#refused.written : null;
    try {
      this.data = await put<Study>(`${this.path}/nodes/${node.id}`, { version: node.version, ...written });
      if (refused && Object.keys(refused).every((key) => key in written)) this.#refused = null;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 409)) throw error;
      await this.#refresh();
      if (!this.node(node.id)) throw error;
      this.#refused = { node: node.id, written: { ...refused, ...written } };
    }
  }

  /** After a conflict: what the person wrote replaces what the other did, or is forgotten. */
  async settle(mine: boolean): Promise<void> {
    const open = this.conflict;
    if (!mine) this.#refused = null;
    else if (open) await this.#inOrder(() => this.#send(open.node, open.written)).catch(showError);
  }

  /** A node and all that follow it. */
  branchOf(node: StudyNode): StudyNode[] {
    const ids = new Set<string | null>([node.id]);
    for (const one of this.data.nodes) if (ids.has(one.parent)) ids.add(one.id); // parents come before their children
    return this.data.nodes.filter((one) => ids.has(one.id));
  }

  /** Remove a node and all that follow it, if they are as the person has seen them. */
  erase(node: StudyNode): Promise<void> {
    return this.#inOrder(async () => {
      const state = (): string => JSON.stringify(this.branchOf(node).map((one) => [one.id, one.version]));
      for (let left = TRIES; ; left--) {
        const [seen, { version }] = [state(), this.node(node.id) ?? node];
        const versions = `version=${version}&study_version=${this.data.version}`;
        try {
          this.data = await remove<Study>(`${this.path}/nodes/${node.id}?${versions}`);
          return;
        } catch (error) {
          if (!(error instanceof Refusal && error.code === 'changed')) throw error;
          await this.#refresh();
          if (state() !== seen || !left) throw error; // otherwise somebody has written elsewhere
        }
      }
    });
  }

  async delete(): Promise<void> {
    await remove(this.path);
  }

  rename(name: string): Promise<void> {
    return this.#inOrder(async () => {
      await patch(this.path, { name });
      await this.#refresh();
    });
  }

  /** Replace a link; returns the new secret if the page itself was opened with the old one. */
  renew(which: 'read' | 'write'): Promise<string | null> {
    return this.#inOrder(async () => {
      const here = this.token === this.data[which];
      const { token } = await post<{ token: string }>(`${this.path}/links`, { which });
      this.data = { ...this.data, [which]: token };
      return here ? token : null;
    });
  }

  refresh(): Promise<void> {
    return this.#inOrder(() => this.#refresh());
  }

  async #refresh(): Promise<void> {
    this.data = await get<Study>(this.path);
  }

  /** Look from time to time whether somebody else has written; returns what ends it. */
  watch(): () => void {
    const timer = setInterval(() => {
      if (document.hidden || this.newer) return;
      get<{ version: number }>(`${this.path}/version`).then(
        ({ version }) => void (this.#latest = version),
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
  const children = new Map<string | null, StudyNode[]>();
  for (const one of nodes) {
    const known = children.get(one.parent);
    if (known) known.push(one);
    else children.set(one.parent, [one]);
  }
  const after = (parent: string | null): StudyNode[] => children.get(parent) ?? [];
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
