// The face of La Cité de la Lumière: night, lamps, slate roofs.
import type { Face } from '../face';
import Stage from './Stage.svelte';
import Table from './Table.svelte';
import Thumb from './Thumb.svelte';

export const lumiere: Face = { game: 'lumiere', mood: 'night', Board: Stage, Table, Thumb };
