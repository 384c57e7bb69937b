// The puzzle pages, in a chunk that players at a table do not load.
export { default as PuzzlePage } from './puzzles/PuzzlePage.svelte';
export { default as PuzzlesPage } from './puzzles/PuzzlesPage.svelte';
