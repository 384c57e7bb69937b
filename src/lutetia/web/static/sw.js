// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '93c64673bef0';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-BHb-zZfw.js","/assets/companion-Dbayrdvi.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-BLtVVHC1.js","/assets/figures-BasvDV0x.css","/assets/figures-HFuTtjIC.js","/assets/figures-leyG-r03.js","/assets/gallery-B1aa7ih5.js","/assets/gallery-BCSSN8BD.js","/assets/gallery-Bkzy-P8M.js","/assets/gallery-CJPcQ8s2.css","/assets/gallery-DAUdpdRl.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-FE8F61xJ.css","/assets/generic-CQgj1s9h.js","/assets/index-C7oTKA4c.js","/assets/index-DwfzNKvX.css","/assets/learn-BOPVt6OT.js","/assets/learn-BVgfDoNR.js","/assets/learn-CLfjYUbh.css","/assets/lumiere-BR4ujU4c.js","/assets/lumiere-C5eAoey5.css","/assets/lumiere-XxIbQWHQ.js","/assets/moderation-D7nAkioC.js","/assets/moderation-DccBRBwn.css","/assets/moderation-laGBbePR.js","/assets/night-CR_j93_c.svg","/assets/pages-1dp9_dSR.js","/assets/pages-DEsSIAXW.js","/assets/pages-WgPWxeA7.css","/assets/paris-B_BnNpDU.js","/assets/paris-CmX-6sKn.js","/assets/paris-DRya968v.css","/assets/pave-SDrBfZY7.webp","/assets/shared-DsDVE5M2.js","/assets/shared-o7lYqyNy.css","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
