// Reloads the page, once, when its files are gone from the server because a newer build has replaced them.
import { build } from './i18n.svelte';

/** Call it when a part of the page could not be loaded. False: it was tried before, or nothing could be loaded. */
export function reloadOnce(): boolean {
  const tried = `anew.${build}`;
  try {
    if (!(navigator.onLine || navigator.serviceWorker?.controller) || sessionStorage.getItem(tried)) return false;
    sessionStorage.setItem(tried, '1');
  } catch {
    return false;
  }
  location.reload();
  return true;
}
