// The pages for learning and for the box, in one file that who only plays does not load.
export { default as CompanionPage } from './companion/CompanionPage.svelte';
export { default as Guide } from './tutorial/Guide.svelte';
export { default as LessonPage } from './tutorial/LessonPage.svelte';
export { default as PartsPage } from './tutorial/PartsPage.svelte';
