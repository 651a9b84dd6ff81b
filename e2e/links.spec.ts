import { expect, test } from "./fixtures.ts";

/** Screens of one kind differ in ids and search only. */
const kindOf = (path: string) => path.replace(/\/\d+(?=\/|$)/g, "/:id");

for (const username of ["operator", "admin", "viewer", "farmer", "member"])
  test(`every link that ${username} finds leads to a screen that works`, async ({ page, loginAs }) => {
    test.setTimeout(180_000);
    await loginAs(username);
    const first = new URL(page.url()).pathname;
    const waiting = [first];
    const seen = new Set([kindOf(first)]);
    for (const path of waiting) {
      await page.goto(path);
      await expect(page.locator("main h1"), path).toBeVisible();
      await expect(page.locator("[aria-busy=true]"), path).toHaveCount(0);
      await expect(page.getByRole("main"), path).not.toContainText(
        /not built yet|You don't have access to this page|This page could not be shown/,
      );
      const hrefs = await page
        .locator("a[href^='/']")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      for (const href of hrefs) {
        const { pathname, search } = new URL(href, page.url());
        if (seen.has(kindOf(pathname))) continue;
        seen.add(kindOf(pathname));
        waiting.push(pathname + search);
      }
    }
    // The menu alone has as many.
    expect(waiting.length, waiting.join(" ")).toBeGreaterThanOrEqual(
      username === "farmer" || username === "member" ? 1 : 5,
    );
  });
