import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const FLEET = "/admin/pumpFleet";
/** The page is loaded again every 30 s. */
const NEXT_READING = { timeout: 45_000 };

const pumpsOf = (first: number, place: string) =>
  Array.from({ length: 2 }, (_, at) => {
    const number = String(first + at).padStart(2, "0");
    return { ssid: `ASPump${"2026".padEnd(22, "0")}${number}`, name: `Pump ${number} ${place}` };
  });
const hoskote = pumpsOf(1, "Hoskote");
const devanahalli = pumpsOf(3, "Devanahalli");

/** The number before each state in the label of a sign of the map: `Hoskote: 2 pumps, 1 with a fault, …`. */
const faultsOf = (label: string) => Number(/(\d+) with a fault/.exec(label)?.[1] ?? 0);

test("an administrator opens a pump with a fault from a cluster of the map, and map, grid and page show the same", async ({
  page,
  loginAs,
  field,
}) => {
  test.setTimeout(120_000);
  const [, broken = { ssid: "", name: "" }] = devanahalli;
  await field.fault({ kind: "value-forced", target: broken.ssid, param_id: "FaultCondition", value: 2 });
  await loginAs("admin", { at: FLEET });
  const map = page.getByRole("region", { name: "Map of the pumps" });
  const cluster = map.getByRole("button", { name: /^Devanahalli: 2 pumps/ });
  await expect(cluster).toHaveAccessibleName(/ 1 with a fault/, NEXT_READING);
  const row = page.getByRole("row").filter({ hasText: broken.name });
  await expect(row).toContainText("Fault", NEXT_READING);

  await cluster.click();
  const signs = devanahalli.map(({ name }) => map.getByRole("link", { name: new RegExp(`^${name}:`) }));
  for (const sign of signs) await expect(sign).toBeVisible();
  await expect(map.getByRole("button", { name: /pumps,/ })).toHaveCount(0);
  const labels = await Promise.all(signs.map(async (sign) => (await sign.textContent()) ?? ""));
  expect(labels.map((label) => faultsOf(label))).toEqual([0, 1]);
  await page.getByRole("button", { name: /^Devanahalli/, pressed: false }).click();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(1 + devanahalli.length);
  // At dawn and dusk the pumps warn that the sun is too weak.
  for (const { name } of devanahalli)
    await expect(rows.filter({ hasText: name })).toContainText(
      name === broken.name ? "Fault" : /Running|Stopped|Warning/,
    );

  await map.getByRole("link", { name: new RegExp(`^${broken.name}:`) }).click();
  await expect(page).toHaveURL(new RegExp(`device=${broken.ssid}`));
  await expect(page.getByRole("heading", { level: 1, name: broken.name })).toBeVisible();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("OVERLOAD");
  await page.goBack();
  await expect(map.getByRole("button", { name: /^Devanahalli: 2 pumps/ })).toBeVisible();
});

/** The values that the server has. A preview compares with them, and is loaded once. */
async function reportedBy(page: Page, pumps: typeof devanahalli): Promise<(number | null | undefined)[]> {
  const ssids = pumps.map(({ ssid }) => ssid).join(",");
  const devices: { values: { param_id: string; param_value: number | null }[] }[] = await (
    await page.request.get(`/v1/telemetry/latest?devices=${ssids}`)
  ).json();
  return devices.map(
    ({ values }) => values.find(({ param_id: id }) => id === "motor_on_off_sp")?.param_value,
  );
}

/** Opens the dialog and chooses a place and a value. */
async function openRollout(page: Page, place: string, value: "On" | "Off") {
  await page.getByRole("button", { name: "Switch pumps", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Switch pumps in waves" });
  for (const [field, option] of [
    ["Place", place],
    ["Switch", value],
  ] as const) {
    await dialog.getByRole("combobox", { name: field }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  }
  await dialog.getByRole("textbox", { name: "Pumps in the first group" }).fill("1");
  await dialog.getByRole("textbox", { name: "Pumps in each later wave" }).fill("2");
  return dialog;
}

test("pumps of a place are switched in waves, and the undo gives them back their value", async ({
  page,
  loginAs,
  field,
}) => {
  const valuesOf = (pumps: typeof devanahalli) =>
    Promise.all(pumps.map(async ({ ssid }) => (await field.truth(ssid)).shown["motor_on_off_sp"]));
  await loginAs("admin", { at: FLEET });
  const dialog = await openRollout(page, "Devanahalli", "Off");
  await expect(dialog.getByText("2 of 2 pumps will change.")).toBeVisible();
  await dialog.getByRole("button", { name: "Switch 2 pumps" }).click();
  const newest = page.getByRole("region", { name: "Switch pumps in waves" }).getByRole("listitem").first();
  await expect(newest).toContainText("Off: 2 pumps, Devanahalli");
  await expect(newest).toContainText("Wave 2 of 2: 2 confirmed, 0 failed, 0 waiting, 0 not sent", {
    timeout: 60_000,
  });
  await expect(newest).toContainText("Done");
  expect(await valuesOf(devanahalli)).toEqual([0, 0]);
  expect(await valuesOf(hoskote)).toEqual([1, 1]);
  // A pump reports its new value some time after the confirmation.
  await expect.poll(() => reportedBy(page, devanahalli)).toEqual([0, 0]);

  const again = await openRollout(page, "Devanahalli", "Off");
  await expect(again.getByText("2 of 2 pumps will change."), "later end").toBeVisible();
  await again.getByRole("textbox", { name: "For how long (hours)" }).fill("1");
  await expect(again.getByText("0 of 2 pumps will change.")).toBeVisible();
  await expect(again.getByRole("listitem")).toHaveText(
    devanahalli.map(({ name }) => `${name}: has this value already`),
  );
  await expect(again.getByRole("button", { name: "Switch 0 pumps" })).toBeDisabled();
  await again.getByRole("button", { name: "Cancel" }).click();

  await newest.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(newest).toContainText("Undone");
  await expect.poll(() => valuesOf(devanahalli), { timeout: 30_000 }).toEqual([1, 1]);
  // The next journey begins with a preview.
  await expect.poll(() => reportedBy(page, devanahalli)).toEqual([1, 1]);
});

test("waves stop by themselves when the pumps of the first group do not follow", async ({
  page,
  loginAs,
  field,
}) => {
  for (const { ssid } of devanahalli) await field.fault({ kind: "writes-ignored", target: ssid });
  await loginAs("admin", { at: FLEET });
  const dialog = await openRollout(page, "Devanahalli", "Off");
  await dialog.getByRole("button", { name: "Switch 2 pumps" }).click();
  const newest = page.getByRole("region", { name: "Switch pumps in waves" }).getByRole("listitem").first();
  await expect(newest).toContainText("Stopped by itself", { timeout: 60_000 });
  await expect(newest).toContainText("Wave 1 of 2: 0 confirmed, 1 failed, 0 waiting, 1 not sent");
  for (const { ssid } of devanahalli) {
    const { shown, slots } = await field.truth(ssid);
    expect(shown["motor_on_off_sp"]).toBe(1);
    expect((slots?.["motor_on_off_sp"] ?? []).filter((value) => value !== null)).toEqual([]);
  }
});
