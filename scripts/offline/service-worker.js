/**
 * Opens the application without a network: the page and the files of the build, and nothing else. Calls and documents
 * never pass through here, so no answer with data is kept. The build fills in what stands between underscores.
 */
const CACHE = 'caja-menor-__VERSION__';
const FILES = __FILES__;

/** Milliseconds after which a network that says nothing is taken for none. */
const PATIENCE = 4_000;

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([new Request('/', { cache: 'reload' }), ...FILES]);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const keptPage = async () => (await caches.open(CACHE)).match('/');

/** The page of the server; without an answer in time the one that is kept. */
async function page(request) {
  const asked = fetch(request);
  asked.catch(() => undefined);
  const impatient = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  try {
    return await Promise.race([asked, impatient]);
  } catch {
    return (await keptPage()) ?? asked;
  }
}

/** Files whose names hold a hash of their content never change. */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});
