// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '4ab653fa18f8';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-D1n2Tcdx.js","/assets/companion-DtU-15d6.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-BasvDV0x.css","/assets/figures-D7kXyiyM.js","/assets/figures-DDUIyY7q.js","/assets/figures-aJ2Kytyl.js","/assets/gallery-CJPcQ8s2.css","/assets/gallery-CUpXDI3P.js","/assets/gallery-CwSXv2dc.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-FE8F61xJ.css","/assets/gallery-c9-NtSt7.js","/assets/gallery-sGWjfj3-.js","/assets/generic-BGzyy9XW.js","/assets/index-BLqXHLLb.js","/assets/index-DwfzNKvX.css","/assets/learn-BQq7omPX.js","/assets/learn-BhuwbzXl.js","/assets/learn-CLfjYUbh.css","/assets/lumiere-B6trS3pZ.js","/assets/lumiere-BBerumiX.js","/assets/lumiere-bCBrY27B.css","/assets/moderation-B2fbioqZ.js","/assets/moderation-DccBRBwn.css","/assets/moderation-DmBr0-Ff.js","/assets/night-CR_j93_c.svg","/assets/pages-8jbklYg0.css","/assets/pages-CJZHSYjH.js","/assets/pages-CXwfXoox.js","/assets/paris-C79dJ4_H.js","/assets/paris-D3iPLktT.css","/assets/paris-Yv9owuBx.js","/assets/pave-SDrBfZY7.webp","/assets/shared-DlE1FVin.js","/assets/shared-DrdRx9-C.css","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
