import type { getParkingStatus, getParkingTrend } from "@verandah/contract/parking.ts";
import type { RoleName } from "@verandah/contract/roles.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { recordDeviceHealth, refreshDeviceStates } from "#features/devices/devices.service.ts";

import { edge, evaluate } from "../../testing/benches/alarm-bench.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const MINUTE_MS = 60_000;
/** The bays of the test decks, three on the first and two on the second. */
const BAYS = ["T-P1-1", "T-P1-2", "T-P1-3", "T-P2-1", "T-P2-2"];

/** Two parking decks under the tower of the test campus. */
async function start() {
  const site = aSite();
  for (const deck of [1, 2])
    site.buildings[0]?.floors.push({
      key: `T/p${deck}`,
      name: `Parking ${deck}`,
      floorType: "parking",
      zones: [{ key: `T/p${deck}/z1`, name: "Zone 1", areas: [] }],
    });
  for (const ssid of BAYS) {
    const deck = ssid.slice(3, 4);
    site.devices.push(aDevice("PARKING", ssid, ["OCCUPIED"], { location: `T/p${deck}/z1`, edge: "T-S1" }));
  }
  const app = await startTestApp({ sites: [site], now: "2026-01-05T06:00:00Z" });
  const { rows } = await app.query("select id, name from locations order by id");
  const idOf = (name: string) => Number(rows.find((row) => row["name"] === name)?.["id"]);
  return {
    app,
    idOf,
    /** Bays send these values; the other bays send nothing. */
    async show(values: Record<string, number>) {
      for (const [ssid, value] of Object.entries(values))
        await app.measure("T-S1", ssid, { OCCUPIED: value });
      await evaluate(app);
    },
    /** Deactivates or activates a place by its name or key, or a device by its ssid. */
    async activate(kind: "place" | "device", name: string, activated: boolean) {
      const places = kind === "place" ? "locations where name = $1 or key = $1" : "devices where ssid = $1";
      const { rows: items } = await app.query(`select id, version from ${places}`, [name]);
      const admin = await app.as("administrator");
      const reply = await admin.post("/v1/campuses/tree/edit", { kind, activated, ...items[0] });
      expect(reply.statusCode).toBe(200);
    },
    async status(place: string, as: RoleName = "viewer") {
      const user = await app.as(as);
      return (await user.get(`/v1/pms/${idOf(place)}/parking-status`)).json<
        ReplyOf<typeof getParkingStatus>
      >();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("counts the bays of each deck, and a sensor that never reported is unknown", async () => {
  await using bench = await start();
  await bench.show({ "T-P1-1": 1, "T-P1-2": 0, "T-P2-1": 1, "T-P2-2": 1 });
  const status = await bench.status("Tower");
  expect(status).toMatchObject({ total: 5, free: 1, occupied: 3, unknown: 1, over: 0, coverage: 80 });
  expect(status.decks).toMatchObject([
    { name: "Parking 1", total: 3, free: 1, occupied: 1, unknown: 1 },
    { name: "Parking 2", total: 2, free: 0, occupied: 2, unknown: 0, coverage: 100 },
  ]);
  expect(status.decks[0]?.bays.map(({ ssid, state }) => [ssid, state])).toEqual([
    ["T-P1-1", "occupied"],
    ["T-P1-2", "free"],
    ["T-P1-3", "unknown"],
  ]);
  expect(status.suggested).toBe(bench.idOf("Parking 1"));
  expect(status.fullest).toBe(bench.idOf("Parking 2"));
});

test("a sensor that falls silent is unknown, never free, and is not suggested", async () => {
  await using bench = await start();
  await bench.show(Object.fromEntries(BAYS.map((ssid) => [ssid, 0])));
  expect(await bench.status("Tower")).toMatchObject({ free: 5, unknown: 0, fullest: null });
  bench.app.advance(5 * MINUTE_MS);
  await bench.show({ "T-P2-1": 0 });
  const status = await bench.status("Tower");
  expect(status).toMatchObject({ free: 1, occupied: 0, unknown: 4, coverage: 20 });
  expect(status.suggested).toBe(bench.idOf("Parking 2"));
  expect(status.decks[0]?.bays[0]).toMatchObject({ state: "unknown", since: null });
});

test("a bay is unknown as soon as its gateway reports the sensor as offline, although its value is new", async () => {
  await using bench = await start();
  await bench.show(Object.fromEntries(BAYS.map((ssid) => [ssid, 0])));
  await recordDeviceHealth(bench.app.ctx, await edge(bench.app, "T-S1"), {
    at: 0,
    devices: [{ device: "T-P1-1", state: "offline", since: 0, missedPolls: 3 }],
  });
  await refreshDeviceStates(bench.app.ctx);
  const status = await bench.status("Tower");
  expect(status).toMatchObject({ free: 4, unknown: 1 });
  expect(status.decks[0]?.bays[0]).toMatchObject({ state: "unknown", since: null });
});

test("drivers are not sent to a deactivated deck, and its bays stay in the live view", async () => {
  await using bench = await start();
  await bench.show({ "T-P1-1": 0, "T-P1-2": 1, "T-P1-3": 1, "T-P2-1": 0, "T-P2-2": 0 });
  expect(await bench.status("Tower", "member")).toMatchObject({
    free: 3,
    suggested: bench.idOf("Parking 2"),
    fullest: bench.idOf("Parking 1"),
  });
  await bench.activate("place", "Parking 2", false);
  const open = { total: 3, free: 1, occupied: 2, suggested: bench.idOf("Parking 1") };
  expect(await bench.status("Tower", "member")).toMatchObject(open);
  const { decks } = await bench.status("Tower");
  expect(decks).toMatchObject([
    { isActive: true, free: 1 },
    { isActive: false, total: 2, free: 2 },
  ]);
  expect(decks[1]?.bays.map(({ state }) => state)).toEqual(["free", "free"]);
  expect(await bench.status("Parking 2")).toMatchObject({ total: 0, free: 0, suggested: null });
  await bench.activate("place", "Tower", false);
  expect(await bench.status("Tower", "member")).toMatchObject({ total: 0, suggested: null, fullest: null });
});

test("a deactivated sensor and the bays of a deactivated zone are not counted", async () => {
  await using bench = await start();
  await bench.show(Object.fromEntries(BAYS.map((ssid) => [ssid, 0])));
  await bench.activate("device", "T-P1-1", false);
  const [first, second] = (await bench.status("Tower")).decks;
  expect(first).toMatchObject({ isActive: true, total: 2, free: 2 });
  expect(first?.bays).toHaveLength(3);
  expect(second).toMatchObject({ total: 2, free: 2 });
  await bench.activate("place", "T/p1/z1", false);
  const status = await bench.status("Tower");
  expect(status).toMatchObject({ total: 2, free: 2, suggested: bench.idOf("Parking 2") });
  expect(status.decks[0]).toMatchObject({ isActive: true, total: 0, free: 0 });
  await bench.activate("device", "T-P1-1", true);
  await bench.activate("place", "T/p1/z1", true);
  expect(await bench.status("Tower")).toMatchObject({ total: 5, free: 5 });
});

test("a car over the limit is listed with the time of its arrival, until it leaves", async () => {
  await using bench = await start();
  const admin = await bench.app.as("administrator");
  const configuration = (await admin.get("/v1/campuses/configuration")).json();
  await admin.post("/v1/campuses/configuration", { ...configuration, overParked: { overParked: 90 } });
  const arrivedAt = bench.app.now().toISOString();
  await bench.show({ "T-P1-1": 1 });
  for (let half = 0; half < 3; half += 1) {
    bench.app.advance(30 * MINUTE_MS);
    await bench.show({ "T-P1-1": 1 });
  }
  const deck = async () => (await bench.status("Parking 1")).decks[0];
  expect(await deck()).toMatchObject({ overParked: 90, occupied: 1, over: 1 });
  expect((await deck())?.bays[0]).toMatchObject({ state: "over", since: arrivedAt });
  bench.app.advance(MINUTE_MS);
  await bench.show({ "T-P1-1": 0 });
  expect(await deck()).toMatchObject({ occupied: 0, over: 0, free: 1 });
});

test("a floor returns its own deck, a campus all decks, and a floor without parking none", async () => {
  await using bench = await start();
  const names = async (place: string) => (await bench.status(place)).decks.map(({ name }) => name);
  expect(await names("Parking 2")).toEqual(["Parking 2"]);
  expect(await names("Test Campus")).toEqual(["Parking 1", "Parking 2"]);
  expect(await names("Ground")).toEqual([]);
  expect(await bench.status("Ground")).toMatchObject({ total: 0, coverage: 0, suggested: null });
});

test("members see counts without devices, pump customers nothing", async () => {
  await using bench = await start();
  await bench.show({ "T-P1-1": 1, "T-P1-2": 0 });
  const seen = await bench.status("Tower", "member");
  expect(seen).toMatchObject({ free: 1, occupied: 1, unknown: 3 });
  expect(seen.decks.map(({ bays }) => bays)).toEqual([[], []]);
  const customer = await bench.app.as("pumpCustomer");
  expect((await customer.get(`/v1/pms/${bench.idOf("Tower")}/parking-status`)).statusCode).toBe(403);
});

test("an unknown id and a zone are 404, and a malformed id is 400", async () => {
  await using bench = await start();
  const user = await bench.app.as("viewer");
  const statusOf = async (id: string | number) => (await user.get(`/v1/pms/${id}/parking-status`)).statusCode;
  expect(await statusOf(987_654)).toBe(404);
  expect(await statusOf(bench.idOf("Zone 1"))).toBe(404);
  for (const id of ["deck", "1.5", "-1"]) expect(await statusOf(id)).toBe(400);
});

test("the trend has the mean number of cars, and half hours without readings stay empty", async () => {
  await using bench = await start();
  const user = await bench.app.as("viewer");
  const trend = async () =>
    (await user.get(`/v1/pms/${bench.idOf("Parking 2")}/parking-trend`)).json<
      ReplyOf<typeof getParkingTrend>
    >();
  await bench.show({ "T-P2-1": 1 });
  bench.app.advance(30 * MINUTE_MS);
  await bench.show({ "T-P2-1": 1, "T-P2-2": 1 });
  bench.app.advance(MINUTE_MS);
  const { total, buckets } = await trend();
  expect(total).toBe(2);
  expect(buckets).toHaveLength(48);
  expect(buckets.slice(-3).map(({ occupied, isComplete }) => [occupied, isComplete])).toEqual([
    [null, false],
    [1, false],
    [2, true],
  ]);
  expect((await user.get(`/v1/pms/${bench.idOf("Zone 1")}/parking-trend`)).statusCode).toBe(404);
});
