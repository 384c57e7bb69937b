// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '7f94c8159946';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', "/assets/CompanionPage-Cnb-7AV4.js","/assets/DataPage-Bd7VMfDF.js","/assets/Friend-Bcsq_WIl.js","/assets/Guide-Dred4RpU.js","/assets/Help-BpmRcNb1.js","/assets/LessonPage-COkXF3DK.js","/assets/Lobby-DzXRtQeR.js","/assets/Mine-BTmAsLL8.js","/assets/PartsPage-DPhk250L.js","/assets/Profile-CZcGSES3.js","/assets/ReplayPage-CzY_SnGN.js","/assets/RuleSheet-CBaw91sT.js","/assets/RulesPage-hI2NeayV.js","/assets/TablePage-BDMCxI4h.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-BdJV-3r8.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-cegU7flF.css","/assets/house-yJvshKmX.js","/assets/index-B6HNVQ2c.css","/assets/index-DaU4TCLB.js","/assets/learn-Ca1OBG7Y.css","/assets/learn-DpPvQAoR.js","/assets/looked-CRpG1lyr.js","/assets/lumiere-BHIkbc39.js","/assets/lumiere-NJdQBhUx.css","/assets/night-BfdXfrp-.svg","/assets/pages-Bbynq12Z.js","/assets/pages-RrHg3FDW.css","/assets/paris-BCQ5l8rb.js","/assets/paris-BGSE13Bt.css","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

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
