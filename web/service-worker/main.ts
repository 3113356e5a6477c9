/** Keeps the app itself on the device, so that it opens without a connection. It caches no notes and no recordings. */

declare const BUILD: { readonly version: string; readonly files: readonly string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;

const CACHE = `sotto-${BUILD.version}`;
const SHELL = '/';
/** Paths of the service that are not pages of the app. */
const NOT_PAGES = /^\/(v1|swagger|health)(\/|$)/;

worker.addEventListener('install', (event) => {
  const keep = caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...BUILD.files]));
  event.waitUntil(keep.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && !NOT_PAGES.test(pathname)) event.respondWith(answerPage(request));
  else if (BUILD.files.includes(pathname)) event.respondWith(answerFile(request));
});

/** Pages come from the network first, so that an update shows at once. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL);
    if (kept) return kept;
    throw error;
  }
}

async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
