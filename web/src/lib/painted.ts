/** Resolves once what has changed so far is on the screen: then work that may wait does not delay it. */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) return done();
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100); // a page that has just been hidden paints nothing
  });
