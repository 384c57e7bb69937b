// The service worker keeps one build of the pages, the texts of every language, and the engine once a page has loaded
// it. So the app starts without a network and plays on this device. It never touches /api: what a server says always
// comes from the server. All addresses are relative: a site may lie in any folder.
const BUILD = '3b8c43375a2e';
const SITE = new URL('./', self.location).pathname;
const NAME = `lutetia:${SITE}:`; // other sites may share the origin
const PAGES = `${NAME}${BUILD}`;
const ENGINE = `${NAME}engine-`;
const SHELL = './'; // the page that all addresses of the app are shown with
const INDEX = 'engine/engine.json';
const HASHED_FILES = ["assets/LinkSheet-Bo2xSxUH.js","assets/LinkSheet-DPpK8V2i.js","assets/LinkSheet-DRblw0zq.css","assets/address-B1UcuY21.svg","assets/amarante-latin-400-normal-BTHHPuOY.woff2","assets/amarante-latin-ext-400-normal-6Sttx3iv.woff2","assets/bank-CVfxDE2B.svg","assets/bodoni-moda-latin-ext-opsz-italic-QSGu6YSm.woff2","assets/bodoni-moda-latin-opsz-italic-BCRrlh7t.woff2","assets/bodoni-moda-sc-latin-ext-opsz-normal-CzDPH-jU.woff2","assets/bodoni-moda-sc-latin-opsz-normal-x1YHgQea.woff2","assets/build-CywbNYDq.webp","assets/companion-B9SADYGz.js","assets/companion-DlmGM-Ch.js","assets/day-B_NxAXOg.svg","assets/device-BONQaGN3.js","assets/device-DDqU6LKx.css","assets/device-dhQQp0TZ.js","assets/district-GQN0C_gh.svg","assets/drawings-BQSNMQSL.svg","assets/figures-BOlA2z3H.js","assets/figures-BasvDV0x.css","assets/figures-BvKumO6J.js","assets/figures-DOmR8Lpl.js","assets/gallery-9yqI2kx3.js","assets/gallery-CJPcQ8s2.css","assets/gallery-DXmAQ57U.js","assets/gallery-Dd4L_bXi.js","assets/gallery-DjRMpwLm.css","assets/gallery-FE8F61xJ.css","assets/gallery-mvGeJrhy.js","assets/generic-CE4P4iwX.js","assets/index-BEAsWijS.css","assets/index-CR40Nmlj.js","assets/insight-Bul84Fur.js","assets/insight-CHnjY5nu.js","assets/insight-D9Pj_wh1.css","assets/learn-CIUllBio.js","assets/learn-CLfjYUbh.css","assets/learn-XIFBLNYO.js","assets/lists-C-uLs9E1.js","assets/lists-DRttWVEK.css","assets/lists-q2e9URE0.js","assets/lumiere-BPYhtLDI.js","assets/lumiere-Bn5abkbb.js","assets/lumiere-sFKusrDI.css","assets/moderation-DccBRBwn.css","assets/moderation-jiGB00Z6.js","assets/moderation-zsgfvFUH.js","assets/night-CR_j93_c.svg","assets/pages-CXAtVqUj.js","assets/pages-Cw4SfNJR.js","assets/pages-eGXJ1WJG.css","assets/paris-C4nnJCYr.js","assets/paris-DZ53OTvO.js","assets/paris-QFLKx2iL.css","assets/pave-SDrBfZY7.webp","assets/puzzles-BBXPRFR3.css","assets/puzzles-DOP53A-a.js","assets/puzzles-UhNSVYnY.js","assets/replay-B9BHnkup.css","assets/replay-BfFIeZHk.js","assets/replay-D-4zXZ12.js","assets/shared-C7XliecJ.css","assets/shared-u63v5qzn.js","assets/shine-DTO4F3j2.webp","assets/source-sans-3-latin-ext-wght-normal-C8iNium2.woff2","assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2","assets/study-BNByjBiB.css","assets/study-BrUX-TEp.js","assets/study-eCY48D0m.js","assets/symbols-Bas4HnLc.svg","assets/wheel-Bz6lLZGs.svg"];
const FILES = ['icon.svg', 'icon-awaiting.svg', 'icon-192.png', 'manifest.webmanifest'];
// On a static site: the languages in which it says what it offers; see server/http/static_site.py.
const HOUSES = [/*__HOUSES__*/];
const WORDS = [...["cs","de","es","fr","pl","pt","pt-BR"].map((tag) => `words/${tag}.json`), ...HOUSES.map((tag) => `house/${tag}.json`)];
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

self.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data?.keep !== 'engine') return;
  event.waitUntil(
    keepEngine(data.id, data.files).then(
      () => ports[0].postMessage(true),
      () => ports[0].postMessage(false), // no room, or the network has gone: it plays as long as the page is open
    ),
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
  if (path === INDEX || FILES.includes(path) || WORDS.includes(path)) event.respondWith(networkFirst(request, path));
  else if (path.startsWith('assets/') || path.startsWith('engine/'))
    event.respondWith(kept(path).then((found) => found ?? fetch(request)));
  else if (request.mode === 'navigate') event.respondWith(networkFirst(request, SHELL));
});
