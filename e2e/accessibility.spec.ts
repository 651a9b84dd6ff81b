import { expect, test } from "./fixtures.ts";
import { violations } from "./violations.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`login and password screens have no accessibility fault in ${colorScheme} colours`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ["/login", "/forgot-password", "/reset-password?token=x"]) {
      await page.goto(path);
      await expect(page.getByRole("button").first()).toBeVisible();
      expect([path, await violations(page)]).toEqual([path, []]);
    }
    await page.goto("/login");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page.getByText("field cannot be empty").first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test("the login and the way to a floor work by keyboard alone", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username").focus();
  await page.keyboard.type("operator");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Verandah1");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const nav = page.getByRole("navigation", { name: "Main menu" });
  await expect(dialog.or(nav)).toBeVisible();
  if (await dialog.isVisible()) {
    for (let presses = 0; presses < 5; presses += 1) {
      if (
        await dialog
          .getByRole("button", { name: "Yes" })
          .evaluate((button) => button === document.activeElement)
      )
        break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  }
  await expect(nav).toBeVisible();
  await page.reload();
  await expect(nav).toBeVisible();
  // A screen that appears later takes the focus from `main`.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  const tile = page.getByRole("region", { name: "Floors" }).getByRole("link").first();
  await tile.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/selector\?floor=\d+$/);
});
