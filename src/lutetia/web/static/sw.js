// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '33c4c8f79fd7';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-Caq4xHZp.js","/assets/companion-D5Wj4IEw.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-BasvDV0x.css","/assets/figures-Bf_GFb-o.js","/assets/figures-ByVDdf8g.js","/assets/figures-CT3Tl--T.js","/assets/gallery-BSqJwIH1.js","/assets/gallery-BVrO_l5_.js","/assets/gallery-D4ApIv-U.css","/assets/gallery-Dc7uhnl3.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-DkYGb-rF.js","/assets/gallery-FE8F61xJ.css","/assets/generic-BJh1IL32.js","/assets/index-C4r36BAD.js","/assets/index-DwfzNKvX.css","/assets/learn-CKXytfQ4.js","/assets/learn-DEjdaEne.css","/assets/learn-u8YKkx9R.js","/assets/lumiere-CbkyFqCC.js","/assets/lumiere-XFi0vEaD.js","/assets/lumiere-yuIM7AtL.css","/assets/moderation-BVnBmWFu.js","/assets/moderation-DccBRBwn.css","/assets/moderation-DkVqpJPQ.js","/assets/night-CR_j93_c.svg","/assets/pages-CF8dLM0p.js","/assets/pages-CNqub680.js","/assets/pages-yDL1ecbs.css","/assets/paris-BCdUJOjs.js","/assets/paris-BWP9iMnb.js","/assets/paris-D3iPLktT.css","/assets/pave-SDrBfZY7.webp","/assets/shared-DrdRx9-C.css","/assets/shared-J3yEVPR5.js","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
