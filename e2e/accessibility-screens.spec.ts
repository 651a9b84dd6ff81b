import { expect, test } from "./fixtures.ts";
import { findFloorId, goTo, isThere, staffScreens } from "./screens.ts";
import { violations } from "./violations.ts";

/**
 * Every colour scheme and every width, but not every combination: a wrong colour is wrong at any width. A screen is checked in one of them,
 * by turns, and in both in the long run.
 */
const looks = [
  { colorScheme: "light", size: { width: 1440, height: 900 } },
  { colorScheme: "dark", size: { width: 390, height: 844 } },
] as const;

const isFull = process.env["FULL"] !== undefined;
/** Each journey checks a part of the screens: one journey for all would take minutes. Odd, so that the looks alternate within each. */
const SHARES = isFull ? 9 : 3;

for (let share = 0; share < SHARES; share += 1)
  test(`the screens behind the login have no accessibility fault, wide and light or narrow and dark (${share + 1} of ${SHARES})`, async ({
    page,
    loginAs,
  }) => {
    test.setTimeout(180_000);
    await loginAs("admin");
    await expect(page.getByTestId("tile-First")).toBeVisible();
    const overview = new URL(page.url()).pathname;
    const floorId = await findFloorId(page);
    const paths = [overview, ...staffScreens(floorId)].filter((_path, at) => at % SHARES === share);
    for (const [at, path] of paths.entries()) {
      for (const [look, { colorScheme, size }] of looks.entries()) {
        if (!isFull && look !== at % looks.length) continue;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        if (look === 0 || !isFull) await goTo(page, path);
        await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
        await isThere(page);
        expect.soft([path, colorScheme, await violations(page)]).toEqual([path, colorScheme, []]);
      }
    }
  });
