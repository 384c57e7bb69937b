// Where local games are kept: IndexedDB. Events are written together with their game's summary, or not at all.
const NAME = 'lutetia-games';

// Python takes nothing but an Error for one: what IndexedDB gives is a DOMException, or nothing at all.
const failure = ({ error }) => new Error(error ? `${error.name}: ${error.message}` : 'aborted');
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request));
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
    write: async (game, seq, summary, events) => {
      const stored = games.get(game)?.[1] ?? [];
      if (seq !== stored.length) return false;
      games.set(game, [summary, [...stored, ...events]]);
      return true;
    },
    read: async (game) => games.get(game),
    summaries: async () => [...games.values()].map(([summary]) => summary),
    remove: async (game) => void games.delete(game),
    get: async (key) => documents.get(key),
    put: async (key, text) => void documents.set(key, text),
    delete: async (key) => void documents.delete(key),
  };
}

async function openDatabase() {
  const opening = indexedDB.open(NAME, 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore('summaries');
      opening.result.createObjectStore('events'); // by [game, seq]
    }
    opening.result.createObjectStore('documents'); // what is stored beside games, by key
  };
  const database = await result(opening);
  database.onversionchange = () => database.close(); // a newer page in another tab; this one must be reloaded
  const documents = (mode) => database.transaction('documents', mode).objectStore('documents');
  // What was asked for may still fail when it is written, for instance for want of room.
  const done = (transaction) =>
    new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(failure(transaction));
    });
  const change = (what) => {
    const store = documents('readwrite');
    what(store);
    return done(store.transaction);
  };
  const all = (game) => IDBKeyRange.bound([game], [game, []]); // arrays come after all numbers

  return {
    write: (game, seq, summary, events) =>
      new Promise((resolve, reject) => {
        const both = database.transaction(['summaries', 'events'], 'readwrite', { durability: 'strict' });
        const store = both.objectStore('events');
        let refused = false;
        if (seq > 0) {
          // Another tab may have removed the game.
          const finding = store.getKey([game, seq - 1]);
          finding.onsuccess = () => {
            if (finding.result !== undefined) return;
            refused = true;
            both.abort();
          };
        }
        events.forEach((event, index) => {
          const adding = store.add(event, [game, seq + index]);
          adding.onerror = () => (refused ||= adding.error.name === 'ConstraintError');
        });
        both.objectStore('summaries').put(summary, game);
        both.oncomplete = () => resolve(true);
        both.onabort = () => (refused ? resolve(false) : reject(failure(both)));
      }),
    read: async (game) => {
      const both = database.transaction(['summaries', 'events']);
      const [summary, events] = await Promise.all([
        result(both.objectStore('summaries').get(game)),
        result(both.objectStore('events').getAll(all(game))),
      ]);
      return summary && [summary, events]; // undefined becomes None, and null would not
    },
    summaries: () => result(database.transaction('summaries').objectStore('summaries').getAll()),
    remove: (game) => {
      const both = database.transaction(['summaries', 'events'], 'readwrite');
      both.objectStore('summaries').delete(game);
      both.objectStore('events').delete(all(game));
      return done(both);
    },
    get: (key) => result(documents('readonly').get(key)),
    put: (key, text) => change((store) => store.put(text, key)),
    delete: (key) => change((store) => store.delete(key)),
  };
}
