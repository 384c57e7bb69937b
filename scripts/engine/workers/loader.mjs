// A worker that fetches the engine's files and compiles Pyodide, posts {progress} meanwhile and {parts} or {failed} at
// the end, and is then ended by whoever started it. What fetching and compiling leave behind ends with it: some 30 MB,
// which a worker that goes on would keep for long, because it allocates too little for its garbage to be collected.
import { catalogues } from './catalogues.mjs';

const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]); // a module that uses one

/** The bytes of a file that lies beside this one; `size` is how many they are. */
async function fetched(name, size, count) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const bytes = new Uint8Array(size);
  const reader = answer.body.getReader();
  let at = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes.set(next.value, at);
    at += next.value.length;
    count(next.value.length);
  }
  if (at !== size) throw new Error(`${name}: ${at} bytes instead of ${size}`);
  return bytes;
}

async function load(language) {
  const index = await (await fetch(new URL('engine.json', import.meta.url))).json();
  const layers = ['engine.zip', ...(WebAssembly.validate(VECTORS) ? ['vectors.zip'] : []), ...catalogues(language, index)];
  const needed = ['pyodide.asm.wasm', 'pyodide.asm.mjs', 'python_stdlib.zip', ...layers];
  const total = needed.reduce((sum, name) => sum + index.files[name].size, 0);
  let loaded = 0;
  const count = (bytes) => self.postMessage({ progress: (loaded += bytes) / total });
  // The script is only fetched, so that Pyodide finds it in the browser's cache.
  const [wasm, , library, ...archives] = await Promise.all(needed.map((name) => fetched(name, index.files[name].size, count)));
  return { index, language, library, archives, module: await WebAssembly.compile(wasm) };
}

load(new URL(self.location).searchParams.get('language') ?? 'en').then(
  (parts) => self.postMessage({ parts }, [parts.library.buffer, ...parts.archives.map(({ buffer }) => buffer)]),
  (error) => self.postMessage({ failed: String(error) }),
);
