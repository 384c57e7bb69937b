// Whether the server turns this person, or their network, away: what it says about it, with the reason and until when.
import { net } from './net.svelte';
import { showError } from './notify.svelte';

class Blocked {
  /** '' while the person is welcome. */
  text = $state('');
}
export const blocked = new Blocked();

/** Show why a list could not be fetched. That the person is blocked, or that there is no
 * connection, stands on the page already. */
export function showFetchError(error: unknown): void {
  if (!blocked.text && net.reachable) showError(error);
}
