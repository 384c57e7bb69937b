// Load the engine in a worker: Pyodide with our Python. The files lie beside this one.
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]); // a module that uses one

/** The languages to load for a tag, the more general first: pt-BR holds only what differs from pt. */
const catalogues = (tag, files) =>
  [tag.split('-')[0], tag].map((one) => `locale-${one}.zip`).filter((name, at, all) => files[name] && all.indexOf(name) === at);

async function fetched(name, count) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const parts = [];
  const reader = answer.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    count(next.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Python, with our package on its path. `progress` gets a number from 0 to 1, and `language` is a tag such as pt-BR.
 * The result also has `speak(tag)`, which loads another language.
 */
export async function loadEngine(language, progress = () => undefined) {
  const index = await (await fetch(new URL('engine.json', import.meta.url))).json();
  const archives = ['engine.zip', ...(WebAssembly.validate(VECTORS) ? ['vectors.zip'] : [])];
  const spoken = new Set(catalogues(language, index.files));
  const needed = ['pyodide.asm.wasm', 'pyodide.asm.mjs', 'python_stdlib.zip', ...archives, ...spoken];
  const total = needed.reduce((sum, name) => sum + index.files[name].size, 0);
  let loaded = 0;
  const count = (bytes) => progress(Math.min(1, (loaded += bytes) / total));
  const [{ loadPyodide }, ...found] = await Promise.all([
    import('./pyodide.mjs'),
    ...needed.map((name) => fetched(name, count)), // Pyodide finds its own in the browser's cache
  ]);
  const py = await loadPyodide({
    indexURL: new URL('./', import.meta.url).href,
    stdLibURL: new URL('python_stdlib.zip', import.meta.url).href,
    lockFileContents: index.lock,
  });
  const unpack = (data) => py.unpackArchive(data, 'zip', { extractDir: '/engine' });
  found.slice(3).forEach(unpack);
  py.runPython('import sys\nsys.path.insert(0, "/engine")');
  const speak = async (tag) => {
    const missing = catalogues(tag, index.files).filter((name) => !spoken.has(name));
    for (const name of missing) {
      unpack(await fetched(name, () => undefined));
      spoken.add(name);
    }
    if (missing.length) py.runPython('from lutetia.server.local.browser import forget_languages\nforget_languages()');
  };
  return { py, speak };
}
