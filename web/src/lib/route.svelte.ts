// The router: the path of the page, and the layers over it (sheets, unsent choices) that the back button closes first.
import { device, isForDevice } from './host.svelte';
import { afterPaint } from './painted';
import { addressOf, isStatic, placeOf, type Place } from './site';

interface Layer {
  close: () => void;
  /** Whether it has a history entry yet. It gets one when it has been painted, because that takes the browser some
   * milliseconds, and not while our own `history.back()` is under way. */
  entered: boolean;
}
const layers: Layer[] = [];
let pendingBacks = 0;
let waiting: (() => void) | null = null;

function enter(layer: Layer): void {
  if (pendingBacks || layer.entered || !layers.includes(layer)) return;
  layer.entered = true;
  history.pushState({ layer: layers.length }, '');
}

const START: Place = { path: '/', query: '', hash: '' };
const atFirst = typeof location === 'undefined' ? START : (placeOf(location) ?? START);

class Route {
  path = $state(atFirst.path);
  query = $state(atFirst.query);
  /** The place within the page, without #. */
  hash = $state(atFirst.hash);
  /** The path of the rules shown in a sheet over the page, or ''. */
  rules = $state('');
}
export const route = new Route();

function readLocation(): void {
  const { path, query, hash } = placeOf(location) ?? route;
  Object.assign(route, { path, query, hash });
}

/** Change what follows the path in the address bar, `?at=3` or `#L12`, without showing anything else. */
export const amend = (rest: string): void => history.replaceState(history.state, '', addressOf(route.path + rest));

/** Show another page of the app. */
export function navigate(path: string, replace = false): void {
  if (pendingBacks) {
    waiting = () => navigate(path, replace);
    return;
  }
  const dropped = layers.splice(0);
  for (const layer of dropped.reverse()) layer.close();
  const entries = dropped.filter((layer) => layer.entered).length;
  const show = (): void => {
    if (entries || replace) history.replaceState(null, '', addressOf(path));
    else history.pushState(null, '', addressOf(path));
    readLocation();
    scrollTo(0, 0);
  };
  if (entries < 2) return show();
  // The new page replaces the entry of the lowest layer; those above it are left behind.
  waiting = show;
  pendingBacks++;
  history.go(1 - entries);
}

/** Add a layer over the page; the back button calls `close`. Call the returned function when it closes by itself. */
export function pushLayer(close: () => void): () => void {
  const layer = { close, entered: false };
  layers.push(layer);
  afterPaint(() => enter(layer));
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    if (!layer.entered) return;
    pendingBacks++;
    history.back();
  };
}

/** Pages over which rules open in a sheet, so that nobody has to leave a game, a lesson or a replay. */
const KEEPS_PAGE = /^\/(t|r|s|study|tutorial|companion)\//;

/** Handle the back button and clicks on links. */
export function startRouter(): void {
  // The installed app's shortcuts and links from static sites name pages in the fragment.
  if (!isStatic && location.hash.startsWith('#/')) {
    history.replaceState(null, '', location.hash.slice(1));
    readLocation();
  }
  addEventListener('popstate', () => {
    if (pendingBacks) {
      pendingBacks--;
      if (pendingBacks) return;
      const next = waiting;
      waiting = null;
      if (next) next();
      else layers.forEach(enter);
      return;
    }
    const top = layers.pop();
    top?.close();
    if (!top?.entered) readLocation();
  });
  addEventListener('hashchange', () => {
    if (!layers.length) readLocation();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.origin !== location.origin) return;
    const place = placeOf(new URL(link.href));
    if (!place) return;
    if (isForDevice(place.path) && place.path.startsWith('/api/')) {
      event.preventDefault();
      void device().then(({ save }) => save(place.path + place.query));
      return;
    }
    if (link.hasAttribute('download') || /^\/(api|licences|engine)\//.test(place.path)) return;
    if (place.hash && place.path === route.path) return;
    event.preventDefault();
    const wanted = place.path + place.query + (place.hash && `#${place.hash}`);
    if (/^\/rules\/(?!data)[\w-]+(#|$)/.test(wanted) && KEEPS_PAGE.test(route.path)) route.rules = wanted;
    else navigate(wanted);
  });
}
