// Where the pages come from: from a server, or from a folder of files on any web host, without one.
/** What the page's head says under a name; '': nothing. */
export const meta = (name: string): string =>
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '');

/** Whether there is no server: then this device answers all requests, and the page's path stands in the fragment. */
export const isStatic = meta('lutetia-static') === '1';

/** Whether there is an engine, so that games can be played on this device. A server says so in the page's head. */
export const hasEngine = isStatic || meta('engine') === '1';

/** Whether this browser can run the engine. */
export const canRun = (): boolean =>
  typeof WebAssembly === 'object' && typeof Worker === 'function' && typeof indexedDB === 'object';

/** The folder that the site lies in. */
export const base = isStatic ? new URL('.', location.href).pathname : '/';

/** The address of one of the site's files: `icon.svg`. */
export const fileAt = (name: string): string => base + name;

/** What the address bar shows for a page of the app: `/t/1?at=2#3`. */
export const addressOf = (path: string): string => (isStatic ? `${base}#${path}` : path);

/** A page's whole address, to be shared. */
export const linkTo = (path: string): string => location.origin + addressOf(path);

export interface Place {
  path: string;
  query: string;
  hash: string;
}

/** The page at an address; null: it is none, such as a file, or a place within the page that is shown. */
export function placeOf(url: URL | Location): Place | null {
  const asked = url.pathname.startsWith('/api/'); // of the device
  if (!isStatic || asked) return { path: url.pathname, query: url.search, hash: url.hash.slice(1) };
  if (url.pathname !== location.pathname && url.pathname !== base) return null;
  if (url.hash && !url.hash.startsWith('#/')) return null;
  const { pathname, search, hash } = new URL(url.hash.slice(1) || '/', location.origin);
  return { path: pathname, query: search, hash: hash.slice(1) };
}
