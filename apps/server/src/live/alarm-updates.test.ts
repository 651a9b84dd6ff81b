import { expect, test, vi } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { createDiskRule } from "#features/alarms/suspects/suspect-disks.ts";

import { openStream } from "../testing/open-stream.ts";
import { startTestApp } from "../testing/start-test-app.ts";

const building = (id: number) => `building=${id}`;

test("sends a raised alarm with the counts", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  await evaluateAlarms(app.ctx);
  await vi.waitFor(() =>
    expect(stream.named("alarms")).toMatchObject([
      { total: { system: 1, solution: 0 }, raised: [{ alarm_code: 110, Device_name: "Unit T-AHU" }] },
    ]),
  );
});

test("sends a flood of changes in few events that name every new alarm", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  let changed: { buildingIds: number[]; raisedIds: number[] } = { buildingIds: [], raisedIds: [] };
  const unsubscribe = app.bus.subscribe("alarms-changed", (data) => void (changed = data));
  await evaluateAlarms(app.ctx, [createDiskRule(["/data"], async () => 4)]);
  unsubscribe();
  await vi.waitFor(() => expect(stream.named("alarms")).toHaveLength(1));
  for (let times = 0; times < 20; times += 1)
    for (const id of changed.raisedIds)
      app.bus.publish({ name: "alarms-changed", data: { ...changed, raisedIds: [id] } });
  await vi.waitFor(() => expect(stream.named("alarms").length).toBeGreaterThan(1));
  app.bus.publish({ name: "alarms-changed", data: { ...changed, raisedIds: [] } });
  await vi.waitFor(() =>
    expect(stream.named("alarms").slice(1)).toMatchObject([
      { raised: [{ alarm_code: 103 }, { alarm_code: 110 }] },
      { raised: [] },
    ]),
  );
});

test("sends an alarm of the campus itself to each of its buildings", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  await evaluateAlarms(app.ctx, [createDiskRule(["/data"], async () => 4)]);
  await vi.waitFor(() =>
    expect(stream.named("alarms")).toMatchObject([
      { total: { system: 1, solution: 0 }, raised: [{ alarm_code: 103, floorId: null }] },
    ]),
  );
  expect(stream.named("metrics").at(-1)).toMatchObject({ building: { state: "critical", noOfCritical: 1 } });
});

test("sends the state of the building, floor and subsystem before the alarm", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  await vi.waitFor(() => expect(stream.named("metrics")).toHaveLength(1), 5_000);
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  await evaluateAlarms(app.ctx);
  await vi.waitFor(() => expect(stream.named("alarms")).toHaveLength(1), 5_000);
  const before = stream.events.slice(
    0,
    stream.events.findIndex(({ name }) => name === "alarms"),
  );
  expect(before.findLast(({ name }) => name === "metrics")?.data).toMatchObject({
    building: { state: "critical", noOfCritical: 1 },
    floors: [{ name: "Ground", state: "critical" }],
  });
  expect(before.findLast(({ name }) => name === "statuses")?.data).toMatchObject({
    subsystems: [{ id: "hvac", state: "critical", alarm: { alarm_code: 110 } }, {}, {}, {}, {}],
  });
});
