// Pictures of the components and the set-up, for the rules and the reference card.
import type { Figures } from '../../manifest';
import '../paris.css';
import '../pieces.css';
import drawings from '../draw/symbols.svg?url';
import { loadSprite } from '../../../lib/sprite';
import Bonus from './Bonus.svelte';
import Buildings from './Buildings.svelte';
import CardArrivals from './CardArrivals.svelte';
import CardBonus from './CardBonus.svelte';
import CardItem from './CardItem.svelte';
import CardPrizes from './CardPrizes.svelte';
import Landmarks from './Landmarks.svelte';
import SetUp from './SetUp.svelte';
import Tokens from './Tokens.svelte';

loadSprite(drawings);
export const figures = {
  bonus: Bonus,
  buildings: Buildings,
  'card-arrivals': CardArrivals,
  'card-bonus': CardBonus,
  'card-end': CardItem,
  'card-good': CardItem,
  'card-prizes': CardPrizes,
  landmarks: Landmarks,
  setup: SetUp,
  tokens: Tokens,
} as Figures;
