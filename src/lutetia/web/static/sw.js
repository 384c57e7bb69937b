// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '17e8bd02bcf7';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-BKHBPMQP.js","/assets/companion-BmnV8RRu.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-BF6x2hKe.js","/assets/figures-BasvDV0x.css","/assets/figures-CJ79eR7V.js","/assets/figures-Dbk1SbW0.js","/assets/gallery-3aDTt70D.js","/assets/gallery-BOWsIeeH.js","/assets/gallery-Bu7GsgNk.js","/assets/gallery-D4ApIv-U.css","/assets/gallery-DX5qDZw4.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-FE8F61xJ.css","/assets/generic-xuD9mih9.js","/assets/index-B8PurXKM.js","/assets/index-DwfzNKvX.css","/assets/learn-ByTWH-c4.js","/assets/learn-DEjdaEne.css","/assets/learn-DXi3ML3o.js","/assets/lumiere-BdwcUpU6.js","/assets/lumiere-DWRNJlK5.js","/assets/lumiere-yuIM7AtL.css","/assets/moderation-B03Stb3B.js","/assets/moderation-Db-sxWVn.js","/assets/moderation-DccBRBwn.css","/assets/night-CR_j93_c.svg","/assets/pages-BY2OeIsA.js","/assets/pages-D1v2tQe3.js","/assets/pages-yDL1ecbs.css","/assets/paris-B_BNxpvH.css","/assets/paris-BqhTSqjX.js","/assets/paris-Br2935o-.js","/assets/pave-SDrBfZY7.webp","/assets/shared-5WS1XPnS.js","/assets/shared-DrdRx9-C.css","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
const CACHED = ['/offline.html', '/offline.css', '/icon.svg', '/icon-awaiting.svg', ...HASHED_FILES];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(CACHED))
      .then(() => self.skipWaiting()),
  );
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
  } else if (CACHED.includes(url.pathname)) {
    // the styles of the offline page
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
  }
});
