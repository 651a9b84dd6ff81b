import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, test as base } from "./fixtures.ts";

const repository = path.join(import.meta.dirname, "..");

/** A gateway on another machine: it joins with the line that the page shows. */
const test = base.extend<{ runLine: (line: string) => Promise<void> }>({
  runLine: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), "verandah-gateway-"));
    let gateway: ChildProcess | undefined;
    await use(async (line) => {
      const args = line.replace("npm run gateway -- ", "").split(" ");
      gateway = spawn("npm", ["run", "gateway", "--", ...args, "--data", folder], {
        cwd: repository,
        stdio: "ignore",
      });
      await once(gateway, "spawn");
    });
    gateway?.kill("SIGTERM");
    if (gateway?.exitCode === null) await once(gateway, "exit");
    rmSync(folder, { recursive: true, force: true });
  },
});

test("a gateway joins with a code, finds a unit in the field, and its values are those of the unit", async ({
  page,
  loginAs,
  runLine,
  field,
  system,
}) => {
  await loginAs("admin", { at: "/admin/gateways" });
  await page.getByRole("button", { name: "Add gateway" }).click();
  const added = page.getByRole("dialog", { name: "Add gateway" });
  await added.getByLabel("Name").fill("Roof");
  await added.getByLabel("Id").fill("GW-ROOF");
  await added.getByRole("button", { name: "Add and show the code" }).click();
  const code = page.getByRole("dialog", { name: "Join Roof" });
  await runLine((await code.getByLabel("Run this on the machine at the site:").textContent()) ?? "");
  await expect(code.getByText("Roof has joined.")).toBeVisible();
  await code.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("button", { name: "Roof · GW-ROOF" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit Roof" });
  await edit.getByLabel("BACnet: address of the machine").fill("127.0.0.1");
  await edit.getByLabel("BACnet: port").fill("0");
  await edit.getByRole("button", { name: "Save" }).click();

  const settings = readFileSync(path.join(system.dataDir, "demo", "gateway-GW-BLR-A.yaml"), "utf8");
  const [, unit = "", address = ""] = /ssid: (AHU-\S+)\n\s+address: (\S+)/.exec(settings) ?? [];
  await page.getByRole("button", { name: "Find devices" }).click();
  const find = page.getByRole("dialog", { name: "Find devices" });
  await find.getByRole("combobox", { name: "Further addresses" }).fill(address);
  await page.keyboard.press("Enter");
  await find.getByRole("button", { name: "Start the search" }).click();
  await expect(page.getByText("BACnet: the search has ended, 1 device found")).toBeVisible();
  await page.getByRole("checkbox", { name: /AHU/ }).check();
  await page.getByRole("button", { name: "Add 1 device" }).click();
  const add = page.getByRole("dialog", { name: "Add 1 device" });
  await add.getByLabel("Name").fill("Roof unit");
  await add.getByLabel("Id", { exact: true }).fill("AHU-ROOF");
  await add.getByRole("button", { name: "Add to the campus" }).click();
  const devices = page.getByRole("region", { name: "Devices", exact: true });
  await expect(devices.getByRole("row", { name: /Roof unit.*Online/ })).toBeVisible();

  const latest = async () => {
    const answer = await page.request.get("/v1/telemetry/latest?devices=AHU-ROOF");
    const [device]: { values: { param_id: string; param_value: number }[] }[] = await answer.json();
    return device?.values.find(({ param_id }) => param_id === "ahu_in_air_temperature_sp")?.param_value;
  };
  const { shown } = await field.truth(unit);
  await expect.poll(latest).toBe(shown["ahu_in_air_temperature_sp"]);

  // Other journeys have a campus in which everything answers.
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Devices are behind this gateway. Move or remove them first.")).toBeVisible();
  await page.goto("/admin/device?find=AHU-ROOF");
  await page
    .getByRole("tree", { name: "Places and devices" })
    .getByRole("treeitem", { name: "Roof unit" })
    .click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Remove Roof unit" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(page.getByText("Roof unit is removed.")).toBeVisible();
  await page.goto("/admin/gateways");
  await page.getByRole("button", { name: "Roof · GW-ROOF" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Roof is removed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Roof · GW-ROOF" })).toBeHidden();
});
