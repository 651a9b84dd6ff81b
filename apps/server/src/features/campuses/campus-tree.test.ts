import type { CampusTreeNode } from "@verandah/contract/campuses/campus-tree.ts";
import type { AcceptedBatch } from "@verandah/contract/commands/commands.ts";
import { expect, test } from "vitest";

import { raiseFireAlarm, endFireAlarm } from "../../testing/benches/alarms.ts";
import { startBookingBench } from "../../testing/benches/booking-bench.ts";
import { bringUp } from "../../testing/benches/command-bench.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { importSite } from "./site-import.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const addUrl = "/v1/campuses/tree/add";
const editUrl = "/v1/campuses/tree/edit";

async function idOf(app: App, table: "locations" | "spaces" | "devices", key: string): Promise<number> {
  const column = table === "devices" ? "ssid" : "key";
  const { rows } = await app.query(`select id from ${table} where ${column} = '${key}'`);
  return Number(rows[0]?.["id"]);
}

function withSpaces() {
  const site = aSite();
  const zone = site.buildings[0]?.floors[0]?.zones[1];
  if (zone)
    zone.spaces = [
      { key: "T/s1", name: "Seat 1", kind: "seat", seats: 1 },
      { key: "T/r1", name: "Room 1", kind: "room", seats: 6 },
    ];
  return site;
}

test("the tree has the campus's places in the specification's format", async () => {
  await using app = await startTestApp();
  const user = await app.as("member");
  const tree = (
    await user.get(`/v1/campuses/${user.session.campus.id}/tree?context=lms`)
  ).json<CampusTreeNode>();
  expect(tree).toMatchObject({ title: "Test Campus", type: "campus", expanded: true, activated: true });
  const tower = tree.children[0];
  expect(tower).toMatchObject({ title: "Tower", type: "building", expanded: true });
  expect(tower?.children.map(({ title, floor_type }) => [title, floor_type])).toEqual([
    ["Ground", "wlms"],
    ["First", "wlms"],
  ]);
  expect(tower?.children[0]?.children[1]?.children[0]).toMatchObject({ title: "Area 1", type: "area" });
});

test("the lowest level of the tree has the seats and rooms of each zone", async () => {
  await using app = await startTestApp({ sites: [withSpaces()] });
  const user = await app.as("viewer");
  const tree = (await user.get(`/v1/campuses/${user.session.campus.id}/tree`)).json<CampusTreeNode>();
  const children = tree.children[0]?.children[0]?.children[1]?.children;
  expect(children?.map(({ title, type }) => [title, type])).toEqual([
    ["Area 1", "area"],
    ["Seat 1", "seat"],
    ["Room 1", "room"],
  ]);
});

test("the tree of another campus, and of a place that is no campus, is not found", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  const user = await app.as("administrator");
  const { rows } = await app.query("select id from locations where key in ('O', 'T/g')");
  for (const { id } of rows) {
    expect((await user.get(`/v1/campuses/${Number(id)}/tree?context=lms`)).statusCode).toBe(404);
    expect((await user.get(`/v1/campuses/${Number(id)}/status`)).statusCode).toBe(404);
  }
});

test("an administrator renames a place; the audit has both names, and an import keeps the new one", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const id = await idOf(app, "locations", "T/g");
  const edit = { kind: "place", id, version: 1, title: " Lobby " };
  expect((await user.post(editUrl, edit)).json()).toEqual({ version: 2 });
  const { rows } = await app.query(
    "select action, target, before, after from audit where action = 'edit-place'",
  );
  expect(rows).toMatchObject([
    { target: `place:${id}`, before: { title: "Ground" }, after: { title: "Lobby", activated: true } },
  ]);
  await importSite(app.ctx, { ...aSite(), edges: [] }, "version-1");
  expect((await user.get(`/v1/gl_zone/${id}/location`)).json()).toMatchObject({ name: "Lobby" });
});

test("of two administrators who change one item the second gets 409, and nothing changes", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const id = await idOf(app, "devices", "T-S1");
  const edit = (title: string) => user.post(editUrl, { kind: "device", id, version: 1, title });
  const replies = await Promise.all([edit("One"), edit("Two")]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = replies.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: "place-changed", fields: { by: "administrator" } });
  const { rows } = await app.query("select version from devices where ssid = 'T-S1'");
  expect(rows).toEqual([{ version: 2 }]);
});

