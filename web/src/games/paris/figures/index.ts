// Pictures of the components and the set-up, for the rules and the reference card.
import type { Figures } from '../../manifest';
import '../paris.css';
import '../pieces.css';
import drawings from '../draw/symbols.svg?url';
import { loadSprite } from '../../../lib/sprite';
import Bonus from './Bonus.svelte';
import Buildings from './Buildings.svelte';
import Landmarks from './Landmarks.svelte';
import SetUp from './SetUp.svelte';
import Tokens from './Tokens.svelte';

loadSprite(drawings);
export const figures = {
  bonus: Bonus,
  buildings: Buildings,
  landmarks: Landmarks,
  setup: SetUp,
  tokens: Tokens,
} as Figures;
