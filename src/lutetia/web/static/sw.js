// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '6d9b8a1b0e34';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', "/assets/CompanionPage-Bsgwhg_p.js","/assets/DataPage-zQvael1P.js","/assets/Friend-DMUFTx9P.js","/assets/Guide-DMhVPhU2.js","/assets/Help-CsCW-Qpi.js","/assets/LessonPage-BlRxDKr3.js","/assets/Lobby-l2H1QxW6.js","/assets/Mine-DXBQ8VO6.js","/assets/PartsPage-Bg5vumA8.js","/assets/Profile-B18uasPl.js","/assets/ReplayPage-7-xtHcFH.js","/assets/RuleSheet-MJiMkMA-.js","/assets/RulesPage-wzk49bKX.js","/assets/TablePage-46YGfaE5.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-DXURiqFz.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-BkpomxhN.js","/assets/house-cegU7flF.css","/assets/index-B6HNVQ2c.css","/assets/index-yumfzsxI.js","/assets/learn-BKDmZvvH.js","/assets/learn-Ca1OBG7Y.css","/assets/looked-5u_mhDu_.js","/assets/lumiere-DROq3ga_.css","/assets/lumiere-D_hJ18iJ.js","/assets/night-DLsZwSdt.svg","/assets/pages-BFQdIv01.js","/assets/pages-RrHg3FDW.css","/assets/paris-BGSE13Bt.css","/assets/paris-_zLSV2IP.js","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
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
  }
});
