// Decides how a part of an unknown position is shown, from its shape alone.
import type { PositionTexts } from '../manifest';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** How a value is shown, with the data in the form its component needs. */
export type Shape =
  | { kind: 'scalar'; value: null | boolean | number | string }
  /** A list of simple values: a hand, a display. */
  | { kind: 'list'; values: Json[] }
  /** Rows of equal length: a board. */
  | { kind: 'grid'; rows: Json[][] }
  /** One value per seat, side by side. Where each is an object, its keys are the rows. */
  | { kind: 'seats'; seats: string[]; rows: { name: string; values: Json[] }[] }
  /** Objects with the same keys: one row each. */
  | { kind: 'table'; columns: string[]; rows: { name: string; values: Json[] }[] }
  /** Anything else: names and values. */
  | { kind: 'record'; entries: [string, Json][] };

const MAX_COLUMNS = 8;

const isScalar = (value: Json): value is null | boolean | number | string =>
  value === null || typeof value !== 'object';
const isObject = (value: Json): value is { [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A value that fits on a line: a scalar, or a list of scalars. */
const isInline = (value: Json): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

function keysOf(objects: readonly { [key: string]: Json }[]): string[] {
  return [...new Set(objects.flatMap((one) => Object.keys(one)))];
}

/** `seats`: the seats of the game, in order. An object whose keys are seats is shown seat by seat. */
export function shapeOf(value: Json, seats: readonly string[]): Shape {
  if (isScalar(value)) return { kind: 'scalar', value };
  if (Array.isArray(value)) {
    if (value.every(isScalar)) return { kind: 'list', values: value };
    if (isGrid(value)) return { kind: 'grid', rows: value };
    if (value.every(isObject)) return tableOf(value.map((one, at) => [String(at + 1), one]));
    return { kind: 'record', entries: value.map((one, at) => [String(at + 1), one]) };
  }
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key]) => seats.includes(key)))
    return bySeat(
      value,
      seats.filter((seat) => seat in value),
    );
  if (entries.length > 1 && entries.every(([, one]) => isObject(one)))
    return tableOf(entries as [string, { [key: string]: Json }][]);
  return { kind: 'record', entries };
}

function isGrid(rows: Json[]): rows is Json[][] {
  const [first] = rows;
  return (
    rows.length > 1 &&
    Array.isArray(first) &&
    rows.every((row) => Array.isArray(row) && row.length === first.length && row.every(isScalar))
  );
}

function tableOf(named: [string, { [key: string]: Json }][]): Shape {
  const columns = keysOf(named.map(([, one]) => one));
  const cells = named.map(([name, one]) => ({ name, values: columns.map((column) => one[column] ?? null) }));
  if (columns.length > 0 && columns.length <= MAX_COLUMNS && cells.every((row) => row.values.every(isInline)))
    return { kind: 'table', columns, rows: cells };
  return { kind: 'record', entries: named };
}

function bySeat(value: { [key: string]: Json }, seats: string[]): Shape {
  const objects = seats.map((seat) => value[seat]);
  if (!objects.every(isObject)) return { kind: 'seats', seats, rows: [{ name: '', values: objects }] };
  const rows = keysOf(objects).map((name) => ({ name, values: objects.map((one) => one[name] ?? null) }));
  return { kind: 'seats', seats, rows };
}

/** What the server calls a part of the position, if it has a name for it. */
export const nameOf = (name: string, texts: PositionTexts | null): string | undefined =>
  texts?.names[name] ?? texts?.glossary[name]?.name;

/** A name of the notation as a label: "turns_left" becomes "Turns left". */
export function labelOf(name: string): string {
  const text = name.replace(/[_-]+/g, ' ').trim();
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
