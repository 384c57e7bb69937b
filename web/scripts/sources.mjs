// Which files the build is made of, and their hashes. tests/web/test_build.py works them out alike.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'tests', '.vite']);

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

/** {path: sha256} of every source, sorted by path. */
export function sources() {
  const found = [...walk(root)].map((path) => relative(root, path).split(sep).join('/')).sort();
  return Object.fromEntries(found.map((path) => [path, createHash('sha256').update(readFileSync(join(root, path))).digest('hex')]));
}

/** One short name for all of them. */
export function buildId(of) {
  return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 12);
}
