// The opening explorer and the players' pages, in a chunk that players at a table do not load.
export { default as OpeningsPage } from './openings/OpeningsPage.svelte';
export { default as PlayerPage } from './player/PlayerPage.svelte';