test("devices move to any place and seats to a zone of the campus, and an import leaves them there", async () => {
  await using app = await startTestApp({ sites: [withSpaces(), aSite("O", "Other Campus")] });
  const user = await app.as("administrator");
  const [zone, floor, strange, device, seat] = await Promise.all([
    idOf(app, "locations", "T/f1/z1"),
    idOf(app, "locations", "T/f1"),
    idOf(app, "locations", "O/f1/z1"),
    idOf(app, "devices", "T-S1"),
    idOf(app, "spaces", "T/s1"),
  ]);
  const move = async (kind: string, id: number, parent: number) =>
    (await user.post(editUrl, { kind, id, version: 1, parent })).statusCode;
  expect(await move("device", device, strange)).toBe(400);
  expect(await move("space", seat, floor)).toBe(400);
  expect(await move("place", await idOf(app, "locations", "T/g/z1"), floor)).toBe(400);
  expect(await move("device", device, zone)).toBe(200);
  expect(await move("space", seat, zone)).toBe(200);
  await importSite(app.ctx, withSpaces(), "version-1");
  const { rows } = await app.query(
    `select location_id as at from devices where id = ${device} union all select zone_id from spaces where id = ${seat}`,
  );
  expect(rows).toEqual([{ at: zone }, { at: zone }]);
});

test("an administrator changes the seats and facilities of a room only, and an import keeps them", async () => {
  await using app = await startTestApp({ sites: [withSpaces()] });
  const user = await app.as("administrator");
  const edit = (id: number, change: object, kind = "space") =>
    user.post(editUrl, { kind, id, version: 1, ...change });
  const [room, seat, zone] = await Promise.all([
    idOf(app, "spaces", "T/r1"),
    idOf(app, "spaces", "T/s1"),
    idOf(app, "locations", "T/f1/z1"),
  ]);
  expect((await edit(seat, { seats: 2 })).statusCode).toBe(400);
  expect((await edit(zone, { facilities: ["Screen"] }, "place")).statusCode).toBe(400);
  expect((await edit(room, { seats: 0 })).statusCode).toBe(400);
  expect((await edit(room, { facilities: [" "] })).statusCode).toBe(400);
  const wanted = { seats: 9, facilities: ["Screen", "Phone", "Screen"] };
  expect((await edit(room, wanted)).statusCode).toBe(200);
  await importSite(app.ctx, withSpaces(), "version-1");
  const range = "from=2026-01-05T08:00:00Z&to=2026-01-05T09:00:00Z";
  const rooms = await user.get(
    `/v1/gl_zone_booking/${user.session.building.id}/room/searchBookable?${range}`,
  );
  expect(rooms.json()).toMatchObject([{ id: room, seats: 9, facilities: ["Screen", "Phone"] }]);
  const { rows } = await app.query("select before, after from audit where action = 'edit-space'");
  expect(rows).toMatchObject([
    { before: { room: { seats: 6, facilities: [] } }, after: { room: { seats: 9 } } },
  ]);
});

test("the seats and facilities of a room change one by one, and an import gives a renamed room its own", async () => {
  await using app = await startTestApp({ sites: [withSpaces()] });
  const user = await app.as("administrator");
  const room = await idOf(app, "spaces", "T/r1");
  const edit = (version: number, change: object) =>
    user.post(editUrl, { kind: "space", id: room, version, ...change });
  const spaces = async () => {
    const tree = (await user.get(`/v1/campuses/${user.session.campus.id}/tree`)).json<CampusTreeNode>();
    return tree.children[0]?.children[0]?.children[1]?.children.slice(1);
  };
  await edit(1, { title: "Board room" });
  const site = withSpaces();
  Object.assign(site.buildings[0]?.floors[0]?.zones[1]?.spaces?.[1] ?? {}, { seats: 7 });
  await importSite(app.ctx, site, "version-1");
  await edit(2, { facilities: ["Phone"] });
  expect((await spaces())?.[1]).toMatchObject({ title: "Board room", seats: 7, facilities: ["Phone"] });
  await edit(3, { seats: 9 });
  const [seat, changed] = (await spaces()) ?? [];
  expect(changed).toMatchObject({ seats: 9, facilities: ["Phone"] });
  expect(seat).toMatchObject({ title: "Seat 1" });
  expect(seat).not.toHaveProperty("seats");
});

test.each(["the tree", "an import"])(
  "an active alarm of a device that moves with %s is shown at its new place, and a past one where it was",
  async (way) => {
    await using app = await startTestApp();
    await bringUp(app);
    const user = await app.as("administrator");
    await raiseFireAlarm(app);
    await endFireAlarm(app);
    app.advance(60_000);
    await raiseFireAlarm(app);
    const changes = app.collectChanges("alarms");
    const [device, floor] = await Promise.all([
      idOf(app, "devices", "T-AHU"),
      idOf(app, "locations", "T/f1"),
    ]);
    const site = aSite();
    const unit = site.devices.find(({ ssid }) => ssid === "T-AHU");
    if (unit) unit.location = "T/f1";
    if (way === "the tree")
      await user.post(editUrl, { kind: "device", id: device, version: 1, parent: floor });
    else await user.post("/v1/campuses/site", { site });
    const { rows } = await app.query(
      "select l.key from alarms a join locations l on l.id = a.location_id order by a.id",
    );
    expect(rows).toEqual([{ key: "T/g" }, { key: "T/f1" }]);
    expect(changes).toHaveLength(1);
  },
);

