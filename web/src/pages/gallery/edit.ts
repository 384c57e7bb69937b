// Corrections of an edition: reading and changing its data, shapes drawn on a grid, and which fault belongs where.
import { capital } from '../../lib/i18n.svelte';
import type { components } from '../../lib/schema';

export type Section = components['schemas']['ComponentSection'];
export type ComponentInfo = components['schemas']['ComponentText'];
export type Field = components['schemas']['ComponentField'];
export type Path = readonly (string | number)[];
/** The data of an edition file. A draft may have faults. */
export type Data = Record<string, unknown>;

type Node = Record<string | number, unknown>;

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (found as Node | undefined)?.[key], data);
}

/** A copy with another value. In a list, an empty text takes the entry out, and a place beyond the end appends it. */
export function withValue<T>(data: T, path: Path, value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  if (Array.isArray(data)) {
    const copy = [...data];
    if (!rest.length && value === '') copy.splice(key as number, 1);
    else copy.splice(key as number, 1, withValue(copy[key as number], rest, value));
    return copy as T;
  }
  return { ...data, [key]: withValue((data as Node)[key], rest, value) } as T;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a field holds; of a list, whether its number is in it. */
export function fieldValue(data: Data, field: Field): unknown {
  const found = valueAt(data, field.path);
  return field.kind === 'member' ? !!(found as number[] | undefined)?.includes(field.value!) : found;
}

/** Whether the data contain what the fields of a component lead to. A file of an earlier version may lack some. */
export const isThere = (data: Data, component: ComponentInfo): boolean =>
  component.fields.every(({ kind, path }) => {
    const found = valueAt(data, path);
    if (kind === 'choice') return found === undefined || typeof found === 'string'; // a list may be shorter
    if (kind === 'shape' || kind === 'pattern' || kind === 'member') return Array.isArray(found);
    return typeof found === { number: 'number', text: 'string', tile: 'string', switch: 'boolean' }[kind];
  });

export function withField(data: Data, field: Field, value: unknown): Data {
  if (field.kind !== 'member') return withValue(data, field.path, value);
  const others = (valueAt(data, field.path) as number[]).filter((one) => one !== field.value);
  const list = value ? [...others, field.value!].sort((a, b) => a - b) : others;
  return withValue(data, field.path, list);
}

export const isChanged = (data: Data, ours: Data, component: ComponentInfo): boolean =>
  component.fields.some((field) => !same(fieldValue(data, field), fieldValue(ours, field)));

/** The component as it is in our edition. */
export const withoutChange = (data: Data, ours: Data, component: ComponentInfo): Data =>
  component.fields.reduce((now, field) => {
    const value = fieldValue(ours, field);
    const listed = Array.isArray(valueAt(ours, field.path.slice(0, -1)));
    return value === undefined && listed ? withValue(now, field.path, '') : withField(now, field, value);
  }, data);

// ---- shapes ----------------------------------------------------------------------------------------------------

/** Spaces of a shape as "row,column". */
export type Cells = ReadonlySet<string>;

export const cellsOf = (rows: readonly string[], [down, right]: readonly [number, number] = [0, 0]): Cells =>
  new Set(rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '#' ? [`${r + down},${c + right}`] : []))));

/** The rows of '#' and '.' round the spaces; none of them is one empty row, which the check refuses. */
export function rowsOf(cells: Cells): string[] {
  const at = [...cells].map((cell) => cell.split(',').map(Number));
  if (!at.length) return ['.'];
  const [rows, columns] = [at.map(([r]) => r), at.map(([, c]) => c)];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return Array.from({ length: Math.max(...rows) - top + 1 }, (_row, r) =>
    Array.from({ length: Math.max(...columns) - left + 1 }, (_column, c) =>
      cells.has(`${r + top},${c + left}`) ? '#' : '.',
    ).join(''),
  );
}

export function toggled(cells: Cells, cell: string): Cells {
  const next = new Set(cells);
  if (!next.delete(cell)) next.add(cell);
  return next;
}

/** The offsets [row, column] of lit spaces as spaces of a grid whose middle is `reach`, and back. */
export const litOf = (pattern: readonly (readonly number[])[], reach: number): Cells =>
  new Set(pattern.map(([down, right]) => `${down + reach},${right + reach}`));
export const patternOf = (cells: Cells, reach: number): number[][] =>
  [...cells].map((cell) => cell.split(',').map((n) => Number(n) - reach)).sort(([a, b], [c, d]) => a - c || b - d);

// ---- faults ----------------------------------------------------------------------------------------------------

const PART = /^\[+([\w-]+)\]+ ([^]*)$/;

export interface Faults {
  /** By component, then by section; what belongs to neither is `other`. */
  components: Record<string, string[]>;
  sections: Record<string, string[]>;
  other: string[];
}

const KEY = /^[^:]*:/; // "fountain: it has a hole"
const sentence = (text: string): string => capital(text.trim()).replace(/([^.!?])$/, '$1.');

/** Sorts the faults that the server names, by their English: "[pieces] fountain: it has a hole" belongs to the
    fountain, where it is "It has a hole.", in the reader's language. */
export function sortFaults(
  faults: readonly string[],
  english: readonly string[],
  sections: readonly Section[],
): Faults {
  const sorted: Faults = { components: {}, sections: {}, other: [] };
  const all = sections.flatMap(({ components }) => components);
  const add = (to: Record<string, string[]>, id: string, text: string): void => {
    to[id] = [...new Set([...(to[id] ?? []), sentence(text)])]; // without the key some are the same
  };
  faults.forEach((fault, n) => {
    const shown = PART.exec(fault)?.[2] ?? fault;
    const section = sections.find(({ parts }) => parts.includes(PART.exec(english[n])?.[1] ?? ''));
    const begun = (begin: string): boolean => english[n].startsWith(begin);
    const component = all.find((one) => one.faults.some(begun));
    const keyed = component?.faults.find(begun)?.endsWith(':');
    if (component) add(sorted.components, component.id, keyed ? shown.replace(KEY, '') : shown);
    else if (section) add(sorted.sections, section.id, shown);
    else sorted.other.push(fault);
  });
  return sorted;
}

// ---- search ----------------------------------------------------------------------------------------------------

const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').replace(/Ł/g, 'L').toLowerCase();

/** Whether the component contains all words; accents and capitals do not matter. */
export function fits(component: ComponentInfo, heading: string, words: string): boolean {
  const labels = component.fields.map(({ label }) => label);
  const notes = component.known.map(({ note }) => note);
  const text = plain([heading, component.name, component.text, ...labels, ...notes].join(' '));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
