/** Do something once what has changed so far is on the screen, so that it does not delay it. */
export function afterPaint(act: () => void): void {
  if (typeof document === 'undefined' || document.hidden) return act();
  let done = false;
  const once = (): void => {
    if (!done) act();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 100); // a page that has just been hidden paints nothing
}