test("of two administrators who give the same name at the same time the second is refused", async () => {
  await using app = await startTestApp({ sites: [withSpaces()] });
  const user = await app.as("administrator");
  const seat = { kind: "space", id: await idOf(app, "spaces", "T/s1"), version: 0, title: "Kaveri" };
  const waiting = await app.db.transaction().execute(async (db) => {
    await db.selectFrom("campuses").select("id").forNoKeyUpdate().execute();
    const sent = user.post(editUrl, seat);
    const waits = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(() => app.query(`select from ${waits}`)).toMatchObject({ rows: [{}] });
    await db.updateTable("spaces").set({ name: "kaveri" }).where("key", "=", "T/r1").execute();
    return { sent };
  });
  expect((await waiting.sent).json()).toMatchObject({ code: "place-name-taken" });
});

test("refuses a name that another item of the same place has", async () => {
  await using app = await startTestApp({ sites: [withSpaces()] });
  const user = await app.as("administrator");
  const [floor, zone, seat] = await Promise.all([
    idOf(app, "locations", "T/g"),
    idOf(app, "locations", "T/g/z2"),
    idOf(app, "spaces", "T/s1"),
  ]);
  const codeOf = async (path: string, item: object) =>
    (await user.post(path, item)).json<{ code?: string }>().code;
  const taken = "place-name-taken";
  expect(await codeOf(addUrl, { parent: floor, type: "zone", title: "ZONE 1" })).toBe(taken);
  expect(await codeOf(addUrl, { parent: zone, type: "seat", title: "Room 1" })).toBe(taken);
  expect(await codeOf(editUrl, { kind: "place", id: zone, version: 1, title: "Zone 1" })).toBe(taken);
  expect(await codeOf(editUrl, { kind: "space", id: seat, version: 1, title: "Room 1" })).toBe(taken);
  expect(await codeOf(editUrl, { kind: "place", id: zone, version: 1, title: "zone 2" })).toBeUndefined();
  expect(await codeOf(addUrl, { parent: zone, type: "area", title: "Zone 1" })).toBeUndefined();
});

test("a deactivated floor refuses commands and keeps its alarms, until it is activated again", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const user = await app.as("administrator");
  const id = await idOf(app, "locations", "T/g");
  const send = async () =>
    (
      await user.post("/v1/commands", {
        writes: [{ ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp", value: 22 }],
      })
    ).json<AcceptedBatch>();
  await user.post(editUrl, { kind: "place", id, version: 1, activated: false });
  expect((await send()).refused).toMatchObject([{ ssid: "T-AHU", code: "device-deactivated" }]);
  await raiseFireAlarm(app);
  expect((await user.get(`/v1/gl_zone/${id}/status`)).json()).toMatchObject({ noOfCritical: 1 });
  const tree = (await user.get(`/v1/campuses/${user.session.campus.id}/tree`)).json<CampusTreeNode>();
  expect(tree.children[0]?.children[0]).toMatchObject({ title: "Ground", activated: false, version: 2 });
  await user.post(editUrl, { kind: "place", id, version: 2, activated: true });
  expect((await send()).refused).toEqual([]);
});

test("seats and rooms of a deactivated zone are not offered for booking, and not booked", async () => {
  await using bench = await startBookingBench();
  const { app, search, book } = bench;
  const user = await app.as("administrator");
  expect(await search("seat")).toHaveLength(3);
  await user.post(editUrl, { kind: "place", id: bench.idOf("T/g/z1"), version: 1, activated: false });
  expect(await search("seat")).toEqual([]);
  expect((await book({})).statusCode).toBe(404);
});

test("refuses wrong names and items, the campus itself and items of another campus", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  const user = await app.as("administrator");
  const id = await idOf(app, "locations", "T/g");
  const status = async (change: object) =>
    (await user.post(editUrl, { kind: "place", id, version: 1, title: "Lobby", ...change })).statusCode;
  for (const title of ["", " \u202e ", "x".repeat(121), 5]) expect(await status({ title })).toBe(400);
  for (const change of [{ kind: "lift" }, { id: "x" }, { version: null }, { activated: "no" }])
    expect(await status(change)).toBe(400);
  expect(await status({ id: user.session.campus.id })).toBe(404);
  expect(await status({ id: await idOf(app, "locations", "O/g") })).toBe(404);
  expect(await status({ kind: "device", id: await idOf(app, "devices", "O-AHU") })).toBe(404);
  expect(await status({ id: 2_147_483_648 })).toBe(400);
  for (const role of ["operator", "viewer", "member", "pumpCustomer"] as const)
    expect((await (await app.as(role)).post(editUrl, { kind: "place", id, version: 1 })).statusCode).toBe(
      403,
    );
});
