import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/booking-bench.ts";

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
