// Replays with their analysis, in a chunk that players at a table do not load.
export { default as ReplayPage } from './replay/ReplayPage.svelte';
