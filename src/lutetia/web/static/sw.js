// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = 'a2b65d48c45c';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-BM35Wpi3.js","/assets/companion-BtWZeqo3.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-0bs9L-RR.js","/assets/figures-BRVhTYGH.js","/assets/figures-BXuNSEFm.js","/assets/figures-BasvDV0x.css","/assets/gallery-CJPcQ8s2.css","/assets/gallery-DcU9iIZo.js","/assets/gallery-DhN7k0Aa.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-DxQAouzN.js","/assets/gallery-FE8F61xJ.css","/assets/gallery-UdyOKIEu.js","/assets/generic-rrZrW5uS.js","/assets/index-BaVpyyhY.js","/assets/index-DwfzNKvX.css","/assets/insight-C2jabYhx.css","/assets/insight-Cj5CNEue.js","/assets/insight-CmfmxUex.js","/assets/learn-CLfjYUbh.css","/assets/learn-DVCYQei_.js","/assets/learn-_5Ukt1u8.js","/assets/lumiere-BqcaN-LM.js","/assets/lumiere-C5eAoey5.css","/assets/lumiere-CboGIqst.js","/assets/moderation-Bg4sgKyW.js","/assets/moderation-DKVAPU4P.js","/assets/moderation-DccBRBwn.css","/assets/night-CR_j93_c.svg","/assets/pages-CSJFnxTI.js","/assets/pages-Cw2L6tka.js","/assets/pages-k4UxFZdt.css","/assets/paris-C3djwAcu.js","/assets/paris-DRya968v.css","/assets/paris-V9htqFyA.js","/assets/pave-SDrBfZY7.webp","/assets/puzzles-BJdIyk7Y.js","/assets/puzzles-CUMltmWL.css","/assets/puzzles-Nhnoi4Bf.js","/assets/replay-CBGT2G3S.css","/assets/replay-D4Nz_LjV.js","/assets/replay-MXAY_u-h.js","/assets/shared-CO7ipyGW.css","/assets/shared-oVAMKFWP.js","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/study-Bbgnsyae.js","/assets/study-CGCiQfWE.js","/assets/study-jvTTDE4t.css","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
