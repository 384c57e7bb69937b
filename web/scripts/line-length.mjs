// Fails on source lines over 120 characters. Prettier cannot break strings, comments or SVG path data.
// Literal path data does not count: a quoted path, or the value of a d attribute.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './sources.mjs';

const LIMIT = 120;
const CHECKED = /\.(svelte|ts|css|mjs|js|html)$/;
const GENERATED = new Set(['src/lib/schema.d.ts']);
const PATH_DATA = /(?<=(['"`]))[Mm][MmLlHhVvCcSsQqTtAaZz\d\s.,-]*(?=\1)/g;

/** The length of a line without the path data in it. */
const measure = (line) => [...line.replace(PATH_DATA, '')].length;

const tooLong = listFiles(['node_modules'])
  .filter((name) => CHECKED.test(name) && !GENERATED.has(name))
  .flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .map((line, at) => ({ length: measure(line), place: `${name}:${at + 1}` }))
      .filter(({ length }) => length > LIMIT),
  );
for (const { length, place } of tooLong) console.error(`${place}: ${length} characters`);
process.exit(tooLong.length ? 1 : 0);
