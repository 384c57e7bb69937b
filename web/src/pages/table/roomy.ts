// Windows in which the log has a place of its own beside the board.
import { MediaQuery } from 'svelte/reactivity';

export const roomy = new MediaQuery('(min-width: 1200px) and (min-height: 640px) and (min-aspect-ratio: 23/20)');
