// node pack.mjs PYODIDE STAGED OUT: run pack.py in Pyodide, which has the version of Python that will run the bytecode.
import { mkdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [pyodide, staged, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// A fixed seed: bytecode contains sets in the order of their hashes.
const py = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONHASHSEED: '0', HOME: '/tmp' } });
mkdirSync(out, { recursive: true });
py.FS.mkdirTree('/staged');
py.FS.mkdirTree('/packed');
py.FS.mount(py.FS.filesystems.NODEFS, { root: staged }, '/staged');
py.FS.mount(py.FS.filesystems.NODEFS, { root: out }, '/packed');
py.runPython(readFileSync(new URL('pack.py', import.meta.url), 'utf8'));
