// The service worker keeps the hashed files of one build and the page for when there is no network. It never touches
// /api: positions, words and lists always come from the server.
const BUILD = '2b297b52fb80';
const CACHE = `lutetia-${BUILD}`;
const KEPT = ['/offline.html', '/offline.css', '/icon.svg', "/assets/Friend-CogY2Azj.js","/assets/Help-fgKqout9.js","/assets/Lobby-DVNg3gmb.js","/assets/Mine-CCmE0sRL.js","/assets/Profile-Bj7GlMdw.js","/assets/ReplayPage-B7voRLyf.js","/assets/TablePage-BBWURiWB.js","/assets/address-B1UcuY21.svg","/assets/amarante-latin-400-normal-BTHHPuOY.woff2","/assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","/assets/bank-CVfxDE2B.svg","/assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","/assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","/assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","/assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","/assets/build-BXD4KNQS.webp","/assets/day-DdBhIfFv.svg","/assets/district-GQN0C_gh.svg","/assets/house-DVIkQHHY.css","/assets/house-RSbewC9A.js","/assets/index-C1ODRqAM.js","/assets/index-Cf544QWr.css","/assets/lumiere-BVfwdAZM.css","/assets/lumiere-CSLDbPRM.js","/assets/night-QJvSVdUS.svg","/assets/pages-BDtdiJuU.css","/assets/pages-BHaekLdD.js","/assets/paris-BnSv_sm2.js","/assets/paris-D22MlQ7e.css","/assets/pave-SDrBfZY7.webp","/assets/shine-DSLpX5tj.webp","/assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","/assets/wheel-Bz6lLZGs.svg"];

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
