import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";

test("seats and rooms are placed on the plan, where they are then booked, and go back with the plan", async () => {
  await using bench = await startBookingBench();
  const admin = await bench.app.as("administrator");
  const url = `/v1/floor_plans/${bench.idOf("T/g")}`;
  const room = bench.idOf("T/room");
  const spaces = [
    { id: bench.seatId(1), position: [11, 22] },
    { id: room, position: null },
  ];
  const saved = await admin.post(`${url}/edit`, { version: 0, spaces });
  expect(saved.json<FloorPlan>().spaces.slice(0, 2)).toMatchObject([
    { name: "Seat 1", position: [11, 22] },
    { name: "Seat 2", position: null },
  ]);
  expect((await bench.search("seat"))[0]).toMatchObject({ coordinates: [11, 22] });
  expect((await bench.search("room"))[0]).toMatchObject({ coordinates: null });
  await admin.post(`${url}/reset`, { version: 1 });
  expect((await bench.search("seat"))[0]).toMatchObject({ coordinates: null });
  expect((await bench.search("room"))[0]).toMatchObject({ coordinates: [10, 20] });
});

test("a placed seat is on the plan of its own floor only, and has its position again after it is moved back", async () => {
  await using bench = await startBookingBench();
  const admin = await bench.app.as("administrator");
  const seat = bench.seatId(1);
  await admin.post(`/v1/floor_plans/${bench.idOf("T/g")}/edit`, {
    version: 0,
    spaces: [{ id: seat, position: [11, 22] }],
  });
  const shown = async (version: number, zone: string) => {
    await admin.post("/v1/campuses/tree/edit", {
      kind: "space",
      id: seat,
      version,
      parent: bench.idOf(zone),
    });
    return (await bench.search("seat")).find(({ id }) => id === seat)?.coordinates;
  };
  expect([await shown(1, "T/f1/z1"), await shown(2, "T/g/z1")]).toEqual([null, [11, 22]]);
});

test("a room that is put back to its place in the site file follows the file, and the audit has its name", async () => {
  await using bench = await startBookingBench();
  const admin = await bench.app.as("administrator");
  const place = (version: number, position: number[]) =>
    admin.post(`/v1/floor_plans/${bench.idOf("T/g")}/edit`, {
      version,
      spaces: [{ id: bench.idOf("T/room"), position }],
    });
  await place(0, [1, 2]);
  await place(1, [10, 20]);
  expect((await bench.search("room"))[0]).toMatchObject({ coordinates: [10, 20] });
  await bench.app.query("update spaces set position_x = 30 where key = 'T/room'");
  expect((await bench.search("room"))[0]).toMatchObject({ coordinates: [30, 20] });
  const { rows } = await bench.app.query(
    "select before, after from audit where action like '%floor-plan' order by id",
  );
  expect(rows[0]).toMatchObject({
    before: { spaces: [{ name: "Room 1", position: [10, 20] }] },
    after: { spaces: [{ name: "Room 1", position: [1, 2] }] },
  });
});

test("refuses a seat of another floor, or twice, and shows members none", async () => {
  await using bench = await startBookingBench();
  const admin = await bench.app.as("administrator");
  const seat = { id: bench.seatId(1), position: [11, 22] };
  const save = async (floor: string, spaces: object[]) =>
    (await admin.post(`/v1/floor_plans/${bench.idOf(floor)}/edit`, { version: 0, spaces })).json<object>();
  expect(await save("T/f1", [seat])).toMatchObject({ fields: { "spaces.0.id": expect.any(String) } });
  expect(await save("T/g", [seat, seat])).toMatchObject({ fields: { "spaces.1.id": expect.any(String) } });
  const plan = await bench.member.get(`/v1/floor_plans/${bench.idOf("T/g")}`);
  expect(plan.json<FloorPlan>().spaces).toEqual([]);
});
