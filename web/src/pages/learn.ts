// The tutorial, companion, reference card and about pages, in a chunk that players at a table do not load.
export { default as About } from './About.svelte';
export { default as CardPage } from './card/CardPage.svelte';
export { default as CompanionPage } from './companion/CompanionPage.svelte';
export { default as Guide } from './tutorial/Guide.svelte';
export { default as LessonPage } from './tutorial/LessonPage.svelte';
export { default as PartsPage } from './tutorial/PartsPage.svelte';
