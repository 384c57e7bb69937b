// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '5db4af5f48ba';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', '/icon-awaiting.svg', "/assets/CompanionPage-B9e2vyVg.js","/assets/DataPage-CM7AX5Nx.js","/assets/Friend-CQ_vFuox.js","/assets/Guide-CMttCvKq.js","/assets/Help-7SBjoDiE.js","/assets/LessonPage-BNhM4QGl.js","/assets/Lobby-D8b6046R.js","/assets/Mine-CkstOhyl.js","/assets/PartsPage-Vc1Gvfld.js","/assets/Profile-BSOMPqab.js","/assets/ReplayPage-BU0yWJAE.js","/assets/RuleSheet-DcTk4tZa.js","/assets/RulesPage-BVdK0aVm.js","/assets/TablePage-DYdSs7Pl.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-DXURiqFz.svg","/assets/district-GQN0C_gh.svg","/assets/drawings-BQSNMQSL.svg","/assets/house-2OVrv8W_.css","/assets/house-7qs5r2f7.js","/assets/index-ASd-41gj.css","/assets/index-CzXeIMwi.js","/assets/learn-CuZI_VZL.js","/assets/learn-D-HJFLrS.css","/assets/looked-DCu6jrjc.js","/assets/lumiere-BiMF5lEs.js","/assets/lumiere-Bl9LK2fY.css","/assets/night-DLsZwSdt.svg","/assets/pages-bsT9YBCp.css","/assets/pages-gEv12sTb.js","/assets/paris-C0_O4gcH.css","/assets/paris-DkKXM7RQ.js","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/symbols-Bas4HnLc.svg","/assets/wheel-Bz6lLZGs.svg"];

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
