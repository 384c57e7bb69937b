// Where we are: paths without a library, and the layers (sheets, unsent choices) that the back button closes first.
interface Layer {
  close: () => void;
}
const layers: Layer[] = [];
let ownBacks = 0;
let waiting: (() => void) | null = null;

class Route {
  path = $state(typeof location === 'undefined' ? '/' : location.pathname);
  query = $state(typeof location === 'undefined' ? '' : location.search);
}
export const route = new Route();

function arrive(): void {
  route.path = location.pathname;
  route.query = location.search;
}

/** Go to a page of ours. */
export function go(path: string, replace = false): void {
  if (ownBacks) {
    waiting = () => go(path, replace);
    return;
  }
  const dropped = layers.splice(0);
  for (const layer of dropped.reverse()) layer.close();
  if (dropped.length || replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  arrive();
  scrollTo(0, 0);
}

/** Something lies over the page: the back button calls `close`. Call what is returned when it goes by itself. */
export function lay(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  history.pushState({ layer: layers.length }, '');
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    ownBacks++;
    history.back();
  };
}

export function follow(): void {
  addEventListener('popstate', () => {
    if (ownBacks) {
      ownBacks--;
      const next = waiting;
      if (!ownBacks && next) {
        waiting = null;
        next();
      }
      return;
    }
    const top = layers.pop();
    if (top) top.close();
    else arrive();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/licences/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
