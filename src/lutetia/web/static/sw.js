// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = 'b1b95e6eb54a';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', "/assets/CompanionPage-Bst9_5hX.js","/assets/DataPage-BC1ssNRi.js","/assets/Friend-CJCgEdAg.js","/assets/Guide-Bhb0T2XS.js","/assets/Help-D-cO3eq6.js","/assets/LessonPage-BPrgSYbi.js","/assets/Lobby-KysExK_a.js","/assets/Mine-CtBxqY4f.js","/assets/PartsPage-D4Dvs_rv.js","/assets/Profile-7T3ugmQ6.js","/assets/ReplayPage-TUe0SEXC.js","/assets/RuleSheet-COWB2KuI.js","/assets/RulesPage-DKWvYpTJ.js","/assets/TablePage-BcPKne_9.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-BdJV-3r8.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-cegU7flF.css","/assets/house-yJvshKmX.js","/assets/index-B6HNVQ2c.css","/assets/index-Bd1YlTaT.js","/assets/learn-Ca1OBG7Y.css","/assets/learn-DCB-vA3q.js","/assets/looked-CRpG1lyr.js","/assets/lumiere-BHIkbc39.js","/assets/lumiere-NJdQBhUx.css","/assets/night-BfdXfrp-.svg","/assets/pages-CUGH0Ycz.js","/assets/pages-RrHg3FDW.css","/assets/paris-BCQ5l8rb.js","/assets/paris-BGSE13Bt.css","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api')) return;
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(() => caches.match('/offline.html')));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  }
});
