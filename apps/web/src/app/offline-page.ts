/** The worker uses the same name. */
const CACHE = "verandah-page";
const PAGE = "/";
/** The values of the first screen arrive in this time, ms. */
const QUIET_MS = 2_000;
const ASSETS = `${window.location.origin}/assets/`;

/**
 * Installs the worker that opens this page during an outage. A build with `VITE_OFFLINE_PAGE=off`, and the development server, remove it
 * and its cache. Browsers have workers on https and on localhost only.
 *
 * @param shown resolves when the first screen is on the page
 */
export async function setUpOfflinePage(shown: Promise<unknown>): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || import.meta.env["VITE_OFFLINE_PAGE"] === "off") {
    for (const registration of await workers.getRegistrations()) await registration.unregister();
    await caches.delete(CACHE);
    return;
  }
  if (!workers.controller) {
    // At a first visit the screen needs the network and the processor more.
    await shown;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
  await workers.register("/service-worker.js");
  await workers.ready;
  // The worker did not receive the files that were loaded or requested before it.
  new PerformanceObserver((list) => {
    for (const file of filesIn(list.getEntries())) keep(file).catch(() => undefined);
  }).observe({ type: "resource", buffered: true });
  await shown;
  await keepThisPage();
}

const filesIn = (entries: PerformanceEntryList) =>
  entries.map(({ name }) => name).filter((name) => name.startsWith(ASSETS));

/** A missing file is missing only during an outage. */
async function keep(file: string): Promise<void> {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(file))) await cache.add(file);
}

/**
 * Replaces the stored page of an older version, and deletes its files. Until then an outage would show the older one, which has all of its
 * files.
 */
async function keepThisPage(): Promise<void> {
  const cache = await caches.open(CACHE);
  const response = await fetch(PAGE);
  const text = await response.clone().text();
  const kept = await (await cache.match(PAGE))?.text();
  const own = [...document.querySelectorAll("script[src]")].map((script) => script.getAttribute("src") ?? "");
  // The server may have a newer version than this page now.
  if (!response.ok || text === kept || !own.every((file) => text.includes(`"${file}"`))) return;
  const files = filesIn(performance.getEntriesByType("resource"));
  await Promise.all(files.map((file) => keep(file)));
  await cache.put(PAGE, response);
  for (const { url } of await cache.keys())
    if (url.startsWith(ASSETS) && !files.includes(url)) await cache.delete(url);
}
