// Drawings that a game keeps in a file of its own, so that they weigh nothing in its code.
const asked = new Set<string>();

/** Puts a file of named drawings into the page, once, so that `<use href="#name">` finds them. */
export function provide(url: string): void {
  if (typeof document === 'undefined' || asked.has(url)) return;
  asked.add(url);
  fetch(url)
    .then((answer) => answer.text())
    .then((text) =>
      document.body.prepend(
        document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true),
      ),
    )
    .catch(() => asked.delete(url)); // the next board asks again
}
