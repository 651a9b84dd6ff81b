import type { APIRequestContext } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

async function latestOf(request: APIRequestContext, ssid: string): Promise<Record<string, number>> {
  const readings: { param_id: string; param_value: number }[] = await (
    await request.get(`/v1/telemetry/${ssid}/latest`)
  ).json();
  return Object.fromEntries(readings.map((reading) => [reading.param_id, reading.param_value]));
}

test("every system of the building has its devices, and all of them are well", async ({ page, loginAs }) => {
  await loginAs("operator");
  for (const name of ["HVAC", "Chiller", "Lighting", "UPS", "Energy"])
    await expect(page.getByRole("article", { name })).toHaveAttribute("data-state", "fine", {
      timeout: 60_000,
    });
});

test("an order to a lamp over MQTT is verified and moves the light that it gives", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  const buildingId = /building\/(\d+)/.exec(page.url())?.[1];
  const lamps: { ssid: string }[] = await (
    await page.request.get(`/v1/gl_analytics/${buildingId}/devicemap?type=DALI`)
  ).json();
  const ssid = lamps[0]?.ssid ?? "";
  expect(lamps).toHaveLength(56);
  const wish = ((await latestOf(page.request, ssid))["light_level"] ?? 0) > 50 ? 20 : 90;
  const order = await page.request.post(`/v1/gl_analytics/${ssid}/setpoints`, {
    data: { param_id: "light_level_sp", param_value: wish },
  });
  const { commandId } = await order.json();
  await expect
    .poll(async () => (await (await page.request.get(`/v1/commands/${commandId}`)).json()).state, {
      timeout: 30_000,
    })
    .toBe("verified");
  await expect
    .poll(async () => Math.round((await latestOf(page.request, ssid))["light_level"] ?? -1), {
      timeout: 30_000,
    })
    .toBe(wish);
});

test("when the mains fail the building has one critical alarm, and it restores with the mains", async ({
  page,
  loginAs,
  field,
}) => {
  test.setTimeout(150_000);
  await loginAs("operator");
  const buildingId = /building\/(\d+)/.exec(page.url())?.[1];
  const powerAlarms = async () => {
    const lists: { system: { alarm_code: number; Device_name: string }[] } = await (
      await page.request.get(`/v1/alerts/${buildingId}/alerts`)
    ).json();
    return lists.system
      .filter((alert) => alert.alarm_code === 120 || alert.alarm_code === 123)
      .map((alert) => `${alert.alarm_code} ${alert.Device_name}`);
  };
  expect(await powerAlarms()).toEqual([]);
  await field.fault({ kind: "mains-failed", target: "blr/a" });
  await expect.poll(powerAlarms, { timeout: 40_000 }).toEqual(["123 Tower A"]);
  expect((await latestOf(page.request, "UPS-BLR-A-1"))["ups_Status"]).toBe(5);
  await field.clear();
  await expect.poll(powerAlarms, { timeout: 60_000 }).toEqual([]);
});
