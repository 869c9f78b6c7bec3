/**
 * Opens the application without a network: caches the page and the files of the build, and nothing else. Responses with
 * data are never stored: calls and documents pass through here only while a sign-out waits for a network, and the
 * sign-out is sent before them. The build replaces the names between underscores.
 */
const CACHE = 'caja-menor-__VERSION__';
const FILES = __FILES__;

/** The sign-out request that the server has not confirmed, as the page stored it (src/app/sign-out.ts). */
const SIGN_OUT = { cacheName: 'caja-menor-cierre', request: '/cierre', path: '/auth/logout' };

/** Milliseconds without a response after which the network counts as unavailable. */
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
    await Promise.all(
      names
        .filter((name) => ![CACHE, SIGN_OUT.cacheName].includes(name))
        .map((name) => caches.delete(name)),
    );
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const keptPage = async () => (await caches.open(CACHE)).match('/');

/** The page of the server; the cached page when no response arrives in time. */
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

/** The cached file if there is one: a file whose name contains a hash of its content never changes. */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Whether a sign-out waits; undefined until the cache was checked. */
let signOutPending;

async function waitingSignOut() {
  const { cacheName, request } = SIGN_OUT;
  const found = await caches.match(request, { cacheName });
  signOutPending = found !== undefined;
  return found;
}
waitingSignOut().catch(() => undefined);

/** True when the session has ended. The refusal of an outdated token, which a stale page may send, confirms nothing. */
async function confirms(answer) {
  // The cookie belongs to a later session, which has replaced the one to end.
  if (answer.status === 403) return true;
  const [body] = await answer.json();
  if (answer.ok) return body.status === '200';
  return (
    answer.status === 401 && !body.motivos?.some(({ guardia }) => guardia === 'tokenIsCurrent')
  );
}

async function sendSignOut() {
  try {
    const found = await waitingSignOut();
    if (found === undefined) return true;
    const { url, ...request } = await found.json();
    if (!(await confirms(await fetch(url, request)))) return false;
    await caches.delete(SIGN_OUT.cacheName);
    signOutPending = false;
    return true;
  } catch {
    return false;
  }
}

let sending = null;

/** @returns false while the session of the user who signed out is still open */
function finishSignOut() {
  sending ??= sendSignOut().finally(() => {
    sending = null;
  });
  return sending;
}

const afterSignOut = async (request) =>
  (await finishSignOut()) ? fetch(request) : Response.error();

self.addEventListener('message', (event) => {
  signOutPending = undefined;
  const look = async () => {
    const found = await waitingSignOut();
    if (found !== undefined && event.data === 'failed')
      await self.registration.sync?.register('cierre');
  };
  event.waitUntil(look().catch(() => undefined));
});

/** The network is available again. After a rejection the browser retries the event. */
self.addEventListener('sync', (event) => {
  const finish = async () => {
    if (!(await finishSignOut())) throw new Error('The sign-out still waits');
  };
  event.waitUntil(finish());
});

/** Requests that use the session cookie, except the sign-out of the page itself. */
const needsSession = (pathname) =>
  /^\/(api|documentos)\//.test(pathname) && !pathname.endsWith(SIGN_OUT.path);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (signOutPending !== false && needsSession(pathname)) {
    event.respondWith(afterSignOut(request));
    return;
  }
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});
