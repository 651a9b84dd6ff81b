import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";
import { expect, test } from "vitest";

import { runDueOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { soon, startMoves } from "../../testing/benches/place-move-bench.ts";

async function start() {
  const bench = await startMoves();
  const { rows } = await bench.app.query("select id, ssid from devices");
  return {
    ...bench,
    moveDevice: (ssid: string, key: string, version = 1) =>
      bench.admin.post("/v1/campuses/tree/edit", {
        kind: "device",
        id: Number(rows.find((row) => row["ssid"] === ssid)?.["id"]),
        version,
        parent: bench.idOf(key),
      }),
  };
}

test("a light follows the schedule of the zone that it moves to, at once", async () => {
  await using bench = await start();
  const field = await bringUp(bench.app);
  await bench.schedule("Dimmed", ["T/g/z2"], { action: 2, intensity: 40 });
  bench.app.advance(Date.parse(soon.start) + 60_000 - bench.app.now().getTime());
  await bench.app.measure("T-GW", "50d001", { light_level: 0 });
  await field.refresh();
  await runDueOccurrences(bench.app.ctx);
  await field.verifyAll();
  const count = field.sent.length;
  expect((await bench.moveDevice("50d001", "T/g/z2")).statusCode).toBe(200);
  await runDueOccurrences(bench.app.ctx);
  await field.dispatch();
  expect(field.sent.slice(count).map(({ device, value }) => `${device}=${value}`)).toEqual(["50d001=40"]);
});

test("a light with a scene stays in its zone, and may be in another area of it", async () => {
  await using bench = await start();
  const members = [{ ssid: "50d001", suffix: "", to: 40 }];
  await bench.operator.post("/v1/light_scenes", { zone: bench.idOf("T/g/z1"), name: "Talk", members });
  expect((await bench.moveDevice("50d001", "T/g/z2")).json()).toMatchObject({
    status: 409,
    code: "place-cannot-move",
    fields: { scenes: "Talk" },
  });
  expect((await bench.moveDevice("50d001", "T/g/z1")).statusCode).toBe(200);
});

test("an air handling unit that moves to a building without schedules is released", async () => {
  await using bench = await start();
  const field = await bringUp(bench.app);
  await bench.operator.post(`/v1/hvac_recuuring_schedule/${bench.idOf("T/tower")}/updateschedule`, {
    timeData: [{ ON: "07:00", OFF: "20:00" }],
    weekData: [1, 2, 3, 4, 5],
  });
  await runDueOccurrences(bench.app.ctx);
  await field.verifyAll();
  expect((await bench.moveDevice("T-AHU", "T")).json()).toMatchObject({
    fields: { parent: "Choose another place" },
  });
  expect((await bench.moveDevice("T-AHU", "T/hall")).statusCode).toBe(200);
  await runDueOccurrences(bench.app.ctx);
  await field.dispatch();
  expect(field.sent.map(({ device, value }) => [device, value])).toEqual([
    ["T-AHU", ahuSwitch.on],
    ["T-AHU", null],
  ]);
});

test("an air handling unit stays in the building of the boxes that it feeds", async () => {
  await using bench = await start();
  await bench.app.query(
    "update devices set fed_by = (select id from devices where ssid = 'T-AHU') where ssid = 'T-S1'",
  );
  const refused = { status: 409, code: "place-cannot-move" };
  expect((await bench.moveDevice("T-AHU", "T/hall")).json()).toMatchObject({
    ...refused,
    fields: { feeders: expect.any(String) },
  });
  expect((await bench.moveDevice("T-S1", "T/hall")).json()).toMatchObject({
    ...refused,
    fields: { feeders: "Unit T-AHU" },
  });
  expect((await bench.moveDevice("T-AHU", "T/f1")).statusCode).toBe(200);
});
