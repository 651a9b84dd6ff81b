import type { Utilisation } from "@verandah/contract/bookings/utilisation.ts";
import type { Schedule } from "@verandah/contract/schedules/schedules.ts";
import type { SiteDescription } from "@verandah/field/site.ts";
import { expect, test } from "vitest";

import { endBookings } from "#features/bookings/booking-changes.service.ts";

import { addFans, ELEVEN, startPreparedRoom, TEN } from "../../testing/benches/prepared-room-bench.ts";

test("the air runs half an hour before a booked room is used, the light at its start, and both end with it", async () => {
  await using bench = await startPreparedRoom();
  await bench.prepare();
  await bench.prepare();
  expect(await bench.schedules()).toEqual([
    [true, 0, "10:00", "11:00"],
    [true, 1, "09:30", "11:00"],
  ]);
  const { schedules } = (await bench.operator.get("/v1/schedules/fetch")).json<{ schedules: Schedule[] }>();
  expect(schedules.map(({ preparedRoom }) => preparedRoom)).toEqual(["Room 1", "Room 1"]);
  const planned = (await bench.list()).map((one) => `${one.type} ${one.action} ${one.preparedRoom}`);
  expect(planned.toSorted()).toEqual(["0 end Room 1", "0 on Room 1", "1 end Room 1", "1 on Room 1"]);
  await bench.goTo("2026-01-05T09:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  await bench.goTo(TEN);
  const lit = await bench.follow();
  expect(lit.length).toBeGreaterThan(0);
  expect(lit.every((command) => command.endsWith("=100"))).toBe(true);
  const { rows } = await bench.app.query("select distinct origin_name as name from command_batches");
  expect(rows).toEqual([{ name: `B-${bench.booking.reference}` }]);
  await bench.goTo(ELEVEN);
  const back = await bench.follow();
  expect(back).toHaveLength(lit.length + 1);
  expect(back.every((command) => command.endsWith("=null"))).toBe(true);
});

test("air and lights stay on when a person on the waitlist takes over a released room", async () => {
  await using bench = await startPreparedRoom();
  const { room, app } = bench;
  const wait = { space: room, from: TEN, to: ELEVEN };
  expect((await (await app.as("member")).post("/v1/waitlist", wait)).statusCode).toBe(200);
  await bench.prepare();
  await bench.goTo("2026-01-05T09:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  await bench.goTo(TEN);
  expect(await bench.follow()).not.toEqual([]);
  await bench.goTo("2026-01-05T10:15:00Z");
  await endBookings(app.ctx);
  await bench.prepare();
  expect(await bench.schedules()).toEqual([
    [false, 0, "10:15", "11:00"],
    [false, 1, "09:45", "11:00"],
  ]);
  expect(await bench.follow()).toEqual([]);
});

test("a room that is deactivated is not prepared", async () => {
  await using bench = await startPreparedRoom();
  await bench.prepare();
  expect(await bench.schedules()).not.toEqual([]);
  await bench.app.query("update spaces set is_active = false where kind = 'room'");
  await bench.prepare();
  expect(await bench.schedules()).toEqual([]);
});

test("a cancelled booking is not prepared, and a moved one at its new time", async () => {
  await using bench = await startPreparedRoom();
  await bench.prepare();
  expect(
    (
      await bench.change("update_booking", {
        from: "2026-01-05T12:00:00Z",
        to: "2026-01-05T13:00:00Z",
        space: bench.other,
      })
    ).statusCode,
  ).toBe(200);
  await bench.prepare();
  expect(await bench.schedules()).toEqual([
    [true, 0, "12:00", "13:00"],
    [true, 1, "11:30", "13:00"],
  ]);
  await bench.change("cancel_booking");
  await bench.prepare();
  expect(await bench.schedules()).toEqual([]);
});

const floor = (key: string, name: string) => ({
  key: `T/${key}`,
  name,
  floorType: "wlms" as const,
  zones: [{ key: `T/${key}/z`, name: `${name} zone`, areas: [] }],
});

/** Adds the building "Annex" with a unit on the floor "Hall" and none on the floor "Store". */
function addAnnex(site: SiteDescription) {
  addFans(site);
  const { buildings, devices } = site;
  buildings.push({ key: "T/annex", name: "Annex", floors: [floor("hall", "Hall"), floor("store", "Store")] });
  const unit = devices.find(({ ssid }) => ssid === "T-AHU");
  if (unit) devices.push({ ...unit, ssid: "T-AHU3", name: "Unit T-AHU3", location: "T/hall" });
}

/** The prepared room of `startPreparedRoom`, whose booking moves to a room of another zone while the unit runs. */
async function moveTo(zone: string) {
  const bench = await startPreparedRoom(addAnnex);
  await bench.prepare();
  await bench.goTo("2026-01-05T09:40:00Z");
  await bench.follow();
  const { rows } = await bench.app.query(
    `insert into spaces (campus_id, zone_id, key, kind, name, seats)
     select campus_id, id, 'moved', 'room', 'Room 3', 4 from locations where key = '${zone}' returning id`,
  );
  const moved = { from: TEN, to: ELEVEN, space: Number(rows[0]?.["id"]) };
  expect((await bench.change("update_booking", moved)).statusCode).toBe(200);
  await bench.prepare();
  return bench;
}

test.each([
  ["another building", "T/hall/z", ["Annex 1 T/hall/z"], ["T-AHU=null"]],
  ["another building without a unit", "T/store/z", [], ["T-AHU=null"]],
  ["a zone without lights", "T/g/z2", ["Tower 1 T/g/z2"], []],
])("a booking that moves to %s is prepared only there", async (_what, zone, prepared, followed) => {
  await using bench = await moveTo(zone);
  const { rows } = await bench.app.query(
    `select b.name || ' ' || s.type || ' ' || z.key as prepared from schedules s join locations b on b.id = s.building_id
     join locations z on z.id = s.zone_ids[1] where s.deleted_at is null order by s.type`,
  );
  expect(rows.map((row) => row["prepared"])).toEqual(prepared);
  expect(await bench.follow()).toEqual(followed);
  // The end of each schedule that is left in the previous building.
  const planned = (await bench.list()).filter(({ state }) => state === "planned");
  expect(planned).toHaveLength(prepared.filter((one) => one.startsWith("Tower")).length);
});

test("a release sets back only the room to which the booking moved", async () => {
  await using bench = await moveTo("T/hall/z");
  await bench.goTo("2026-01-05T10:15:00Z");
  await endBookings(bench.app.ctx);
  await bench.prepare();
  await bench.goTo(ELEVEN);
  await bench.sendFan("T-AHU3", "2026-01-05T10:15:00Z");
  const { rows } = await bench.app.query("select id from locations where key = 'T/hall'");
  const days = "from=2026-01-05&to=2026-01-05";
  const report = await bench.operator.get(`/v1/bookings/${Number(rows[0]?.["id"])}/room/utilisation?${days}`);
  expect(report.json<Utilisation[]>()).toMatchObject([{ released: 1, savedHours: 0.8 }]);
});

test("a booking with a later or earlier start is prepared for it", async () => {
  await using bench = await startPreparedRoom();
  await bench.prepare();
  await bench.change("update_booking", { from: "2026-01-05T10:15:00Z", to: ELEVEN });
  await bench.prepare();
  expect((await bench.schedules())[1]).toEqual([true, 1, "09:45", "11:00"]);
  await bench.change("update_booking", { from: "2026-01-05T09:45:00Z", to: ELEVEN });
  await bench.prepare();
  expect((await bench.schedules())[1]).toEqual([true, 1, "09:15", "11:00"]);
});

test("several servers prepare a room once", async () => {
  await using bench = await startPreparedRoom();
  await Promise.all([1, 2, 3, 4].map(bench.prepare));
  expect(await bench.schedules()).toHaveLength(2);
  await bench.goTo("2026-01-05T09:30:00Z");
  await Promise.all([bench.run(), bench.run(), bench.run()]);
  await bench.verifyAll();
  expect(bench.newCommands()).toEqual(["T-AHU=10"]);
});

test("a person's schedule has precedence over the preparation, and people do not change the preparation itself", async () => {
  await using bench = await startPreparedRoom();
  await bench.create(
    bench.data({ title: "Repair", action: 0, start: "2026-01-05T09:00:00Z", end: "2026-01-05T12:00:00Z" }),
  );
  await bench.prepare();
  await bench.goTo("2026-01-05T09:00:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=0"]);
  await bench.goTo("2026-01-05T09:30:00Z");
  expect(await bench.follow()).toEqual([]);
  const { schedules } = (await bench.operator.get("/v1/schedules/fetch")).json<{ schedules: Schedule[] }>();
  const own = schedules.find(({ title }) => title.startsWith("B-"));
  const deleted = await bench.operator.post(`/v1/schedules/${own?.id}`, { data: {} });
  expect(deleted.json()).toMatchObject({ code: "schedule-of-booking" });
});
