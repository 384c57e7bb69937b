// After Vite: stamp the build's name and the languages into the page and the service worker, add licences, write
// BUILD.json.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildId, hashSources, root } from './sources.mjs';

const out = join(root, '../src/lutetia/web/static');
const made = hashSources();
const id = buildId(made);
const assets = readdirSync(join(out, 'assets'))
  .sort()
  .map((name) => `assets/${name}`);
const languages = readdirSync(join(root, '../src/lutetia/locale'), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name.replace('_', '-'))
  .sort();
const quoted = (names) => names.map((name) => JSON.stringify(name)).join(',');

function stamp(name) {
  const path = join(out, name);
  // A long attribute is wrapped in the source; the server looks for it on one line to translate it.
  const unwrapped = (attribute) => attribute.replace(/\s*\n\s*/g, ' ');
  const text = readFileSync(path, 'utf8').replace(/content="[^"]*"/g, unwrapped);
  writeFileSync(
    path,
    text
      .replaceAll('__BUILD__', id)
      .replace('/*__ASSETS__*/', quoted(assets))
      .replace('/*__LANGUAGES__*/', quoted(languages))
      .replace('__LANGUAGES__', languages.join(' ')),
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

copyFileSync(join(root, '..', 'LICENSE'), join(out, 'licences', 'Lutetia.txt'));

// The files that a table of each game needs beside those in the page: the server has them fetched at once.
const chunks = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'));
rmSync(join(out, '.vite'), { recursive: true });
const withImports = (name) => [name, ...(chunks[name].imports ?? []).flatMap(withImports)];
const inPage = new Set(withImports('index.html'));
const filesOf = (name) =>
  withImports(name)
    .filter((one) => !inPage.has(one))
    .flatMap((one) => [chunks[one].file, ...(chunks[one].css ?? []), ...(chunks[one].assets ?? [])]);
const tables = Object.fromEntries(
  Object.keys(chunks)
    .map((name) => [/^src\/games\/([\w-]+)\/index\.ts$/.exec(name)?.[1], name])
    .filter(([game]) => game)
    .map(([game, name]) => [game, [...new Set([...filesOf('src/pages/pages.ts'), ...filesOf(name)])]]),
);

const addresses = JSON.parse(readFileSync(join(root, 'src/addresses.json'), 'utf8')).map(({ path }) => path);
writeFileSync(join(out, 'BUILD.json'), JSON.stringify({ id, addresses, tables, sources: made }, null, 1) + '\n');
console.log(`build ${id}: ${assets.length} assets`);
