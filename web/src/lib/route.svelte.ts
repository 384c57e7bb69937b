// Where we are: paths without a library, and the layers (sheets, unsent choices) that the back button closes first.
interface Layer {
  close: () => void;
  /** Whether it has its entry in the history yet: while our own going back is under way, it has to wait. */
  entered: boolean;
}
const layers: Layer[] = [];
let ownBacks = 0;
let waiting: (() => void) | null = null;

function enter(layer: Layer): void {
  if (ownBacks || layer.entered) return;
  layer.entered = true;
  history.pushState({ layer: layers.length }, '');
}

class Route {
  path = $state(typeof location === 'undefined' ? '/' : location.pathname);
  query = $state(typeof location === 'undefined' ? '' : location.search);
  /** Rules that lie over the table: their address, or ''. */
  rules = $state('');
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
  if (dropped.some((layer) => layer.entered) || replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  arrive();
  scrollTo(0, 0);
}

/** Something lies over the page: the back button calls `close`. Call what is returned when it goes by itself. */
export function lay(close: () => void): () => void {
  const layer = { close, entered: false };
  layers.push(layer);
  enter(layer);
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    if (!layer.entered) return;
    ownBacks++;
    history.back();
  };
}

export function follow(): void {
  addEventListener('popstate', () => {
    if (ownBacks) {
      ownBacks--;
      if (ownBacks) return;
      const next = waiting;
      waiting = null;
      if (next) next();
      else layers.forEach(enter);
      return;
    }
    const top = layers.pop();
    if (top) top.close();
    else arrive();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/licences/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    const wanted = link.pathname + link.search + link.hash;
    // over a game, a lesson or a replay the rules lie in a sheet, so that nobody has to leave it
    if (/^\/rules\/(?!data)/.test(wanted) && /^\/(t|r|s|tutorial|companion)\//.test(location.pathname))
      route.rules = wanted;
    else go(wanted);
  });
}
