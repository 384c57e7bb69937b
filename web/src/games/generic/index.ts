// The components of the generic front end.
import type { GameUi } from '../manifest';
import Board from './Board.svelte';
import Table from './Table.svelte';

export const ui: GameUi = { Board, Table };
