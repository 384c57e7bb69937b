// Pictures of the components and the set-up, for the rules and the reference card.
import type { Figures } from '../../manifest';
import '../draw/board.css';
import drawings from '../draw/drawings.svg?url';
import { loadSprite } from '../../../lib/sprite';
import Buildings from './Buildings.svelte';
import CardBuildings from './CardBuildings.svelte';
import CardPostcard from './CardPostcard.svelte';
import CardSource from './CardSource.svelte';
import CardSpaces from './CardSpaces.svelte';
import Pieces from './Pieces.svelte';
import Postcards from './Postcards.svelte';
import SetUp from './SetUp.svelte';
import Tiles from './Tiles.svelte';

loadSprite(drawings);
export const figures = {
  buildings: Buildings,
  'card-buildings': CardBuildings,
  'card-postcard': CardPostcard,
  'card-source': CardSource,
  'card-spaces': CardSpaces,
  pieces: Pieces,
  postcards: Postcards,
  setup: SetUp,
  tiles: Tiles,
} as Figures;
