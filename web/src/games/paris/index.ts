// The components of Paris.
import type { GameUi } from '../manifest';
import { scoreDetails } from './count';
import { layoutOf } from './layout';
import { moves } from './moves';
import SoloBoard from './SoloBoard.svelte';
import Table from './Table.svelte';
import Thumb from './Thumb.svelte';

export const ui: GameUi = {
  Board: SoloBoard,
  Table,
  Thumb,
  moves,
  partsHeader: (width, height) => layoutOf(width, height) === 'three',
  scoreDetails,
};
