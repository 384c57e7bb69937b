// Which files the build is made of, and their hashes. tests/web/test_build.py computes the same list.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const NOT_BUILT = [
  'node_modules',
  'tests',
  '.vite',
  '.prettierrc.json',
  '.prettierignore',
  'eslint.config.js',
  'line-length.mjs',
];

function* walk(folder, skipped) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, skipped);
    else yield path;
  }
}

/** Paths relative to web/, sorted; `skipped` are names of files and folders to leave out. */
export function listFiles(skipped) {
  return [...walk(root, skipped)].map((path) => relative(root, path).split(sep).join('/')).sort();
}

/** {path: sha256} of every source, sorted by path. */
export function hashSources() {
  const hash = (path) =>
    createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
  return Object.fromEntries(listFiles(NOT_BUILT).map((path) => [path, hash(path)]));
}

/** A short id for a set of sources. */
export function buildId(hashes) {
  return createHash('sha256').update(JSON.stringify(hashes)).digest('hex').slice(0, 12);
}
