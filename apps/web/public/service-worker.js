// Keeps the page's own files, so that a reload during an outage shows Verandah and not the browser's error. While the server answers, the
// page always comes from it. Calls below /v1 never pass through here. The page itself stores its last data; see data/last-state.ts.
const CACHE = "verandah-page";
const PAGE = "/";
/** Answers of a proxy that cannot reach the server. */
const UNREACHABLE = [502, 503, 504];

self.addEventListener("install", (event) => {
  event.waitUntil(keepFirstPage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/v1/")) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(openAsset(request));
  // The page itself replaces the stored page after it has shown its first screen; see app/offline-page.ts.
  else if (pathname !== PAGE)
    event.respondWith(
      fromServer(request).catch(async (error) => (await caches.match(request)) ?? Promise.reject(error)),
    );
});

async function keepFirstPage() {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(PAGE))) await cache.add(PAGE);
}

/** A page of another version opens when its first files have arrived; until then the stored page, which has all of its files. */
async function openPage(request) {
  const response = await fetch(request).catch(() => undefined);
  const kept = await caches.match(PAGE);
  if (response === undefined || UNREACHABLE.includes(response.status))
    return kept ?? response ?? Response.error();
  if (!kept || !response.ok || !response.headers.get("content-type")?.startsWith("text/html"))
    return response;
  const text = await response.clone().text();
  if (text === (await kept.clone().text())) return response;
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => openAsset(file));
  const answers = await Promise.all(files).catch(() => undefined);
  return answers?.every(({ ok }) => ok) ? response : kept;
}

/** A name below /assets/ contains the hash of the file, so a stored file is never outdated. */
async function openAsset(request) {
  return (await caches.match(request)) ?? fromServer(request);
}

async function fromServer(request) {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}
