// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = 'a2853ee2e597';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', '/icon-awaiting.svg', "/assets/CompanionPage-DcK-4KvB.js","/assets/DataPage-Ch8QHFMh.js","/assets/Friend-DXddOLg-.js","/assets/Guide-ChDjkbPV.js","/assets/Help-Cnbqy4Q6.js","/assets/LessonPage-D-sBYsds.js","/assets/Lobby-CAaU8c_t.js","/assets/Mine-BGMzanSX.js","/assets/PartsPage-BMboigNL.js","/assets/Profile-mLUUXAAE.js","/assets/ReplayPage-Bw6LGXJU.js","/assets/RuleSheet-DmzKJ0Rb.js","/assets/RulesPage-CVb4MIL4.js","/assets/TablePage-DNQ6hWGb.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-B_GP3uZI.js","/assets/house-Pn47fkJV.css","/assets/index-BKNtZlPh.css","/assets/index-D4sK_zh7.js","/assets/learn-B79KG2Ut.js","/assets/learn-BC1wNtcy.css","/assets/lumiere-Cwv9DzS0.css","/assets/lumiere-Ku63X-yY.js","/assets/night-DLsZwSdt.svg","/assets/pages-BG5CCESI.js","/assets/pages-DsIxxDIP.css","/assets/paris-B-a-S6fY.css","/assets/paris-fX919hVb.js","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

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
