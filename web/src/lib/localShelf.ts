// Looks into the store of the games on this device without loading the engine, whose store it is: see shelf.mjs in
// scripts/engine/workers.
const NAME = 'lutetia-games';
const SUMMARIES = 'summaries';

/** Whether a game is in the store; null: the store cannot be read. */
export function isStored(game: string): Promise<boolean | null> {
  return new Promise((done) => {
    try {
      const opening = indexedDB.open(NAME);
      let missing = false;
      opening.onupgradeneeded = () => {
        missing = true; // there is no store yet, and the engine is to make it
        opening.transaction!.abort();
      };
      opening.onerror = () => done(missing ? false : null);
      opening.onsuccess = () => {
        const database = opening.result;
        try {
          const finding = database.transaction(SUMMARIES).objectStore(SUMMARIES).getKey(game);
          finding.onsuccess = () => done(finding.result !== undefined);
          finding.onerror = () => done(null);
        } catch {
          done(null); // another version's store
        }
        database.close(); // when the transaction is over
      };
    } catch {
      done(null); // the browser allows no storage
    }
  });
}
