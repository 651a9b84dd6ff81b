import { expect, test } from "./fixtures.ts";
import { follow, LEFT } from "./follow.ts";
import { kindOf as kindOfAddress, kindsOfScreens } from "./screens.ts";

/** An operator has a part of the administrator's screens, a viewer a part of the operator's; tests of the screen index and the server hold the tables of access. */
const users = process.env["FULL"]
  ? ["admin", "operator", "viewer", "member", "farmer"]
  : ["admin", "member", "farmer"];

/** The kind of a screen, whichever measurement its path names. */
const kindOf = (path: string): string =>
  kindOfAddress(path).replace(/\/(temperature|humidity|luminousity|occupancy)(?=\/|$)/, "/:param");

for (const username of users)
  test(`every link that ${username} finds leads to a screen that works, and links lead to every screen`, async ({
    page,
    loginAs,
  }) => {
    test.setTimeout(180_000);
    await loginAs(username);
    const first = new URL(page.url()).pathname;
    const waiting = [first];
    const seen = new Set([kindOf(first)]);
    for (const path of waiting) {
      if (path !== first) await follow(page, path);
      await expect(page.locator(`main h1:not([${LEFT}])`), path).toBeVisible();
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
    const kinds = kindsOfScreens(username).map((kind) => kindOf(kind));
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
  });
