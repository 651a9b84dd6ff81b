import type { getReasons } from "@verandah/contract/commands/why.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { expect, test } from "vitest";

import { startSchedules } from "../../testing/benches/schedule-bench.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
const start = "2026-01-05T07:00:00Z";
const end = "2026-01-05T09:00:00.000Z";

async function begin() {
  const bench = await startSchedules(MONDAY_NOON);
  const reasonOf = async (ssid: string, paramId: string) =>
    (await bench.operator.get(`/v1/devices/${ssid}/why`))
      .json<ReplyOf<typeof getReasons>>()
      .points.find((point) => point.param_id === paramId);
  return { ...bench, reasonOf };
}

test("the reason of a light has the time until which its schedule runs", async () => {
  await using bench = await begin();
  await bench.create(bench.data({ start, end, action: 2, intensity: 60 }), "/v1/schedules");
  bench.show("50d001", 60, "light_level");
  await bench.goTo(start);
  await bench.follow();
  const reason = { source: "schedule", name: "Lobby-AM", value: 60 };
  expect(await bench.reasonOf("50d001", "light_level_sp")).toMatchObject({ ...reason, until: end });
  // A schedule that begins later is above the first from then on.
  const later = bench.data({ start: "2026-01-05T08:00:00Z", end, title: "Cleaning" });
  await bench.create(later, "/v1/schedules");
  expect(await bench.reasonOf("50d001", "light_level_sp")).toMatchObject({
    ...reason,
    until: "2026-01-05T08:00:00.000Z",
  });
});

test("the reason of an air handling unit has the next time of the weekly default", async () => {
  await using bench = await begin();
  bench.show("T-AHU", 10);
  await bench.setDefault("08:00", "18:00");
  await bench.goTo("2026-01-05T06:31:00Z");
  await bench.follow();
  expect(await bench.reasonOf("T-AHU", "ahu_on_off_sp")).toMatchObject({
    source: "schedule",
    name: "Default schedule",
    until: "2026-01-05T12:30:00.000Z",
  });
});

test("a value that a person holds above a schedule keeps the person as its source", async () => {
  await using bench = await begin();
  await bench.create(bench.data({ start, end }), "/v1/schedules");
  await bench.operator.post("/v1/commands", {
    writes: [{ ssid: "50d001", param_id: "light_level_sp", value: 20 }],
  });
  await bench.verifyAll();
  await bench.goTo(start);
  await bench.run();
  await bench.dispatch();
  const [sent] = bench.sent.filter(({ device, priority }) => device === "50d001" && priority === 16);
  const overridden = { failure: "overridden", winningPriority: 8, value: 20 } as const;
  await bench.answer(sent?.id ?? "", "failed", overridden);
  expect((await bench.list()).find(({ at }) => Date.parse(at) === Date.parse(start))?.overridden).toEqual([
    "DALI 1",
  ]);
  const sources = async () => {
    // The answer of this moment is shared.
    bench.app.advance(5_000);
    const { lights } = (await bench.operator.get(`/v1/lights/${bench.ground.id}`)).json();
    return [lights[0].slaves[0].cmd_data, lights[1].slaves[0].cmd_data];
  };
  expect(await sources()).toEqual(["api", "schedule"]);
  await bench.goTo(end);
  await bench.follow();
  expect(await sources()).toEqual(["api", "schedule"]);
  // Without a value in force it is the newest command.
  await bench.operator.post("/v1/overrides/release", { ssid: "50d001", param_id: "light_level_sp" });
  await bench.verifyAll();
  expect(await sources()).toEqual(["api", "schedule"]);
});

test("lists what schedules will write to a device, without changes that a higher schedule overrides", async () => {
  await using bench = await begin();
  const changesOf = async (ssid: string) =>
    (await bench.operator.get(`/v1/devices/${ssid}/schedule`)).json<ReplyOf<typeof listDeviceChanges>>();
  expect(await changesOf("T-AHU")).toEqual([]);
  await bench.setDefault("08:00", "18:00");
  await bench.create(bench.data({ start: "2026-01-05T12:00:00Z", end: "2026-01-05T13:00:00Z" }));
  await bench.create(bench.data({ start, end, action: 2, intensity: 60 }), "/v1/schedules");
  const air = (await changesOf("T-AHU"))?.map(({ at, name, param_id, value }) => [
    at.slice(5, 16),
    name,
    param_id,
    value,
  ]);
  // The schedule of the afternoon keeps the unit on over the end of the default at 12:30, and releases it at 13:00.
  expect(air).toEqual([
    ["01-05T12:00", "Lobby-AM", "ahu_on_off_sp", 10],
    ["01-05T13:00", "Lobby-AM", "ahu_on_off_sp", 0],
    ["01-06T02:30", "", "ahu_on_off_sp", 10],
    ["01-06T12:30", "", "ahu_on_off_sp", 0],
    ["01-07T02:30", "", "ahu_on_off_sp", 10],
  ]);
  expect((await changesOf("T-AHU2"))?.map(({ at }) => at.slice(5, 16))).toEqual([
    "01-05T12:30",
    "01-06T02:30",
    "01-06T12:30",
    "01-07T02:30",
  ]);
  expect((await changesOf("50d001"))?.map(({ at, value }) => [at, value])).toEqual([
    ["2026-01-05T07:00:00.000Z", 60],
    [end, null],
  ]);
  expect(await changesOf("T-S1")).toBe(null);
  expect((await bench.operator.get("/v1/devices/NONE/schedule")).statusCode).toBe(404);
});
