import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { startTestIngest } from "../../../testing/start-test-ingest.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";

test("an event of a device is an alarm until the device ends it", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const event = { device: "T-AHU", at: 0, code: 199, message: "Belt torn", state: "raised" };
  await gateway.publish("events", event);
  await gateway.publish("events", event);
  await evaluateAlarms(app.ctx);
  const user = await app.as("operator");
  const lists = async () =>
    (await user.get(`/v1/alerts/${user.session.building.id}/alerts`)).json<{
      system: { Alarm_Id: number }[];
    }>();
  const [alarm, ...others] = (await lists()).system;
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    alarm_code: 199,
    message: "Belt torn",
    Device_name: "Unit T-AHU",
    raisedAt: app.now().toISOString(),
  });
  await gateway.publish("events", { ...event, state: "returned" });
  expect((await lists()).system).toEqual([]);
  expect((await user.get(`/v1/alarms/${alarm?.Alarm_Id}`)).json()).toMatchObject({
    state: "returned",
    guidance: expect.stringContaining("manual"),
    history: [{ kind: "raised" }, { kind: "repeated" }, { kind: "returned" }],
  });
});

test("drops and counts an event with an unknown code, or of a device behind another edge", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const event = { device: "T-AHU", at: 0, code: 199, message: "Belt torn", state: "raised" };
  await sensor.publish("events", event);
  await sensor.publish("events", { ...event, device: "T-S1", code: 300 });
  await sensor.publish("events", { ...event, device: "T-S1", message: "\0" });
  expect(field.ingest.counts.invalidMessages).toBe(3);
  expect((await app.query("select 1 from alarms")).rows).toEqual([]);
});
