import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";

test("the deadband of a campus is narrower than the limits of each place", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const { rows } = await app.query("select id from locations where key = 'T/g'");
  const floor = `/v1/gl_zone/${Number(rows[0]?.["id"])}/configuration`;
  const setTemperature = (max: number) => user.post(floor, { temperature: { min: 20, max } });
  const setDeadband = (deadband: number) =>
    user.post("/v1/campuses/configuration/limits", {
      configuration: {},
      alarmSettings: { temperature: { deadband, on_delay_seconds: 300, off_delay_seconds: 300 } },
    });
  expect((await setTemperature(20.5)).json()).toMatchObject({
    fields: { "temperature.max": "More than 20.5" },
  });
  expect((await setTemperature(24)).statusCode).toBe(200);
  expect((await setDeadband(4)).json()).toMatchObject({
    fields: { "alarmSettings.temperature.deadband": "Less than 4" },
  });
  expect((await setDeadband(3.9)).statusCode).toBe(200);
  expect((await setTemperature(23.9)).statusCode).toBe(400);
});
