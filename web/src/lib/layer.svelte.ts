// Something on a page that the back button closes while it is open.
import { untrack } from 'svelte';
import { pushLayer } from './route.svelte';

/** Call it while a component is created. */
export function useLayer(open: () => boolean, close: () => void): void {
  let lift: (() => void) | null = null;
  $effect(() => {
    const isOpen = open();
    untrack(() => {
      if (isOpen && !lift)
        lift = pushLayer(() => {
          lift = null;
          close();
        });
      else if (!isOpen && lift) {
        const lifted = lift;
        lift = null;
        lifted();
      }
    });
  });
}
