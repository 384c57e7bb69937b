// The components of La Cité de la Lumière.
import type { GameUi } from '../manifest';
import { moves } from './moves';
import { progress } from './phase';
import SoloBoard from './SoloBoard.svelte';
import Table from './Table.svelte';
import Thumb from './Thumb.svelte';

export const ui: GameUi = { Board: SoloBoard, Table, Thumb, moves, progress };
