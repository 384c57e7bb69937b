// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '853bf3e5f0eb';
const CACHE = `lutetia-${BUILD}`;
const HASHED_FILES = ["/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-CywbNYDq.webp","/assets/companion-72CPFqH9.js","/assets/companion-k2MUb099.js","/assets/day-B_NxAXOg.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/figures-BasvDV0x.css","/assets/figures-BfeyQpbk.js","/assets/figures-BrE5cyem.js","/assets/figures-dRfMD5uY.js","/assets/gallery-Bys3EbiV.js","/assets/gallery-CJPcQ8s2.css","/assets/gallery-CPSyttgq.js","/assets/gallery-DHOwKz5i.js","/assets/gallery-DKY9j2v6.js","/assets/gallery-DjRMpwLm.css","/assets/gallery-FE8F61xJ.css","/assets/generic-CSk_bj-a.js","/assets/index-C4iYu4uP.js","/assets/index-DwfzNKvX.css","/assets/insight-C2jabYhx.css","/assets/insight-CFejnYHe.js","/assets/insight-CHsSS-Ts.js","/assets/learn-CLfjYUbh.css","/assets/learn-C_2fWCoS.js","/assets/learn-DovIhHBK.js","/assets/lumiere-BBJ01Ets.js","/assets/lumiere-C3S59nVg.css","/assets/lumiere-Dl9l2t2q.js","/assets/moderation-DA-w5zOw.js","/assets/moderation-DWa-W_Pc.js","/assets/moderation-DccBRBwn.css","/assets/night-CR_j93_c.svg","/assets/pages-D-4XlzLc.css","/assets/pages-DMV-v6f8.js","/assets/pages-DT7VIGUI.js","/assets/paris-CYthv12P.css","/assets/paris-D09J-DAM.js","/assets/paris-D264_Yk3.js","/assets/pave-SDrBfZY7.webp","/assets/puzzles-ByP5Rzwl.js","/assets/puzzles-CXfY1uDN.js","/assets/puzzles-_teYg240.css","/assets/replay-BEvxuARy.js","/assets/replay-qnQTCn-E.js","/assets/replay-qoPpKuW0.css","/assets/shared-DyOTkK55.css","/assets/shared-hHHvxigu.js","/assets/shine-DTO4F3j2.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/study-BDJYKWYF.js","/assets/study-BtLlRQ-6.css","/assets/study-qjsqKV8g.js","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];
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
