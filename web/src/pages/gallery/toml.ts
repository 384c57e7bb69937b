// Writes the data of an edition as a TOML file, with a note of its author as comments at the top.
import type { Data } from './edit';

const DELETE = '\u007f'; // the only character that JSON allows and TOML does not
const PLAIN_KEY = /^[A-Za-z0-9_-]+$/;
const key = (name: string): string => (PLAIN_KEY.test(name) ? name : JSON.stringify(name));
const isTable = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (isTable(value))
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${key(name)} = ${inline(one)}`)
      .join(', ')} }`;
  return JSON.stringify(value).replaceAll(DELETE, '\\u007f'); // texts, numbers and booleans are written as in JSON
}

const lines = (table: Data): string[] =>
  Object.entries(table).map(([name, value]) => `${key(name)} = ${inline(value)}`);

/** The file: what stands alone first, then a table for each part. */
export function toToml(data: Data, note = ''): string {
  const comments = note.trim()
    ? [
        ...note
          .trim()
          .split('\n')
          .map((line) => `# ${line.replace(/\p{Cc}+/gu, ' ')}`.trimEnd()), // TOML allows no control characters
        '',
      ]
    : [];
  const entries = Object.entries(data);
  const alone = entries.filter(([, value]) => !isTable(value) && !isTableList(value));
  const parts = entries.flatMap(([name, value]) => {
    if (isTable(value)) return ['', `[${key(name)}]`, ...lines(value)];
    if (isTableList(value)) return value.flatMap((one) => ['', `[[${key(name)}]]`, ...lines(one)]);
    return [];
  });
  return [...comments, ...lines(Object.fromEntries(alone)), ...parts, ''].join('\n');
}

const isTableList = (value: unknown): value is Data[] =>
  Array.isArray(value) && value.length > 0 && value.every(isTable);

/** The note at the top of a file that `toToml` wrote, or the comments at the top of any other. */
export function noteOf(text: string): string {
  const found: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('#')) break;
    found.push(line.replace(/^# ?/, ''));
  }
  return found.join('\n').trim();
}
