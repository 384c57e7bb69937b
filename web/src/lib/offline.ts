// The service worker: it keeps the pages, and the engine once it has been loaded, for when there is no network.
import { fileAt } from './site';

/** Start it, when the page itself has been drawn: it fetches every file of the build. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  setTimeout(() => {
    if (navigator.onLine) void navigator.serviceWorker.register(fileAt('sw.js')).catch(() => undefined);
  }, 1_500);
}

/** Have it keep an engine. False: this browser has no service worker here, as on a page without https. */
export async function keepEngine(id: string, files: string[]): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return false;
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return false;
  const channel = new MessageChannel();
  const kept = new Promise<boolean>((done) => (channel.port1.onmessage = ({ data }) => done(data === true)));
  active.postMessage({ keep: 'engine', id, files }, [channel.port2]);
  return kept;
}
