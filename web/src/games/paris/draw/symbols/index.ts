// Every drawing of the game, as symbols that the page holds once.
import { buildings } from './buildings';
import { city } from './city';
import { goods } from './goods';
import { keys } from './keys';
import { landmarks } from './landmarks';

/** By name: the view box and what is in it. */
export type Drawings = Record<string, [string, string]>;

const ALL: Drawings = { ...buildings, ...goods, ...keys, ...landmarks, ...city };
const SPRITE = 'paris-symbols';

/** The name of a symbol in the page; other games have theirs. */
export const named = (name: string): string => `pa-${name}`;

/** Puts the symbols into the page, once, however many boards are drawn. */
export function provide(): void {
  if (typeof document === 'undefined' || document.getElementById(SPRITE)) return;
  const sprite = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  sprite.id = SPRITE;
  sprite.setAttribute('width', '0');
  sprite.setAttribute('height', '0');
  sprite.setAttribute('aria-hidden', 'true');
  sprite.setAttribute('class', 'p-sprite');
  sprite.innerHTML = Object.entries(ALL)
    .map(([name, [box, body]]) => `<symbol id="${named(name)}" viewBox="${box}">${body}</symbol>`)
    .join('');
  document.body.prepend(sprite);
}
