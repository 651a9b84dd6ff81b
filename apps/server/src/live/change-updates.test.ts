import { expect, test, vi } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { suspectDisks } from "#features/alarms/suspects/suspect-disks.ts";

import { reportDiskFree } from "../testing/benches/processes.ts";
import { openStream } from "../testing/open-stream.ts";
import { startTestApp } from "../testing/start-test-app.ts";

const building = (id: number) => `building=${id}`;
const alarms = { topic: "alarms" };

test("sends the state of the building, floor and subsystem before it names a new alarm", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  // Without a change the first metrics can take as long as the time that they have here.
  app.endSharedAnswers();
  await vi.waitFor(() => expect(stream.named("metrics")).toHaveLength(1), 5_000);
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  await evaluateAlarms(app.ctx);
  await vi.waitFor(() => expect(stream.named("changed")).toContainEqual(alarms), 5_000);
  const isAlarm = ({ name, data }: (typeof stream.events)[number]) =>
    name === "changed" && JSON.stringify(data) === JSON.stringify(alarms);
  const before = stream.events.slice(0, stream.events.findIndex(isAlarm));
  expect(before.findLast(({ name }) => name === "metrics")?.data).toMatchObject({
    building: { state: "critical", noOfCritical: 1 },
    floors: [{ name: "Ground", state: "critical" }],
  });
  expect(before.findLast(({ name }) => name === "statuses")?.data).toMatchObject({
    subsystems: [{ id: "hvac", state: "critical", alarm: { alarm_code: 110 } }, {}, {}, {}, {}],
  });
});

test("sends a flood of equal changes in few events, and none of another campus", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  await vi.waitFor(() => expect(stream.named("hello")).toHaveLength(1));
  const { campusId } = await app.db.selectFrom("devices").select("campusId").executeTakeFirstOrThrow();
  for (let times = 0; times < 500; times += 1) {
    app.bus.publish({ name: "changed", data: { topic: "bookings", campusId } });
    app.bus.publish({ name: "changed", data: { topic: "users", campusId: campusId + 1 } });
  }
  app.bus.publish({ name: "changed", data: { topic: "people" } });
  await vi.waitFor(() => expect(stream.named("changed")).toContainEqual({ topic: "people" }));
  expect(
    stream.named("changed").filter((one) => "topic" in one && one.topic === "bookings").length,
  ).toBeLessThan(5);
  expect(stream.named("changed")).not.toContainEqual({ topic: "users" });
});

test("names an alarm of the campus itself to each of its buildings, after their states", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  await reportDiskFree(app, "a", 4);
  await evaluateAlarms(app.ctx, [suspectDisks]);
  await vi.waitFor(() => expect(stream.named("changed")).toContainEqual(alarms));
  expect(stream.named("metrics").at(-1)).toMatchObject({ building: { state: "critical", noOfCritical: 1 } });
});

test("a call names the topics that its route declares, after its change", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "operator", building);
  await vi.waitFor(() => expect(stream.named("hello")).toHaveLength(1));
  await stream.user.post("/v1/schedule_days", { day: "2026-01-26", kind: "holiday", name: "Republic Day" });
  await vi.waitFor(() => expect(stream.named("changed")).toContainEqual({ topic: "schedules" }));
});

test("names readings now and then without any, because values also turn stale", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  await vi.waitFor(() => expect(stream.named("changed")).toContainEqual({ topic: "readings" }), 8_000);
});
