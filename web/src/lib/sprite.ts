// SVG symbols that a game keeps in a file, so that they are not part of its code.
import './sprite.css';

const requested = new Set<string>();

/** Put a file of named symbols into the page, once, so that `<use href="#name">` finds them. */
export function loadSprite(url: string): void {
  if (typeof document === 'undefined' || requested.has(url)) return;
  requested.add(url);
  fetch(url)
    .then((answer) => answer.text())
    .then((text) => {
      const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
      document.body.prepend(document.importNode(documentElement, true));
    })
    .catch(() => requested.delete(url)); // the next board tries again
}
