// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '6cb67709d021';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-CNdCRb1G.js","/assets/companion-DdHxoqDo.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-BasvDV0x.css","/assets/figures-CI-sGlCe.js","/assets/figures-Dut3_Ytv.js","/assets/figures-DyDggXi4.js","/assets/generic-zmWvUxjh.js","/assets/index-C05kH7ox.css","/assets/index-pStuGN1t.js","/assets/learn-BlpbEfoJ.js","/assets/learn-DxMICpi5.js","/assets/learn-ywIzRz_B.css","/assets/lumiere-Coy6CAFR.js","/assets/lumiere-CqH5zTM9.js","/assets/lumiere-yuIM7AtL.css","/assets/moderation-D5XU54Cx.js","/assets/moderation-DccBRBwn.css","/assets/moderation-qAWBXJA-.js","/assets/night-CR_j93_c.svg","/assets/pages-CrKdKVHR.css","/assets/pages-Dvs-v83-.js","/assets/pages-sEeFtWfW.js","/assets/paris-BMRxl_VL.js","/assets/paris-B_BNxpvH.css","/assets/paris-ECJj4mXH.js","/assets/pave-SDrBfZY7.webp","/assets/shared-BWdd5LcZ.js","/assets/shared-CcGN4Pgp.css","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
