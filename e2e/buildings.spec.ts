import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, test } from "./fixtures.ts";
import type { System } from "./systems.ts";

interface Series {
  device: string;
  point: string;
  values: [at: number, value: number][];
}

/** The instants of the readings of a point that the site's gateway keeps until the server has them. */
function keptInstants({ dataDir }: System, device: string, point: string): number[] {
  const file = path.join(dataDir, "demo/gateway-GW-BLR-A/outbox.sqlite");
  const outbox = new DatabaseSync(file, { readOnly: true });
  try {
    const messages = outbox.prepare("select payload from messages where kind = 'readings'").all();
    const series: Series[] = messages.flatMap(({ payload }) => JSON.parse(String(payload)).series);
    const own = series.filter((one) => one.device === device && one.point === point);
    return [...new Set(own.flatMap(({ values }) => values.map(([at]) => at)))];
  } finally {
    outbox.close();
  }
}

test("the overview shows every floor by name with values, and the systems' state", async ({
  page,
  loginAs,
}) => {
  await loginAs("viewer");
  const floors = page.getByRole("region", { name: "Floors" }).getByRole("listitem");
  await expect(floors.first()).toContainText("All Floor");
  const names = await page
    .getByRole("region", { name: "Floors" })
    .getByTestId(/^tile-/)
    .allTextContents();
  expect(names).toEqual(["First", "Ground", "Parking 1", "Second"]);
  await expect(floors.filter({ hasText: "First" })).toContainText(/\d+\.\d\s°C/);
  await expect(floors.filter({ hasText: "Parking 1" })).toContainText("No data");
});

test("a floor's tile leads to the floor's selector and is remembered; back returns", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  await page.getByTestId("tile-Second").click();
  await expect(page).toHaveURL(/\/admin\/selector\?floor=\d+$/);
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(stored).toMatchObject({ context: "floor", floorName: "Second", mapSubType: "temperature" });
  expect(Number(stored["floorID"])).toBeGreaterThan(0);
  await page.goBack();
  await expect(page.getByTestId("tile-Second")).toBeVisible();
});

test("cards by context: a floor's zones, and a clear message for a missing card", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  await page.getByTestId("tile-Second").click();
  const floorId = await page.evaluate(() => localStorage.getItem("floorID"));
  await page.goto(`/admin/floor/${floorId}/dashboard`);
  await expect(page.getByRole("heading", { level: 1, name: "Second" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Zone 2" })).toBeVisible();
  await page.goto("/admin/floor/999999/dashboard");
  await expect(page.getByRole("alert")).toBeVisible();
});

test("two clicks lead from the home to the floor and to why a zone has its temperature", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  await page.getByTestId("tile-Second").click();
  await page
    .getByRole("group", { name: "Floor plan, Second: Controllers" })
    .getByRole("button", { name: /^Zone 2/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Zone 2" })).toBeVisible();
  const why = page.getByRole("region", { name: "Why this temperature?" });
  await expect(why).toContainText(/\d\d\.\d\s°C/);
  await expect(
    page
      .getByRole("table", { name: "Units of the zone" })
      .getByRole("link", { name: /^VAV F2/ })
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(why).toBeVisible();
});

test("two concurrent faults appear at their places without a reload, and disappear when they end", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator");
  const [warm, silent] = [page.getByTestId("tile-First"), page.getByTestId("tile-Ground")];
  const card = page.getByRole("article", { name: "HVAC" });
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  for (const tile of [warm, silent]) await expect(tile).toHaveAttribute("data-state", "fine");

  const sensor = "ENV-BLR-A-F1-Z2-1";
  await field.fault({ kind: "value-forced", target: sensor, param_id: "TEMPERATURE", value: 38 });
  await field.fault({ kind: "device-silent", target: "AHU-BLR-A-F0-1" });

  // A zone outside its limits is an issue at once, and an alarm after its delay.
  const row = page.getByRole("region", { name: "Floors" }).getByRole("listitem").filter({ hasText: "First" });
  await expect(row).toContainText("1 zone", { timeout: 20_000 });
  await expect(warm).toHaveAttribute("data-state", "low", { timeout: 45_000 });
  // A silent unit turns its card and its floor red.
  await expect(card).toHaveAttribute("data-state", "critical", { timeout: 30_000 });
  await expect(silent).toHaveAttribute("data-state", "critical", { timeout: 10_000 });

  await field.clear();
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  for (const tile of [silent, warm])
    await expect(tile).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
});

test("a gateway that is cut off is a network warning and one alarm; its measurements arrive afterwards", async ({
  page,
  loginAs,
  field,
  system,
}) => {
  await loginAs("operator");
  const card = page.getByRole("article", { name: "HVAC" });
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  const from = new Date();
  await field.fault({ kind: "gateway-cut-off", target: "GW-BLR-A" });
  await expect(card.getByRole("definition").first()).toContainText("1", { timeout: 30_000 });
  // The state of its devices is unknown: no floor of it may look normal. The parking decks report for themselves.
  await expect(page.getByTestId("tile-Second")).not.toHaveAttribute("data-state", "fine");
  await expect(page.getByTestId("tile-Parking 1")).toHaveAttribute("data-state", "fine");
  await expect(page.getByText("All is well.")).toHaveCount(0);
  const buildingId = /building\/(\d+)/.exec(page.url())?.[1];
  await expect
    .poll(
      async () => {
        const lists = await (await page.request.get(`/v1/alerts/${buildingId}/alerts`)).json();
        return lists.system.map((alert: { alarm_code: number }) => alert.alarm_code);
      },
      { timeout: 40_000 },
    )
    .toEqual([101]);
  const to = new Date();
  const [unit, point] = ["AHU-BLR-A-F1-1", "Return Air Temperature"];
  // On a busy machine the gateway polls less often than each second.
  const kept = keptInstants(system, unit, point).filter((at) => at >= from.getTime() && at < to.getTime());
  expect(kept.length).toBeGreaterThan(0);
  await expect(card).toHaveAttribute("data-state", "critical");
  await expect(card.getByRole("link", { name: /^Gateway Tower A: / })).toBeVisible();
  await field.clear();
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  await expect(page.getByTestId("tile-Second")).not.toHaveAttribute("data-state", "unknown", {
    timeout: 60_000,
  });
  await expect
    .poll(
      async () => {
        const query = new URLSearchParams({
          param_id: point,
          from: from.toISOString(),
          to: to.toISOString(),
          buckets: "2000",
        });
        const trend = await (await page.request.get(`/v1/telemetry/${unit}/trend?${query}`)).json();
        return trend.buckets.reduce((sum: number, bucket: { count: number }) => sum + bucket.count, 0);
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(kept.length);
});
