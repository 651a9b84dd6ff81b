import { expect, test } from "./fixtures.ts";

const SSID = "AHU-BLR-A-F3-1";

test("a setpoint goes down to the unit at a person's priority, is read back, and shows in its readings", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator");
  const before = (await field.truth(SSID)).shown["ahu_in_air_temperature_sp"] ?? 24;
  const wish = before === 22 ? 23 : 22;
  const order = await page.request.post(`/v1/gl_analytics/${SSID}/setpoints`, {
    data: { param_id: "ahu_in_air_temperature_sp", param_value: wish },
  });
  const { message, commandId } = await order.json();
  expect(message).toBe("ACCEPTED");
  await expect
    .poll(async () => (await (await page.request.get(`/v1/commands/${commandId}`)).json()).state, {
      timeout: 30_000,
    })
    .toBe("verified");

  const unit = await field.truth(SSID);
  expect(unit.shown["ahu_in_air_temperature_sp"]).toBe(wish);
  expect(unit.slots?.["ahu_in_air_temperature_sp"]?.[7]).toBe(wish);
  await expect
    .poll(async () => {
      const ahu = await (await page.request.get(`/v1/gl_analytics/${SSID}/ahu`)).json();
      return ahu.current_sp.find(
        (point: { param_id: string }) => point.param_id === "ahu_in_air_temperature_sp",
      ).param_value;
    })
    .toBe(wish);
});

test("a unit that takes a write and does nothing ends as failed", async ({ page, loginAs, field }) => {
  await loginAs("operator");
  await field.fault({ kind: "writes-ignored", target: SSID });
  const before = (await field.truth(SSID)).shown["ahu_chilled_valve_sp"] ?? 0;
  const order = await page.request.post(`/v1/gl_analytics/${SSID}/setpoints`, {
    data: { param_id: "ahu_chilled_valve_sp", param_value: before > 50 ? 20 : 80 },
  });
  const { commandId } = await order.json();
  await expect
    .poll(async () => (await (await page.request.get(`/v1/commands/${commandId}`)).json()).state, {
      timeout: 45_000,
    })
    .toBe("failed");
});
