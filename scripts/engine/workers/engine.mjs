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
  const spoken = new Map(catalogues(language, index).map((name) => [name, Promise.resolve()]));
  const speak = async (tag) => {
    await Promise.all(catalogues(tag, index).map((name) => spoken.get(name) ?? learn(name)));
  };
  /** Once for each catalogue, whoever asks meanwhile: laid over itself later, it would lack the texts of the library. */
  function learn(name) {
    const learnt = (async () => {
      const answer = await fetch(new URL(name, import.meta.url));
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      unpack(py.FS, new Uint8Array(await answer.arrayBuffer()), FOLDER);
      py.runPython('from lutetia.server.local.browser import forget_languages\nforget_languages()');
    })();
    spoken.set(name, learnt);
    learnt.catch(() => spoken.delete(name)); // whoever needs it next tries again
    return learnt;
  }
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
