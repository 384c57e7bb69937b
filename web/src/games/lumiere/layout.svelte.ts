// How the table is laid out, by the size of the window. The table carries the name as `data-layout` for the styles.
import { MediaQuery } from 'svelte/reactivity';

/**
 * - `desk`: players, score and log · board over dock · postcards.
 * - `pair`: board over dock · postcards; players, score and log in a sheet.
 * - `flat`: the board as high as the window, everything else beside it: landscape phones, or any window zoomed in.
 * - `tall`: one column, with the buttons in a bar at the bottom: phones and upright tablets.
 */
export type LayoutName = 'desk' | 'pair' | 'flat' | 'tall';

const desk = new MediaQuery('(min-width: 1200px) and (min-height: 640px) and (min-aspect-ratio: 1)');
const pair = new MediaQuery('(min-width: 960px) and (min-height: 640px) and (min-aspect-ratio: 1)');
const flat = new MediaQuery('(min-aspect-ratio: 6/5)');

export const layout = (): LayoutName =>
  desk.current ? 'desk' : pair.current ? 'pair' : flat.current ? 'flat' : 'tall';
