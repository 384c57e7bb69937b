// Python with our package, in a worker. The files lie beside this one.
import { unpack } from './archive.mjs';
import { catalogues } from './catalogues.mjs';

const FOLDER = '/engine';
const LIBRARY = '/lib/python314.zip'; // where Pyodide puts the standard library

/** What Python is started from: Pyodide compiled, and archives. `progress` gets a number from 0 to 1. */
export const loadParts = (language, progress) =>
  new Promise((resolve, reject) => {
    const loader = new Worker(new URL(`loader.mjs?language=${encodeURIComponent(language)}`, import.meta.url), { type: 'module' });
    const end = (settle, value) => {
      loader.terminate();
      settle(value);
    };
    loader.onmessage = ({ data }) => {
      if (data.progress !== undefined) progress(data.progress);
      else if (data.parts) end(resolve, data.parts);
      else end(reject, new Error(data.failed));
    };
    loader.onerror = (event) => end(reject, new Error(`loader.mjs: ${event.message ?? 'cannot be loaded'}`));
  });

/**
 * Python, with our package on its path, from parts for a language such as pt-BR. The archives remain in use: a file of
 * Python's is a view of one. The result also has `speak(tag)`, which loads another language.
 */
export async function startEngine({ index, language, library, archives, module }) {
  const { loadPyodide } = await import('./pyodide.mjs');
  const py = await withoutFetching(module, library, () =>
    loadPyodide({ indexURL: new URL('./', import.meta.url).href, lockFileContents: index.lock }),
  );
  py.FS.writeFile(LIBRARY, library, { canOwn: true }); // in place of Pyodide's copy
  for (const archive of archives) unpack(py.FS, archive, FOLDER);
  py.runPython(`import sys\nsys.path.insert(0, "${FOLDER}")`);
  const spoken = new Set(catalogues(language, index));
  const speak = async (tag) => {
    const missing = catalogues(tag, index).filter((name) => !spoken.has(name));
    for (const name of missing) {
      const answer = await fetch(new URL(name, import.meta.url));
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      unpack(py.FS, new Uint8Array(await answer.arrayBuffer()), FOLDER);
      spoken.add(name);
    }
    if (missing.length) py.runPython('from lutetia.server.local.browser import forget_languages\nforget_languages()');
  };
  return { py, speak };
}

/** Pyodide fetches its module and the standard library itself, and has no setting against it. We have both already. */
async function withoutFetching(module, library, start) {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = async () => ({ ok: true, arrayBuffer: async () => library.buffer });
  WebAssembly.instantiateStreaming = async (_response, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
  try {
    return await start();
  } finally {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
