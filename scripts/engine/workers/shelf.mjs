// Where local games are kept: IndexedDB. Each event is written together with its game's summary, or not at all.
const NAME = 'lutetia-games';

const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * The methods of `Shelf` in lutetia/server/local/event_log.py, and whether what is written lasts: a browser may allow no
 * storage, as in some private windows.
 */
export async function openShelf() {
  try {
    return { ...(await openDatabase()), lasting: true };
  } catch {
    return { ...memory(), lasting: false };
  }
}

/** A shelf that ends with the page. */
function memory() {
  const games = new Map();
  const documents = new Map();
  return {
    get: async (key) => documents.get(key),
    put: async (key, text) => void documents.set(key, text),
    delete: async (key) => void documents.delete(key),
    write: async (game, seq, summary, event) => {
      const events = games.get(game)?.[1] ?? [];
      if (seq !== events.length) return false;
      games.set(game, [summary, [...events, event]]);
      return true;
    },
    read: async (game) => games.get(game),
    summaries: async () => [...games.values()].map(([summary]) => summary),
    remove: async (game) => void games.delete(game),
  };
}

async function openDatabase() {
  const opening = indexedDB.open(NAME, 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore('summaries');
      opening.result.createObjectStore('events'); // by [game, seq]
    }
    opening.result.createObjectStore('documents'); // what is no game: preferences, shares, analyses
  };
  const database = await result(opening);
  const changed = (change) =>
    new Promise((resolve, reject) => {
      const writing = database.transaction('documents', 'readwrite', { durability: 'strict' });
      change(writing.objectStore('documents'));
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
    });
  const all = (game) => IDBKeyRange.bound([game], [game, []]); // arrays come after all numbers

  return {
    write: (game, seq, summary, event) =>
      new Promise((resolve, reject) => {
        const both = database.transaction(['summaries', 'events'], 'readwrite', { durability: 'strict' });
        const adding = both.objectStore('events').add(event, [game, seq]);
        let taken = false;
        adding.onerror = () => (taken = adding.error.name === 'ConstraintError');
        both.objectStore('summaries').put(summary, game);
        both.oncomplete = () => resolve(true);
        both.onabort = () => (taken ? resolve(false) : reject(both.error));
      }),
    read: async (game) => {
      const both = database.transaction(['summaries', 'events']);
      const [summary, events] = await Promise.all([
        result(both.objectStore('summaries').get(game)),
        result(both.objectStore('events').getAll(all(game))),
      ]);
      return summary && [summary, events]; // undefined becomes None, and null would not
    },
    get: (key) => result(database.transaction('documents').objectStore('documents').get(key)),
    put: (key, text) => changed((documents) => documents.put(text, key)),
    delete: (key) => changed((documents) => documents.delete(key)),
    summaries: () => result(database.transaction('summaries').objectStore('summaries').getAll()),
    remove: (game) =>
      new Promise((resolve, reject) => {
        const both = database.transaction(['summaries', 'events'], 'readwrite');
        both.objectStore('summaries').delete(game);
        both.objectStore('events').delete(all(game));
        both.oncomplete = () => resolve();
        both.onabort = () => reject(both.error);
      }),
  };
}
