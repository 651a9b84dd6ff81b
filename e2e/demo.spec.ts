import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";

import { expect, test as base } from "./fixtures.ts";
import { folder, ownSettings, type System } from "./systems.ts";

/** A new machine may build the web app first, ms. */
const START_MAX_MS = 180_000;

/** The demo's campus as a user starts it. */
const test = base.extend<object, { demo: System & { process: ChildProcess } }>({
  demo: [
    async ({}, use) => {
      const dataDir = path.join(folder, "demo");
      mkdirSync(dataDir, { recursive: true });
      const demo = spawn("npm", ["start"], {
        cwd: path.join(import.meta.dirname, ".."),
        // A terminal's Ctrl-C reaches its whole group.
        detached: true,
        env: {
          ...process.env,
          ...ownSettings,
          DATA_DIR: dataDir,
          PORT: "0",
          METRICS_LISTEN: "off",
          DEMO_HISTORY_DAYS: "1",
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      demo.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      const urlIn = () => /^Verandah is ready at (\S+)$/m.exec(output)?.[1];
      await expect.poll(urlIn, { timeout: START_MAX_MS }).toBeDefined();
      await use({ url: urlIn() ?? "", dataDir, process: demo });
      process.kill(-(demo.pid ?? 0), "SIGINT");
      await once(demo, "exit");
    },
    { scope: "worker", timeout: START_MAX_MS },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  system: async ({ demo }, use) => use(demo),
});

test("the demo has a tower of nine floors with values, and all of its systems are well", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  const floors = page.getByRole("region", { name: "Floors" });
  await expect(floors.getByRole("listitem").first()).toContainText("All Floor");
  const names = await floors.getByTestId(/^tile-/).allTextContents();
  expect(names).toEqual([
    "Fifth",
    "First",
    "Fourth",
    "Ground",
    "Parking 1",
    "Parking 2",
    "Second",
    "Sixth",
    "Third",
  ]);
  await expect(floors.getByRole("listitem").filter({ hasText: "Fifth" })).toContainText(/\d+\.\d\s°C/);
  await expect(floors.getByRole("listitem").filter({ hasText: "Parking 1" })).toContainText("No data");
  for (const name of ["HVAC", "Chiller", "Lighting", "UPS", "Energy"])
    await expect(page.getByRole("article", { name })).toHaveAttribute("data-state", "fine", {
      timeout: 60_000,
    });
});

test("a mains failure in the demo is one alarm with its four UPSs, until the mains are back", async ({
  page,
  loginAs,
  field,
}) => {
  test.setTimeout(120_000);
  await loginAs("operator", { at: "/admin/eventsviewer" });
  await expect(page.getByText("Live")).toBeVisible();
  await field.fault({ kind: "mains-failed", target: "blr/a" });
  const alarms = page.getByRole("table", { name: "Critical Alarms", exact: true });
  const own = page.getByRole("link", { name: "Tower A", exact: true });
  const row = alarms.getByRole("row").filter({ has: own }).filter({ hasText: "Active" }).first();
  await expect(row).toBeVisible({ timeout: 40_000 });
  await row.getByRole("link", { name: "Tower A", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Alarm details" });
  await expect(details.getByRole("link", { name: /^UPS[1-4]$/ })).toHaveCount(4, { timeout: 20_000 });
  await field.clear();
  await expect(details).toContainText("Returned", { timeout: 60_000 });
});

test("a viewer opens another building from the city map, and it stays after a reload", async ({
  page,
  loginAs,
}) => {
  await loginAs("viewer");
  await page.goto("/admin/home");
  await expect(page.getByText("Your account has no campus here.")).toBeVisible();
  await page.getByRole("link", { name: "Bengaluru", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/city\?city=Bengaluru/);
  await page.getByRole("button", { name: "Open Pump fields" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pump fields" })).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: /Verandah Bengaluru · Pump fields/ }).click();
  await page.getByRole("link", { name: "Bengaluru", exact: true }).click();
  const pumps = page.getByRole("article", { name: "Pump fields" });
  await expect(pumps.getByText("Your building")).toBeVisible();
  await page.getByRole("button", { name: "Open Tower A" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tower A" })).toBeVisible();
});
