// The face of Paris.
import type { Face } from '../face';
import { count } from './count';
import Stage from './Stage.svelte';
import Table from './Table.svelte';
import Thumb from './Thumb.svelte';

export const paris: Face = { game: 'paris', mood: 'day', Board: Stage, Table, Thumb, count };
