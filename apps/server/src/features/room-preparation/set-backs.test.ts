import type { Utilisation } from "@verandah/contract/bookings/utilisation.ts";
import { expect, test } from "vitest";

import { endBookings } from "#features/bookings/booking-changes.service.ts";

import { addFans, ELEVEN, startPreparedRoom, TEN } from "../../testing/benches/prepared-room-bench.ts";
import { aDevice, point } from "../../testing/sites.ts";

test("an unused room is set back when it is released", async () => {
  await using bench = await startPreparedRoom(addFans);
  await bench.prepare();
  await bench.goTo("2026-01-05T10:15:00Z");
  await bench.follow();
  await endBookings(bench.app.ctx);
  const url = `/v1/bookings/${bench.ground.id}/room/utilisation?from=2026-01-05&to=2026-01-05`;
  // The unit still runs.
  const [before] = (await bench.operator.get(url)).json<Utilisation[]>();
  expect(before).toMatchObject({ released: 1, savedHours: 0 });
  await bench.prepare();
  const back = await bench.follow();
  expect(back).toContain("T-AHU=null");
  expect(await bench.schedules()).toEqual([]);
  await bench.goTo(ELEVEN);
  await bench.sendFan("T-AHU", "2026-01-05T10:15:00Z");
  const [report] = (await bench.operator.get(url)).json<Utilisation[]>();
  // Without a meter it is not known what that saved.
  expect(report).toMatchObject({ released: 1, savedHours: 0.7, savedKilowattHours: null });
});

test.each([
  ["0.5 hours after two releases of one room", "2026-01-05T10:30:00Z", false, [0.5, 0]],
  ["no time when the unit ran on", ELEVEN, false, [0, 0]],
  ["equal times in two released rooms", "2026-01-05T10:15:00Z", true, [0.4, 0.4]],
])("the air was set back for %s", async (_what, offFrom, hasOther, savedHours) => {
  await using bench = await startPreparedRoom(addFans);
  const also = { spaces: [bench.other], from: TEN, to: ELEVEN };
  if (hasOther) await bench.operator.post("/v1/gl_zone_booking/booking", also);
  const wait = { space: bench.room, from: TEN, to: ELEVEN };
  expect((await (await bench.app.as("member")).post("/v1/waitlist", wait)).statusCode).toBe(200);
  await bench.prepare();
  for (const release of ["2026-01-05T10:15:00Z", "2026-01-05T10:30:00Z"]) {
    await bench.goTo(release);
    await endBookings(bench.app.ctx);
    await bench.prepare();
  }
  await bench.goTo(ELEVEN);
  await bench.sendFan("T-AHU", offFrom);
  const url = `/v1/bookings/${bench.ground.id}/room/utilisation?from=2026-01-05&to=2026-01-05`;
  const report = (await bench.operator.get(url)).json<Utilisation[]>();
  expect(report[0]).toMatchObject({ released: 2 });
  expect(report.map((room) => room.savedHours)).toEqual(savedHours);
});

test("without a fan status it is not known how long the air was set back", async () => {
  await using bench = await startPreparedRoom();
  await bench.prepare();
  await bench.goTo("2026-01-05T10:15:00Z");
  await endBookings(bench.app.ctx);
  await bench.prepare();
  await bench.goTo(ELEVEN);
  const url = `/v1/bookings/${bench.ground.id}/room/utilisation?from=2026-01-05&to=2026-01-05`;
  const [report] = (await bench.operator.get(url)).json<Utilisation[]>();
  expect(report).toMatchObject({ released: 1, savedHours: null, savedKilowattHours: null });
});

test("what a release saved is the power at the meter of the unit, not at another meter of the floor", async () => {
  await using bench = await startPreparedRoom(({ devices }) => {
    const at = { location: "T/g", edge: "T-GW" };
    devices.unshift(
      ...["T-LIGHT", "T-AIR"].map((id) => aDevice("ENERGYMETER", id, ["activePowerTotal"], at)),
    );
    const unit = devices.find(({ ssid }) => ssid === "T-AHU");
    unit?.points.push(point("Supply Fan Status", "none"));
    if (unit) unit.fedBy = "T-AIR";
  });
  const send = (
    device: string,
    name: string,
    running: number,
    stopped: number,
    [from, to]: [string, string],
  ) => {
    const values: [number, number][] = [];
    for (let ms = Date.parse(from); ms < Date.parse(to); ms += 900_000)
      values.push([ms, new Date(ms).getUTCHours() < 10 ? running : stopped]);
    return bench.app.send("T-GW", [{ device, point: name, values }]);
  };
  const past: [string, string] = ["2026-01-02T08:00:00Z", "2026-01-05T06:00:00Z"];
  await send("T-AHU", "Supply Fan Status", 1, 0, past);
  await send("T-AIR", "activePowerTotal", 5_200, 200, past);
  await send("T-LIGHT", "activePowerTotal", 9_000, 1_000, past);
  await bench.prepare();
  await bench.goTo("2026-01-05T10:15:00Z");
  await endBookings(bench.app.ctx);
  await bench.prepare();
  await bench.goTo(ELEVEN);
  await send("T-AHU", "Supply Fan Status", 1, 0, ["2026-01-05T09:30:00Z", ELEVEN]);
  const url = `/v1/bookings/${bench.ground.id}/room/utilisation?from=2026-01-05&to=2026-01-05`;
  // Three quarters of an hour at 5 kW.
  expect((await bench.operator.get(url)).json<Utilisation[]>()[0]).toMatchObject({ savedKilowattHours: 3.8 });
});
