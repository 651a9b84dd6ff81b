/** The name is the worker's too. */
const CACHE = "verandah-page";

/**
 * Installs the worker that opens this page during an outage. A build with `VITE_OFFLINE_PAGE=off`, and the development server, remove it
 * and its cache. Browsers have workers on https and on localhost only.
 */
export async function setUpOfflinePage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || import.meta.env["VITE_OFFLINE_PAGE"] === "off") {
    for (const registration of await workers.getRegistrations()) await registration.unregister();
    await caches.delete(CACHE);
    return;
  }
  await workers.register("/service-worker.js");
  await workers.ready;
  // The worker did not see the files that came before it, nor those that were on their way.
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries())
      if (name.startsWith(`${window.location.origin}/assets/`)) keep(name).catch(() => undefined);
  }).observe({ type: "resource", buffered: true });
}

/** A file that is not kept is only missing during an outage. */
async function keep(file: string): Promise<void> {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(file))) await cache.add(file);
}
