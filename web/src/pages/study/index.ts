// The engine and the studies, in a chunk that is loaded when somebody wants one of them.
export { default as Drawing } from './Drawing.svelte';
export { Engine } from './engine.svelte';
export { default as EnginePanel } from './EnginePanel.svelte';
export { default as MyStudies } from './MyStudies.svelte';
export { default as NewStudy } from './NewStudy.svelte';
export { openStudy, type StudyModel } from './study.svelte';
export { default as StudyMenu } from './StudyMenu.svelte';
export { default as StudyPanel } from './StudyPanel.svelte';
