// The moderators' page, in a chunk that nobody else loads.
export { default as ModerationPage } from './moderation/ModerationPage.svelte';
