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
  const cache = await caches.open(CACHE);
  // The worker did not see the files that came before it.
  for (const { name } of performance.getEntriesByType("resource"))
    if (name.startsWith(`${window.location.origin}/assets/`) && !(await cache.match(name)))
      await cache.add(name);
}
