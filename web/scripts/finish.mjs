// After Vite: stamp the build's name into the page and the service worker, add licences, write BUILD.json.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildId, hashSources, root } from './sources.mjs';

const out = join(root, '../src/lutetia/web/static');
const made = hashSources();
const id = buildId(made);
const assets = readdirSync(join(out, 'assets'))
  .sort()
  .map((name) => `/assets/${name}`);

function stamp(name) {
  const path = join(out, name);
  // A long attribute is wrapped in the source; the server looks for it on one line to translate it.
  const unwrapped = (attribute) => attribute.replace(/\s*\n\s*/g, ' ');
  const text = readFileSync(path, 'utf8').replace(/content="[^"]*"/g, unwrapped);
  writeFileSync(
    path,
    text.replaceAll('__BUILD__', id).replace('/*__ASSETS__*/', assets.map((a) => JSON.stringify(a)).join(',')),
  );
}
stamp('index.html');
stamp('sw.js');

mkdirSync(join(out, 'licences'), { recursive: true });
for (const [name, folder] of [
  ['Bodoni-Moda', '@fontsource-variable/bodoni-moda'],
  ['Bodoni-Moda-SC', '@fontsource-variable/bodoni-moda-sc'],
  ['Source-Sans-3', '@fontsource-variable/source-sans-3'],
  ['Amarante', '@fontsource/amarante'],
  ['Svelte', 'svelte'],
]) {
  const licence = readdirSync(join(root, 'node_modules', folder)).find((file) => /^licen[cs]e/i.test(file));
  if (licence) copyFileSync(join(root, 'node_modules', folder, licence), join(out, 'licences', `${name}.txt`));
}
writeFileSync(join(out, 'BUILD.json'), JSON.stringify({ id, sources: made }, null, 1) + '\n');
console.log(`build ${id}: ${assets.length} assets`);
