// The component gallery and its editor, in a chunk that no other page loads.
export { default as DataPage } from './gallery/DataPage.svelte';
