// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '4c74a0857303';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', '/icon-awaiting.svg', "/assets/CompanionPage-Cl3cTJCe.js","/assets/DataPage-pmwRxCAX.js","/assets/Friend-B8Y_HpH5.js","/assets/Guide-BWSAYjil.js","/assets/Help-BD56GysU.js","/assets/LessonPage-D5iD5A9M.js","/assets/Lobby-Bt4cylO7.js","/assets/Mine-CtdOenX0.js","/assets/PartsPage-BoHiodF8.js","/assets/Profile-BGE8RJtG.js","/assets/ReplayPage-CneRoDv0.js","/assets/RuleSheet-BbrKwO7M.js","/assets/RulesPage-9qFnAAKN.js","/assets/TablePage-CQa8rn9s.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-DQxLaijM.css","/assets/house-mHsZYhrO.js","/assets/index-ASd-41gj.css","/assets/index-Ltm3nX6t.js","/assets/learn-DprzYB3_.css","/assets/learn-qeoJKaBe.js","/assets/lumiere-BOFrp9pZ.css","/assets/lumiere-t-vOs9T4.js","/assets/night-DLsZwSdt.svg","/assets/pages-Cg59FwTa.js","/assets/pages-DmLe-cZ7.css","/assets/paris-CbzBji8K.js","/assets/paris-CpmvKKib.css","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

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
  } else if (KEPT.includes(url.pathname)) {
    // what the page without a network wears
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
  }
});
