import type { CampusTreeNode } from "@verandah/contract/campuses/campus-tree.ts";
import { expect, test } from "vitest";

import { raiseFireAlarm } from "../../testing/benches/alarms.ts";
import { startBookingBench } from "../../testing/benches/booking-bench.ts";
import { aSiteToMoveIn, moveUrl, startMoves } from "../../testing/benches/place-move-bench.ts";

test("a zone moves to a floor of another building with all that is in it", async () => {
  await using bench = await startMoves();
  const { admin, idOf } = bench;
  expect((await bench.move("T/g/z1", "T/hall")).json()).toEqual({ version: 2 });
  expect(await bench.ancestors("T/g/z1", "T/g/z1/a1")).toEqual([
    "T/g/z1 T/annex T/hall T/g/z1",
    "T/g/z1/a1 T/annex T/hall T/g/z1",
  ]);
  const tree = (await admin.get(`/v1/campuses/${admin.session.campus.id}/tree`)).json<CampusTreeNode>();
  const hall = tree.children[1]?.children[0];
  expect(hall?.children.map(({ title, version }) => [title, version])).toEqual([
    ["Zone 1", 2],
    ["Stage", 1],
  ]);
  const range = "from=2026-01-05T08:00:00Z&to=2026-01-05T09:00:00Z";
  const seats = async (key: string) =>
    (await admin.get(`/v1/gl_zone_booking/${idOf(key)}/seat/searchBookable?${range}`)).json<
      { floor: { name: string } }[]
    >();
  expect((await seats("T/tower")).length).toBe(0);
  expect((await seats("T/annex")).map(({ floor }) => floor.name)).toEqual(["Hall", "Hall"]);
  const { rows } = await bench.app.query(
    "select target, before, after from audit where action = 'move-place'",
  );
  expect(rows).toMatchObject([
    {
      target: `place:${idOf("T/g/z1")}`,
      before: { title: "Zone 1", parent: idOf("T/g") },
      after: { parent: idOf("T/hall") },
    },
  ]);
});

test("an area moves to another zone, and a floor with its zones to another building", async () => {
  await using bench = await startMoves();
  expect((await bench.move("T/g/z1/a1", "T/hall/z")).json()).toEqual({ version: 2 });
  expect((await bench.move("T/f1", "T/annex")).json()).toEqual({ version: 2 });
  expect(await bench.ancestors("T/g/z1/a1", "T/f1", "T/f1/z1", "T/f1/z1/a1")).toEqual([
    "T/f1 T/annex T/f1 ",
    "T/f1/z1 T/annex T/f1 T/f1/z1",
    "T/g/z1/a1 T/annex T/hall T/hall/z",
    "T/f1/z1/a1 T/annex T/f1 T/f1/z1",
  ]);
});

test("an outline and positions belong to the plan of their floor, and are restored when the place is moved back", async () => {
  await using bench = await startMoves();
  const { idOf } = bench;
  const shown = async (key: string) => {
    const { zones, devices } = await bench.plan(key);
    const zone = zones.find(({ id }) => id === idOf("T/g/z1"));
    return [zone?.outline?.length, devices.find(({ ssid }) => ssid === "T-S1")?.position];
  };
  const before = await shown("T/g");
  expect(before).toEqual([4, [100, 200]]);
  expect(await bench.preview("T/g/z1", "T/f1")).toMatchObject({ onPlan: 4 });
  await bench.app.query(`update locations set name = 'Zone 9' where key = 'T/g/z1'`);
  expect((await bench.move("T/g/z1", "T/f1")).statusCode).toBe(200);
  expect(await shown("T/f1")).toEqual([undefined, null]);
  const range = "from=2026-01-05T08:00:00Z&to=2026-01-05T09:00:00Z";
  const seats = (
    await bench.admin.get(`/v1/gl_zone_booking/${idOf("T/f1")}/seat/searchBookable?${range}`)
  ).json();
  expect(seats).toMatchObject([{ coordinates: null }, { coordinates: null }]);
  // Drawn on the new floor's plan at the same coordinates as in the site file of the old one.
  const { version } = await bench.plan("T/f1");
  const outline = [
    [20, 20],
    [120, 20],
    [120, 120],
    [20, 120],
  ];
  const device = (await bench.plan("T/f1")).devices.find(({ ssid }) => ssid === "T-S1");
  const saved = await bench.admin.post(`/v1/floor_plans/${idOf("T/f1")}/edit`, {
    version,
    zones: [{ id: idOf("T/g/z1"), outline }],
    devices: [{ id: device?.id, position: [100, 200] }],
  });
  expect(saved.statusCode).toBe(200);
  expect(await shown("T/f1")).toEqual(before);
  await bench.move("T/g/z1", "T/g", 2);
  expect(await shown("T/g")).toEqual(before);
});

