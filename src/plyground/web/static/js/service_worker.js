// Keeps a site on this device: everything is fetched once, and found again without a network. A plain script, in front
// of which the exporter writes VERSION and FILES; a new version of the site is a new script, which fetches all anew.

const PREFIX = "plyground-";
const worker = /** @type {any} */ (globalThis);
const { VERSION, FILES } = /** @type {{ VERSION: string, FILES: string[] }} */ (worker.SITE);
const cacheName = `${PREFIX}${VERSION}`;

async function fetchAll() {
  const cache = await caches.open(cacheName);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await worker.skipWaiting();
}

async function removeOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What is kept, or what the network has. @param {Request} request */
async function findAnswer(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(removeOthers()));
worker.addEventListener("fetch", (/** @type {any} */ event) => event.respondWith(findAnswer(event.request)));
