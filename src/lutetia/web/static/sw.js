// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = 'be7b869c119c';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', "/assets/CompanionPage-B5DIAYq6.js","/assets/DataPage-DrBWmss7.js","/assets/Friend-24Un4UE-.js","/assets/Guide-D68GBXRB.js","/assets/Help-BYRgcKC-.js","/assets/LessonPage-DMic1c0R.js","/assets/Lobby-D2fOpiE_.js","/assets/Mine-CTqN3dov.js","/assets/PartsPage-B3KMtqTA.js","/assets/Profile-5Yvj-e0-.js","/assets/ReplayPage-xHf5BLUm.js","/assets/RuleSheet-BwzGOuQv.js","/assets/RulesPage-CBXBrVW7.js","/assets/TablePage-CcJmATZK.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-BdJV-3r8.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-CXFMy0UD.js","/assets/house-cegU7flF.css","/assets/index-B6HNVQ2c.css","/assets/index-JexlRjVq.js","/assets/learn-C1DLPc0M.js","/assets/learn-Ca1OBG7Y.css","/assets/looked-BimwAuwc.js","/assets/lumiere-BLNNNnSA.js","/assets/lumiere-DROq3ga_.css","/assets/night-BfdXfrp-.svg","/assets/pages-CXMF11FE.js","/assets/pages-RrHg3FDW.css","/assets/paris-BGSE13Bt.css","/assets/paris-DoyjFIe_.js","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

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
