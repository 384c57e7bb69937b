// The plain face: any game as words. It serves until a game has a board of its own, and where a board cannot be drawn.
import type { Face } from '../face';
import Board from './Board.svelte';

export const plain = (game: string): Face => ({ game, mood: game === 'lumiere' ? 'night' : 'day', Board });
