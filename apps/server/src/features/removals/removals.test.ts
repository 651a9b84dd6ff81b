import type { ListedRemoval, Removal } from "@verandah/contract/campuses/removals.ts";
import { READINGS_DELETED_AFTER_HOURS } from "@verandah/contract/campuses/removals.ts";
import type { TrendReply } from "@verandah/contract/telemetry/telemetry.ts";
import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { runDueOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { aSiteToMoveIn, soon, startMoves } from "../../testing/benches/place-move-bench.ts";
import { deleteRemovedReadings } from "./removals.service.ts";

const url = "/v1/campuses/tree/removal";

async function start() {
  const bench = await startMoves();
  const { app, admin } = bench;
  const { rows } = await app.query("select id, ssid from devices");
  const device = (ssid: string) => ({
    kind: "device",
    id: Number(rows.find((row) => row["ssid"] === ssid)?.["id"]),
  });
  const place = (key: string) => ({ kind: "place", id: bench.idOf(key) });
  type Item = ReturnType<typeof device>;
  return {
    ...bench,
    device,
    place,
    preview: async ({ kind, id }: Item) => (await admin.get(`${url}?kind=${kind}&id=${id}`)).json<Removal>(),
    remove: (item: Item, more: object = {}) =>
      admin.post(url, { ...item, version: 1, readings: "keep", ...more }),
    undo: (id: number) => admin.post("/v1/campuses/removals/undo", { id }),
    removals: async () => (await admin.get("/v1/campuses/removals")).json<ListedRemoval[]>(),
    column: async (text: string) => (await app.query(text)).rows.map((row) => Object.values(row)[0]),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const trendUrl =
  "/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&from=2026-01-05T06:00:00Z&to=2026-01-05T07:00:00Z";

test("a removed device leaves the lists, its history stays, and it comes back as it was", async () => {
  await using bench = await start();
  const { app, admin } = bench;
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const listed = async () =>
    (await admin.get(`/v1/gl_analytics/${bench.idOf("T/g")}/devicemap`)).json<{ ssid: string }[]>();
  const trend = async () => (await admin.get(trendUrl)).json<TrendReply>().buckets.map(({ avg }) => avg);
  const before = await listed();
  expect(before.map(({ ssid }) => ssid)).toContain("T-S1");
  const { id } = (await bench.remove(bench.device("T-S1"))).json<{ id: number }>();
  expect((await listed()).map(({ ssid }) => ssid)).not.toContain("T-S1");
  expect((await admin.get("/v1/devices/T-S1")).statusCode).toBe(404);
  expect(await trend()).toEqual([24]);
  expect(await bench.removals()).toEqual([
    {
      id,
      kind: "device",
      name: "Sensor T-S1",
      path: ["Tower", "Ground", "Zone 1"],
      removedAt: app.now().toISOString(),
      removedBy: "administrator",
      devices: 1,
      readings: "kept",
      deletedAt: null,
    },
  ]);
  expect((await bench.undo(id)).json()).toEqual({ id });
  expect((await listed()).map(({ ssid }) => ssid).toSorted()).toEqual(
    before.map(({ ssid }) => ssid).toSorted(),
  );
  expect(await bench.removals()).toEqual([]);
  expect((await bench.undo(id)).statusCode).toBe(404);
  expect(
    (
      await app.query("select action, before, after from audit where target = $1 order by id", [
        `device:${bench.device("T-S1").id}`,
      ])
    ).rows,
  ).toMatchObject([
    { action: "delete-device", before: { title: "Sensor T-S1", devices: 1 }, after: { readings: "keep" } },
    { action: "restore-device", before: { removal: id }, after: { title: "Sensor T-S1" } },
  ]);
});

test("a device that another administrator has changed meanwhile is not removed", async () => {
  await using bench = await start();
  const { id } = bench.device("T-S1");
  await bench.admin.post("/v1/campuses/tree/edit", { kind: "device", id, version: 1, title: "Window" });
  expect((await bench.remove(bench.device("T-S1"))).json()).toMatchObject({
    code: "place-changed",
    fields: { by: "administrator" },
  });
  expect((await bench.remove(bench.device("T-S1"), { version: 2 })).statusCode).toBe(200);
  expect((await bench.remove(bench.device("T-S1"), { version: 3 })).statusCode).toBe(404);
});

test("the alarms of a removed device end and stay in its history, and an event is raised again after the undo", async () => {
  await using bench = await start();
  await bench.app.query(`
    insert into alarms (campus_id, location_id, device_id, subject_kind, rule, code, message, source_name, raised_at)
    select campus_id, location_id, id, 'device-event', 241, 241, 'Leak', name, now() from devices where ssid in ('T-S1', 'T-S2')`);
  const ended = () => bench.column("select restored_at is not null from alarms order by id");
  expect((await bench.preview(bench.device("T-S1"))).alarms).toBe(1);
  const { id } = (await bench.remove(bench.device("T-S1"))).json<{ id: number }>();
  await evaluateAlarms(bench.app.ctx);
  expect(await ended()).toEqual([true, false]);
  await bench.undo(id);
  expect(await ended()).toEqual([true, false, false]);
  expect(await bench.column("select kind from alarm_events order by id")).toEqual(["returned", "raised"]);
});

test("a device that holds a value of a user is not removed while a release can reach it", async () => {
  await using bench = await start();
  const { app, operator } = bench;
  const field = await bringUp(app);
  await operator.post("/v1/commands", { writes: [{ ssid: "T-AHU", param_id: "ahu_on_off_sp", value: 10 }] });
  await field.verifyAll();
  expect((await bench.preview(bench.device("T-AHU"))).obstacles).toEqual([
    { kind: "overrides", names: ["Unit T-AHU"] },
  ]);
  expect((await bench.remove(bench.device("T-AHU"))).json()).toMatchObject({
    code: "item-in-use",
    fields: { overrides: "Unit T-AHU" },
  });
  await app.query("update devices set state = 'offline' where ssid = 'T-AHU'");
  expect(await bench.preview(bench.device("T-AHU"))).toMatchObject({ obstacles: [], held: ["Unit T-AHU"] });
  expect((await bench.remove(bench.device("T-AHU"))).statusCode).toBe(200);
});

test("commands that wait for a removed device are cancelled, and further ones are refused", async () => {
  await using bench = await start();
  await bringUp(bench.app);
  const command = () =>
    bench.operator.post("/v1/commands", {
      writes: [{ ssid: "T-AHU", param_id: "ahu_on_off_sp", value: 10 }],
    });
  await command();
  expect((await bench.preview(bench.device("T-AHU"))).commands).toBe(1);
  await bench.remove(bench.device("T-AHU"));
  expect(await bench.column("select state || ' ' || failure from commands")).toEqual([
    "failed device-removed",
  ]);
  expect((await command()).json()).toMatchObject({ commands: [], refused: [{ code: "not-found" }] });
});

test("schedules write nothing to a removed unit, and write to it at once after the undo", async () => {
  await using bench = await start();
  const field = await bringUp(bench.app);
  const { id } = (await bench.remove(bench.device("T-AHU"))).json<{ id: number }>();
  await bench.operator.post(`/v1/hvac_recuuring_schedule/${bench.idOf("T/tower")}/updateschedule`, {
    timeData: [{ ON: "07:00", OFF: "20:00" }],
    weekData: [1, 2, 3, 4, 5],
  });
  await runDueOccurrences(bench.app.ctx);
  await field.dispatch();
  expect(field.sent).toEqual([]);
  await bench.undo(id);
  await bench.app.measure("T-GW", "T-AHU", { ahu_on_off_sp: ahuSwitch.off });
  await field.refresh();
  await runDueOccurrences(bench.app.ctx);
  await field.dispatch();
  expect(field.sent.map(({ point, value }) => [point, value])).toContainEqual([
    ahuSwitch.point,
    ahuSwitch.on,
  ]);
});

test("a removed zone takes its content along, ends schedules of only this zone, and brings all back", async () => {
  await using bench = await start();
  await bench.schedule("Lobby", ["T/g/z1"]);
  const later = { start: "2026-01-05T10:00:00Z", end: "2026-01-05T11:00:00Z" };
  await bench.schedule("Whole", ["T/g/z1", "T/g/z2"], later);
  expect(await bench.preview(bench.place("T/g/z1"))).toMatchObject({
    obstacles: [],
    places: 2,
    spaces: 2,
    schedules: ["Lobby"],
    remaining: ["Whole"],
  });
  const { id } = (await bench.remove(bench.place("T/g/z1"))).json<{ id: number }>();
  const gone = () =>
    bench.column(`select count(*)::int from (select removal_id from locations union all select removal_id from spaces
      union all select removal_id from devices union all select removal_id from schedules) as r where removal_id is not null`);
  const [count] = await gone();
  expect(count).toBeGreaterThan(5);
  expect(await bench.column("select title from schedules where deleted_at is null")).toEqual(["Whole"]);
  await bench.undo(id);
  expect(await gone()).toEqual([0]);
  expect(await bench.column("select title from schedules where deleted_at is null order by id")).toEqual([
    "Lobby",
    "Whole",
  ]);
});

test("a place comes back only after the place above it, without items that were removed before it, and with a free name", async () => {
  await using bench = await start();
  const zone = (await bench.remove(bench.place("T/g/z1"))).json<{ id: number }>();
  const floor = (await bench.remove(bench.place("T/g"))).json<{ id: number }>();
  expect((await bench.removals()).map(({ name }) => name)).toEqual(["Ground", "Zone 1"]);
  expect((await bench.undo(zone.id)).json()).toMatchObject({ code: "removed-above" });
  await bench.undo(floor.id);
  await bench.admin.post("/v1/campuses/tree/add", {
    parent: bench.idOf("T/g"),
    type: "zone",
    title: "Zone 1",
  });
  expect((await bench.undo(zone.id)).json()).toMatchObject({ code: "place-name-taken" });
});

test("a room with a booking, and a building with users, are not removed", async () => {
  await using bench = await start();
  await bench.operator.post("/v1/gl_zone_booking/booking", {
    spaces: [bench.idOf("T/s1")],
    from: soon.start,
    to: soon.end,
  });
  expect((await bench.remove({ kind: "space", id: bench.idOf("T/s1") })).json()).toMatchObject({
    code: "item-in-use",
    fields: { bookings: "Seat 1" },
  });
  expect((await bench.remove(bench.place("T/tower"))).json()).toMatchObject({
    fields: { bookings: "Seat 1", users: expect.stringContaining("operator") },
  });
  expect((await bench.remove({ kind: "space", id: bench.idOf("T/s2") })).statusCode).toBe(200);
  const booking = { spaces: [bench.idOf("T/s2")], from: soon.start, to: soon.end };
  expect((await bench.operator.post("/v1/gl_zone_booking/booking", booking)).statusCode).toBe(404);
});

test("a removed device that still sends is counted as such, and its values are not stored", async () => {
  await using bench = await start();
  const { app, admin } = bench;
  const { id } = (await bench.remove(bench.device("T-S1"))).json<{ id: number }>();
  const send = () => app.measure("T-S1", "T-S1", { TEMPERATURE: 25 });
  await app.index.reload();
  await send();
  await app.writer.unknownPoints.store(app.ctx);
  expect((await admin.get("/v1/telemetry/T-S1/unknownpoints")).json()).toMatchObject([
    { device: "T-S1", cause: "removed-device", count: 1 },
  ]);
  const problems = async () => (await admin.get("/v1/gateways/messageproblems")).json<object[]>();
  expect(await problems()).toMatchObject([
    { ssid: "T-S1", name: "Sensor T-S1", reason: "removed-device", count: 1, lastMessage: "T-S1" },
  ]);
  expect(await bench.column("select count(*)::int from latest")).toEqual([0]);
  await bench.undo(id);
  await app.index.reload();
  await send();
  expect(await bench.column("select value from latest")).toEqual([25]);
  expect(await problems()).toEqual([]);
});

test("the stored values of a removed device are deleted only by choice, and only after the time to undo", async () => {
  await using bench = await start();
  const { app } = bench;
  for (const ssid of ["T-S1", "T-S2", "T-S3"]) await app.measure(ssid, ssid, { TEMPERATURE: 24 });
  await app.query(
    "insert into readings_1h (point_id, hour, count, min, max, sum) select point_id, 1, 1, 24, 24, 24 from latest",
  );
  const values = () =>
    bench.column(
      "select ssid from latest natural join readings_1h join points p on p.id = point_id join devices d on d.id = device_id order by 1",
    );
  await bench.remove(bench.device("T-S2"));
  const { id } = (await bench.remove(bench.device("T-S1"), { readings: "delete" })).json<{ id: number }>();
  await deleteRemovedReadings(app.ctx);
  expect(await values()).toEqual(["T-S1", "T-S2", "T-S3"]);
  expect((await bench.removals())[0]).toMatchObject({ readings: "to-delete" });
  app.advance(READINGS_DELETED_AFTER_HOURS * 3_600_000);
  await deleteRemovedReadings(app.ctx);
  expect(await values()).toEqual(["T-S2", "T-S3"]);
  expect(await bench.column(`select readings_deleted_at is not null from removals where id = ${id}`)).toEqual(
    [true],
  );
  expect(await bench.column("select action from audit where action = 'delete-readings'")).toHaveLength(1);
});

test("a site file does not bring back what an administrator has removed, and its additions there are removed too", async () => {
  await using bench = await start();
  await bench.remove(bench.place("T/g/z1"));
  const site = aSiteToMoveIn();
  site.buildings[0]?.floors[0]?.zones[0]?.areas.push({ key: "T/new", name: "New" });
  await bench.importAgain(site);
  expect(
    await bench.column("select removed_at is not null from locations where key in ('T/g/z1', 'T/new')"),
  ).toEqual([true, true]);
  expect(
    await bench.column("select count(*)::int from devices where ssid = 'T-S1' and removed_at is null"),
  ).toEqual([0]);
});

test("another campus's administrator sees and removes nothing", async () => {
  await using bench = await start();
  const { id } = (await bench.remove(bench.device("T-S1"))).json<{ id: number }>();
  const other = await bench.app.as("other-administrator");
  expect((await other.get("/v1/campuses/removals")).json()).toEqual([]);
  expect((await other.post("/v1/campuses/removals/undo", { id })).statusCode).toBe(404);
  const sent = { ...bench.device("T-S2"), version: 1, readings: "keep" };
  expect((await other.post(url, sent)).statusCode).toBe(404);
});
