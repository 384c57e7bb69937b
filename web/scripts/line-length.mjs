// Fails on source lines over 120 characters. Prettier cannot break strings, comments or SVG path data;
// only path data may be longer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './sources.mjs';

const LIMIT = 120;
const CHECKED = /\.(svelte|ts|css|mjs|js|html)$/;
const GENERATED = new Set(['src/lib/schema.d.ts']);
const PATH_DATA = /\bd=|['"`][MmLl]-?[\d.]/;

const tooLong = listFiles(['node_modules'])
  .filter((name) => CHECKED.test(name) && !GENERATED.has(name))
  .flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .map((line, at) => ({ line, place: `${name}:${at + 1}` }))
      .filter(({ line }) => [...line].length > LIMIT && !PATH_DATA.test(line)),
  );
for (const { line, place } of tooLong) console.error(`${place}: ${[...line].length} characters`);
process.exit(tooLong.length ? 1 : 0);
