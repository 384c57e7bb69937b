// The service worker keeps one build of the pages, the texts of every language, and the engine once a page has loaded
// it. So the app starts without a network and plays on this device. It never touches /api: what a server says always
// comes from the server. All addresses are relative: a site may lie in any folder.
const BUILD = '1f7489358b0e';
const SITE = new URL('./', self.location).pathname;
const NAME = `lutetia:${SITE}:`; // other sites may share the origin
const PAGES = `${NAME}${BUILD}`;
const ENGINE = `${NAME}engine-`;
const SHELL = './'; // the page that all addresses of the app are shown with
const INDEX = 'engine/engine.json';
const HASHED_FILES = ["assets/address-B1UcuY21.svg","assets/amarante-latin-400-normal-BTHHPuOY.woff2","assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","assets/bank-CVfxDE2B.svg","assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","assets/build-CywbNYDq.webp","assets/companion-oniyDzIi.js","assets/companion-vV4Hd-KK.js","assets/day-B_NxAXOg.svg","assets/device-BxmEaTdQ.css","assets/device-CEr1A2JS.js","assets/device-DK_qAslL.js","assets/district-GQN0C_gh.svg","assets/drawings-BQSNMQSL.svg","assets/figures-BasvDV0x.css","assets/figures-CB0SrskD.js","assets/figures-CmdnTFE2.js","assets/figures-Ws2trnU4.js","assets/gallery-BWXsvrSP.js","assets/gallery-CIyRoggB.js","assets/gallery-CJPcQ8s2.css","assets/gallery-DUgAsEnC.js","assets/gallery-DjRMpwLm.css","assets/gallery-Dni3XNSi.js","assets/gallery-FE8F61xJ.css","assets/generic-Dc6w2YB0.js","assets/index-C6Lwi-1L.css","assets/index-kDC0XwPq.js","assets/insight-C2jabYhx.css","assets/insight-DnRPu0H2.js","assets/insight-pMmVYEIO.js","assets/learn-CLfjYUbh.css","assets/learn-Dyv71arV.js","assets/learn-HDPFZczo.js","assets/lumiere-BO_3raX9.js","assets/lumiere-C3S59nVg.css","assets/lumiere-X2Z6Q8mV.js","assets/moderation-AA4QGD4y.js","assets/moderation-DccBRBwn.css","assets/moderation-DmYwbi_b.js","assets/night-CR_j93_c.svg","assets/pages-BnM5UWq7.js","assets/pages-Bs8kcN7u.js","assets/pages-CdxOVp4v.css","assets/paris-79hb7m6h.js","assets/paris-CYthv12P.css","assets/paris-DAEfpKiW.js","assets/pave-SDrBfZY7.webp","assets/puzzles-CNu6Ujh_.js","assets/puzzles-_teYg240.css","assets/puzzles-evMmGPSG.js","assets/replay-B4PdXNE2.js","assets/replay-CCPJ0WWL.js","assets/replay-qoPpKuW0.css","assets/shared-CyimIWhl.css","assets/shared-xJl8cgYG.js","assets/shine-DTO4F3j2.webp","assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","assets/study-BtLlRQ-6.css","assets/study-Cno1badz.js","assets/study-DMWn24w_.js","assets/symbols-Bas4HnLc.svg","assets/wheel-Bz6lLZGs.svg"];
const FILES = ['icon.svg', 'icon-awaiting.svg', 'icon-192.png', 'manifest.webmanifest'];
const WORDS = ["cs","de","es","fr","pl","pt","pt-BR"].map((tag) => `words/${tag}.json`);
const KEPT_ENGINES = 2; // the one before may still run in another tab
const AS_IS = { ignoreVary: true };

const fresh = (path) => new Request(new URL(path, self.location), { cache: 'no-cache' });

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(PAGES);
      await cache.addAll([...HASHED_FILES, ...[SHELL, ...FILES].map(fresh)]);
      await Promise.allSettled(WORDS.map((path) => cache.add(fresh(path)))); // a server may have fewer languages
      await renewEngine().catch(() => undefined); // the older one still plays
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (name) => name.startsWith(NAME) && name !== PAGES && !name.startsWith(ENGINE);
      await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

const engines = async () => (await caches.keys()).filter((name) => name.startsWith(ENGINE));

/** Keep all files of an engine. Those that the page has just loaded come from the browser's own cache. */
async function keepEngine(id, files) {
  const cache = await caches.open(ENGINE + id);
  for (const name of files) {
    const address = new URL(`engine/${id}/${name}`, self.location);
    if (!(await cache.match(address, AS_IS))) await cache.add(address);
  }
  await cache.add(new URL(`engine/${id}/engine.json`, self.location));
  const answer = await fetch(fresh(INDEX));
  if (answer.ok) await cache.put(new URL(INDEX, self.location), answer);
  for (const name of (await engines()).slice(0, -KEPT_ENGINES)) await caches.delete(name);
}

/** With new pages comes a new engine, for those who have one. */
async function renewEngine() {
  if (!(await engines()).length) return;
  const { id, files } = await (await fetch(fresh(INDEX))).json();
  await keepEngine(id, Object.keys(files));
}

self.addEventListener('message', ({ data, ports }) => {
  if (data?.keep !== 'engine') return;
  keepEngine(data.id, data.files).then(
    () => ports[0].postMessage(true),
    () => ports[0].postMessage(false), // no room, or the network has gone: it plays as long as the page is open
  );
});

/** The newest that was kept. */
async function kept(path) {
  for (const name of [...(await engines()).reverse(), PAGES]) {
    const found = await (await caches.open(name)).match(new URL(path, self.location), AS_IS);
    if (found) return found;
  }
  return undefined;
}

const networkFirst = (request, path) =>
  fetch(request).then(
    async (answer) => (answer.status >= 500 ? ((await kept(path)) ?? answer) : answer), // a proxy without its server
    async (error) => (await kept(path)) ?? Promise.reject(error),
  );

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || !url.pathname.startsWith(SITE)) return;
  const path = url.pathname.slice(SITE.length);
  if (path === 'api' || path.startsWith('api/')) return;
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, SHELL));
  else if (path === INDEX || FILES.includes(path) || path.startsWith('words/'))
    event.respondWith(networkFirst(request, path));
  else if (path.startsWith('assets/') || path.startsWith('engine/'))
    event.respondWith(kept(path).then((found) => found ?? fetch(request)));
});
