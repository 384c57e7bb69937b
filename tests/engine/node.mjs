// node node.mjs ENGINE PYODIDE PROGRAM ARGUMENTS: run a Python program in the built engine, as a browser would.
// The program finds its arguments in sys.argv. What it prints is the output. PLAIN=1: as on a device without vectors.
// LIBRARY=1: with the library, which a browser loads when it is first needed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const [engine, pyodide, program, ...words] = process.argv.slice(2);
const index = JSON.parse(readFileSync(join(engine, 'engine.json'), 'utf8'));
const unpacked = (name) => new Uint8Array(brotliDecompressSync(readFileSync(join(engine, `${name}.br`))));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')));

const folder = mkdtempSync(join(tmpdir(), 'lutetia-engine-'));
for (const name of ['pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip']) {
  writeFileSync(join(folder, name), unpacked(name));
}
const py = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL: join(folder, 'python_stdlib.zip'),
  lockFileContents: index.lock,
  stdout: (line) => console.log(line),
});
rmSync(folder, { recursive: true });
const layers = ['engine.zip', ...(process.env.PLAIN ? [] : ['vectors.zip'])];
const starting = (start) => Object.keys(index.files).filter((name) => name.startsWith(start));
const library = process.env.LIBRARY ? ['library.zip', ...starting('library-')] : [];
for (const name of [...layers, ...starting('locale-')]) {
  py.unpackArchive(unpacked(name), 'zip', { extractDir: '/engine' });
}
py.runPython(`import sys\nsys.path.insert(0, "/engine")\nsys.argv[:] = ["program", *${JSON.stringify(words)}]`);
if (library.length) {
  const unpack = 'from lutetia.server.local.library import unpack\nlambda name, data: unpack(name, data.to_bytes())';
  library.forEach((name) => py.runPython(unpack)(name, unpacked(name)));
}
try {
  await py.runPythonAsync(readFileSync(program, 'utf8'));
} catch (error) {
  console.error(error.message); // Node would print the whole of Pyodide's line
  process.exit(1);
}
