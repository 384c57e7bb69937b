// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '90b9fc388eb6';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-CE3lhEZd.js","/assets/companion-Cir8vO6e.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-0ACZAfcZ.js","/assets/figures-BD5KB9Eg.js","/assets/figures-BKy_yh_s.js","/assets/figures-BasvDV0x.css","/assets/gallery-CI8MGQjT.js","/assets/gallery-CJPcQ8s2.css","/assets/gallery-DEWgc0EU.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-Dkdf5oDN.js","/assets/gallery-FE8F61xJ.css","/assets/gallery-ctFsunFN.js","/assets/generic-BIS1YMho.js","/assets/index-DRQ6-Ip8.js","/assets/index-DwfzNKvX.css","/assets/learn-Bg6JuXoN.js","/assets/learn-CLfjYUbh.css","/assets/learn-D1d4-7W1.js","/assets/lumiere-C5eAoey5.css","/assets/lumiere-CBjuNSH6.js","/assets/lumiere-CQI_ViyD.js","/assets/moderation-BTgOvgcl.js","/assets/moderation-CYzjlj72.js","/assets/moderation-DccBRBwn.css","/assets/night-CR_j93_c.svg","/assets/pages-DOpOY5wQ.js","/assets/pages-Dlu5_WsQ.js","/assets/pages-WgPWxeA7.css","/assets/paris-DPTZAs_M.js","/assets/paris-DRya968v.css","/assets/paris-Pdpkz7ZS.js","/assets/pave-SDrBfZY7.webp","/assets/shared-Cqhs6F7M.js","/assets/shared-o7lYqyNy.css","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
