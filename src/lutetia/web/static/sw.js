// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '9ad7ca528833';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-DGQNnUKO.js","/assets/companion-YhvMnMAb.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-BasvDV0x.css","/assets/figures-C4RM67Yk.js","/assets/figures-CYRvk3Cc.js","/assets/figures-DOnTUZti.js","/assets/gallery-C9unc4bz.js","/assets/gallery-CI1Ra5KN.js","/assets/gallery-CJPcQ8s2.css","/assets/gallery-CPxxsPNR.js","/assets/gallery-DczIIHuf.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-FE8F61xJ.css","/assets/generic-DF5Dfmz6.js","/assets/index-BTcTic9A.js","/assets/index-DwfzNKvX.css","/assets/learn-CLfjYUbh.css","/assets/learn-CjRmXFFo.js","/assets/learn-Ys2m-Cc1.js","/assets/lumiere-8PCTKOgJ.js","/assets/lumiere-DypG0dBe.js","/assets/lumiere-bCBrY27B.css","/assets/moderation-C43IZMP8.js","/assets/moderation-Ce2WgpoB.js","/assets/moderation-DccBRBwn.css","/assets/night-CR_j93_c.svg","/assets/pages-8jbklYg0.css","/assets/pages-Br1eTcMm.js","/assets/pages-CquS9cAB.js","/assets/paris-CUR7YJAb.js","/assets/paris-D3iPLktT.css","/assets/paris-DDufSNWg.js","/assets/pave-SDrBfZY7.webp","/assets/shared-CzyIUx5B.js","/assets/shared-DKtQFR54.css","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
