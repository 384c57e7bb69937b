// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '74df8577f2bc';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-DxBDjD68.js","/assets/companion-j27lGOCX.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-B1FQ9WAN.js","/assets/figures-BasvDV0x.css","/assets/figures-CBajwFzZ.js","/assets/figures-dCtt3fh9.js","/assets/gallery-B7ic_vpo.js","/assets/gallery-BRxA05jc.js","/assets/gallery-CJPcQ8s2.css","/assets/gallery-DBJHkQgz.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-FE8F61xJ.css","/assets/gallery-vQCCr7BB.js","/assets/generic-GAbY3RNG.js","/assets/index-DwfzNKvX.css","/assets/index-VD3bSuf0.js","/assets/learn-BMyxSRm9.js","/assets/learn-CLfjYUbh.css","/assets/learn-DdGN823h.js","/assets/lumiere-DqxCecZs.js","/assets/lumiere-bCBrY27B.css","/assets/lumiere-xy4CLljP.js","/assets/moderation-CbyhaBfS.js","/assets/moderation-DccBRBwn.css","/assets/moderation-_iPwUkTq.js","/assets/night-CR_j93_c.svg","/assets/pages-8jbklYg0.css","/assets/pages-BXmYlnn0.js","/assets/pages-BZ-k--Hu.js","/assets/paris-D041XneR.js","/assets/paris-D3iPLktT.css","/assets/paris-DcNukgzo.js","/assets/pave-SDrBfZY7.webp","/assets/shared-CvvADzmR.js","/assets/shared-DKtQFR54.css","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
