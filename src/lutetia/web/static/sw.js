// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = 'f755a2b76868';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', '/icon-awaiting.svg', "/assets/CompanionPage-D2ZBNTtC.js","/assets/DataPage-D6BIRAlt.js","/assets/Friend-DdbjjeMt.js","/assets/Guide-BwCNxW9W.js","/assets/Help-CRWxMJD7.js","/assets/LessonPage-C-i-z4Lw.js","/assets/Lobby-BiHjzyQJ.js","/assets/Mine-D83wmH0L.js","/assets/PartsPage-CHFbu8ts.js","/assets/Profile-B2gTmxNa.js","/assets/ReplayPage-B4qxHdxO.js","/assets/RuleSheet-jRQsq4FM.js","/assets/RulesPage-D2CkxJ3R.js","/assets/TablePage-CcHsSOzO.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-DXURiqFz.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-2OVrv8W_.css","/assets/house-YO-wSsk9.js","/assets/index-ASd-41gj.css","/assets/index-B2ybzB2y.js","/assets/learn-D-HJFLrS.css","/assets/learn-D94VEko-.js","/assets/looked-Bs7J6psp.js","/assets/lumiere-Bl9LK2fY.css","/assets/lumiere-foYNQCUK.js","/assets/night-DLsZwSdt.svg","/assets/pages-bsT9YBCp.css","/assets/pages-m4a9whIo.js","/assets/paris-DqOSnjvw.css","/assets/paris-fubWGAQ5.js","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

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