test("an import leaves a moved place where it is, and adds new places below it there", async () => {
  await using bench = await startMoves();
  await bench.move("T/g/z1", "T/hall");
  const site = aSiteToMoveIn();
  site.buildings[0]?.floors[0]?.zones[0]?.areas.push({ key: "T/g/z1/a2", name: "Area 2" });
  await bench.importAgain(site);
  expect(await bench.ancestors("T/g/z1", "T/g/z1/a1", "T/g/z1/a2")).toEqual([
    "T/g/z1 T/annex T/hall T/g/z1",
    "T/g/z1/a1 T/annex T/hall T/g/z1",
    "T/g/z1/a2 T/annex T/hall T/g/z1",
  ]);
  expect((await bench.plan("T/hall")).zones).toMatchObject([
    { name: "Stage" },
    { name: "Zone 1", outline: null },
  ]);
});

test("lists all that moves, and the limits that change", async () => {
  await using bench = await startMoves();
  const { app, idOf, admin } = bench;
  const member = await app.as("member");
  const book = { spaces: [idOf("T/s1")], from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" };
  await member.post("/v1/gl_zone_booking/booking", book);
  await bench.operator.post("/v1/waitlist", { ...book, space: idOf("T/s1") });
  await admin.post(`/v1/gl_zone/${idOf("T/hall")}/configuration`, { lux: { min: 200, max: 900 } });
  await admin.post("/v1/campuses/tree/edit", {
    kind: "place",
    id: idOf("T/annex"),
    version: 1,
    activated: false,
  });
  await raiseFireAlarm(app);
  expect(await bench.preview("T/g/z1", "T/hall")).toEqual({
    obstacles: [],
    devices: 4,
    alarms: 0,
    bookings: 1,
    waiting: 1,
    schedules: [],
    limits: ["lux"],
    onPlan: 4,
    fed: [],
    building: "Annex",
    isActive: false,
  });
  expect(await bench.preview("T/g", "T/annex")).toMatchObject({ alarms: 1, onPlan: 0, limits: [], fed: [] });
});

test("people whose seat gets another floor get one mail with its new place", async () => {
  await using bench = await startMoves();
  const member = await bench.app.as("member");
  const from = "2026-01-05T08:00:00Z";
  await member.post("/v1/gl_zone_booking/booking", {
    spaces: [bench.idOf("T/s1")],
    from,
    to: "2026-01-05T09:00:00Z",
  });
  await bench.app.query("delete from mail_outbox");
  await bench.move("T/g/z1", "T/hall");
  const { rows } = await bench.app.query("select recipient, subject, body from mail_outbox");
  expect(rows).toMatchObject([{ recipient: "member@test.example" }]);
  expect(rows[0]?.["subject"]).toContain("Booking changed: Seat 1");
  expect(rows[0]?.["body"]).toContain("Seat 1, Zone 1, Hall");
});

test("a place that is added while its parent moves is on the new floor", async () => {
  await using bench = await startMoves();
  const zone = bench.idOf("T/g/z1");
  const replies = await Promise.all([
    bench.move("T/g/z1", "T/hall"),
    bench.admin.post("/v1/campuses/tree/add", { parent: zone, type: "area", title: "New" }),
    bench.move("T/g/z1", "T/f1"),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).filter((code) => code === 200)).toHaveLength(2);
  const { rows } = await bench.app.query(
    `select a.floor_id = z.floor_id and a.building_id = z.building_id as is_same from locations a join locations z on z.id = a.parent_id
     where a.name = 'New'`,
  );
  expect(rows).toEqual([{ is_same: true }]);
});

test("refuses wrong parents, old versions, places of another campus and other roles", async () => {
  await using bench = await startMoves();
  const status = async (...change: Parameters<typeof bench.move>) => (await bench.move(...change)).statusCode;
  for (const [key, parent] of [
    ["T/g/z1", "T/g"],
    ["T/g/z1", "T/tower"],
    ["T/g/z1", "T/g/z2"],
    ["T/g/z1", "T/deck"],
    ["T/g/z1/a1", "T/deck/z"],
    ["T/g/z1/a1", "T/f1"],
    ["T/g", "T/f1"],
    ["T/tower", "T/annex"],
    ["T/tower", "T"],
    ["T", "T/annex"],
  ] as const) {
    expect([key, parent, await status(key, parent)]).toEqual([key, parent, 400]);
    expect(
      (await bench.admin.get(`${moveUrl}?id=${bench.idOf(key)}&parent=${bench.idOf(parent)}`)).statusCode,
    ).toBe(400);
  }
  expect(await status("T/g/z1", "O/f1")).toBe(404);
  expect(await status("O/g/z1", "T/f1")).toBe(404);
  expect((await bench.admin.post(moveUrl, { id: "x", parent: null })).json().fields).toMatchObject({
    id: expect.any(String),
    parent: expect.any(String),
    version: expect.any(String),
  });
  expect((await bench.move("T/g/z1", "T/f1")).json()).toMatchObject({ code: "place-name-taken" });
  expect(await bench.preview("T/g/z1", "T/f1")).toMatchObject({
    obstacles: [{ kind: "name", names: ["Zone 1"] }],
  });
  expect((await bench.move("T/g/z1", "T/hall")).statusCode).toBe(200);
  expect((await bench.move("T/g/z1", "T/hall")).json()).toMatchObject({
    status: 409,
    code: "place-changed",
    fields: { by: "administrator" },
  });
  for (const role of ["operator", "viewer", "member", "pumpCustomer"] as const)
    expect(await status("T/g/z2", "T/hall", 1, await bench.app.as(role))).toBe(403);
});

test("people whose seat moves get a mail, and a seat does not move to a parking deck, but a room", async () => {
  await using bench = await startBookingBench();
  const admin = await bench.app.as("administrator");
  await bench.book({ spaces: [bench.seatId(1)] });
  // Bookings that are over, and those of other seats, do not change.
  const over = { from: "2026-01-05T06:15:00Z", to: "2026-01-05T06:45:00Z" };
  await bench.book({ ...over, spaces: [bench.seatId(1)] }, bench.operator);
  await bench.book({ spaces: [bench.seatId(2)] }, admin);
  bench.app.advance(60 * 60_000);
  await bench.app.query("delete from mail_outbox");
  const move = (version: number, key: string, id = bench.seatId(1)) =>
    admin.post("/v1/campuses/tree/edit", { kind: "space", id, version, parent: bench.idOf(key) });
  expect((await move(1, "T/g/z1")).statusCode).toBe(200);
  expect((await move(2, "T/f1/z1")).statusCode).toBe(200);
  const { rows } = await bench.app.query("select subject from mail_outbox");
  expect(rows).toEqual([{ subject: expect.stringContaining("Booking changed: Seat 1") }]);
  await bench.app.query("update locations set floor_type = 'parking' where key = 'T/g'");
  const refused = { fields: { parent: "Choose a place" } };
  expect((await move(3, "T/g/z1")).json()).toMatchObject(refused);
  const add = { parent: bench.idOf("T/g/z1"), type: "seat", title: "Seat 9" };
  expect((await admin.post("/v1/campuses/tree/add", add)).json()).toMatchObject(refused);
  for (const [at, key] of ["T/f1/z1", "T/g/z1"].entries())
    expect((await move(at + 1, key, bench.idOf("T/room"))).statusCode).toBe(200);
});
