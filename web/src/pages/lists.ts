// The tables to join or to watch, and the person's own games, in a chunk that players at a table do not load.
export { default as Lobby } from './lists/Lobby.svelte';
export { default as MyGames } from './lists/MyGames.svelte';
