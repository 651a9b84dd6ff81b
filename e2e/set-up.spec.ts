import { existsSync } from "node:fs";
import path from "node:path";

import type { Browser, Page } from "@playwright/test";

import { startVerandah } from "./demo.ts";
import { expect, test } from "./fixtures.ts";

type Own = Awaited<ReturnType<typeof startVerandah>>;

/** Adds the demo as a second campus, opens it with one of its accounts, and removes it. */
async function tryDemo(page: Page, browser: Browser, { url, dataDir }: Own): Promise<void> {
  const left = () =>
    ["added-demo", "run/simulator", "run/gateway", "logs/simulator.log"].filter((name) =>
      existsSync(path.join(dataDir, name)),
    );
  await page.getByRole("link", { name: "Try the demo" }).click();
  await page.getByRole("button", { name: "Add the demo" }).click();
  const accounts = page.getByRole("dialog", { name: "Accounts of the demo" });
  const row = accounts.getByRole("row").filter({ hasText: "demo-admin" });
  const password = await row.getByRole("cell").last().innerText();
  await accounts.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Its simulator runs.")).toBeVisible({ timeout: 60_000 });
  expect(left()).toHaveLength(4);

  const learner = await browser.newPage();
  await learner.goto(`${url}/login`);
  await learner.getByLabel("Username").fill("demo-admin");
  await learner.getByLabel("Password", { exact: true }).fill(password);
  await learner.getByRole("button", { name: "Login", exact: true }).click();
  await expect(learner.getByRole("heading", { level: 1, name: "Tower A" })).toBeVisible();
  await learner.close();

  await page.getByRole("button", { name: "Remove the demo" }).click();
  await page.getByRole("button", { name: "Remove for ever" }).click();
  await expect(page.getByRole("button", { name: "Add the demo" })).toBeVisible({ timeout: 120_000 });
  expect(left()).toEqual([]);
}

test("an empty start leads every address to the set-up, which ends at the home of the new building", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const own = await startVerandah("empty", ["--empty"], { DEMO_SITE: "small" });
  try {
    const [, address = "", code = ""] =
      /^There is no user yet\. Open (\S+) and enter the code (\S+)$/m.exec(own.output()) ?? [];
    expect(address).toBe(`${own.url}/set-up`);
    await page.goto(`${own.url}/admin/building/1/dashboard`);
    await expect(page).toHaveURL(address);
    await page.getByRole("textbox", { name: "Code" }).fill("00000-00000");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert")).toContainText("This code is wrong");
    await page.getByRole("textbox", { name: "Code" }).fill(code);
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByLabel("Name of the campus").fill("Acme Park");
    await page.getByLabel("Name of its first building").fill("Block 1");
    await page.reload();
    await page.getByRole("textbox", { name: "Code" }).fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Name of the campus")).toHaveValue("Acme Park");
    await page.getByLabel("Username").fill("boss");
    await page.getByLabel("Password", { exact: true }).fill("Secret123");
    await page.getByLabel("City").fill("Pune");
    await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Asia/Kolkata");
    await page.getByTestId("place-on-map").click();
    await expect(page.getByLabel("Latitude")).toHaveValue(/^2\d/);
    await page.getByRole("button", { name: "Set up Verandah" }).click();

    await expect(page.getByRole("heading", { level: 1, name: "Block 1" })).toBeVisible();
    await expect(page.getByText("This building has no devices yet.")).toBeVisible();
    await expect(page.getByText("Live")).toBeVisible();
    await tryDemo(page, browser, own);
    await page.goto(`${own.url}/admin/device`);
    await expect(page.getByText("acme-park", { exact: true })).toBeVisible();
    await page.goto(address);
    await expect(page.getByText("There is no page at /set-up.")).toBeVisible();

    const stranger = await browser.newPage();
    await stranger.goto(address);
    await expect(stranger).toHaveURL(/\/login\?missing=/);
    await stranger.close();
    // The page would report that the server has ended.
    await page.goto("about:blank");
  } finally {
    await own.stop();
  }
});
