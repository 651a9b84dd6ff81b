import type { Page } from "@playwright/test";

/** Files that the page has loaded, and its worker has not stored yet. */
export const unkeptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const kept = (await (await caches.open("verandah-page")).keys()).map(({ url }) => url);
    return performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.includes("/assets/") && !kept.includes(name));
  });
