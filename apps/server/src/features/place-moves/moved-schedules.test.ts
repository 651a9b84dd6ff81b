import { expect, test } from "vitest";

import { runDueOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { aSiteToMoveIn, soon, startMoves } from "../../testing/benches/place-move-bench.ts";

test("schedules of only the zone go with it, and one that names another zone prevents the move", async () => {
  await using bench = await startMoves();
  const { idOf } = bench;
  await bench.schedule("Early", ["T/g/z1"]);
  const { id } = (await bench.schedule("Shared", ["T/g/z1", "T/g/z2"])).json<{ id: number }>();
  expect(await bench.preview("T/g/z1", "T/hall")).toMatchObject({
    obstacles: [{ kind: "schedules", names: ["Shared"] }],
    schedules: ["Early"],
    building: "Annex",
  });
  expect((await bench.move("T/g/z1", "T/hall")).json()).toMatchObject({
    status: 409,
    code: "place-cannot-move",
    fields: { schedules: "Shared" },
  });
  expect(await bench.ancestors("T/g/z1")).toEqual(["T/g/z1 T/tower T/g T/g/z1"]);
  await bench.operator.post(`/v1/schedules/${id}`, {});
  expect((await bench.move("T/g/z1", "T/hall")).statusCode).toBe(200);
  const listed = async (key: string) =>
    (await bench.operator.get(`/v1/schedules/fetch?building=${idOf(key)}`)).json<{
      schedules: { title: string; floor: { name: string } }[];
    }>().schedules;
  expect(await listed("T/tower")).toEqual([]);
  expect(await listed("T/annex")).toMatchObject([{ title: "Early", floor: { name: "Hall" } }]);
  const { rows } = await bench.app.query(
    "select l.key, action, state from occurrences o join locations l on l.id = o.building_id order by at",
  );
  expect(rows).toEqual([
    { key: "T/annex", action: "on", state: "planned" },
    { key: "T/annex", action: "end", state: "planned" },
  ]);
});

test("a schedule whose title the new building has prevents the move", async () => {
  await using bench = await startMoves();
  await bench.schedule("Morning", ["T/g/z1"]);
  const floor = { id: bench.idOf("T/hall"), name: "Hall" };
  await bench.schedule("MORNING", ["T/hall/z"], { floor });
  expect((await bench.move("T/g/z1", "T/hall")).json()).toMatchObject({ fields: { titles: "Morning" } });
});

test("lights follow the schedule of the zone that their area moves to, at once", async () => {
  await using bench = await startMoves();
  const field = await bringUp(bench.app);
  await bench.schedule("Dimmed", ["T/g/z2"], { action: 2, intensity: 40 });
  bench.app.advance(Date.parse(soon.start) + 60_000 - bench.app.now().getTime());
  const lights = { "50d001": "light_level", "50d002": "light_level", "50ac01": "light_level_1" };
  for (const [ssid, point] of Object.entries(lights)) await bench.app.measure("T-GW", ssid, { [point]: 0 });
  await field.refresh();
  await runDueOccurrences(bench.app.ctx);
  expect((await bench.move("T/g/z1/a1", "T/g/z2")).json()).toMatchObject({ code: "place-name-taken" });
  await bench.app.query("update locations set name = 'Area 9' where key = 'T/g/z1/a1'");
  expect((await bench.move("T/g/z1/a1", "T/g/z2")).statusCode).toBe(200);
  await runDueOccurrences(bench.app.ctx);
  await field.dispatch();
  expect(field.sent.map(({ device, value }) => `${device}=${value}`).toSorted()).toEqual([
    "50ac01=40",
    "50ac01=40",
    "50d001=40",
    "50d002=40",
  ]);
});

test("a scene with lights of the area prevents its move", async () => {
  await using bench = await startMoves();
  const members = [{ ssid: "50d001", suffix: "", to: 40 }];
  await bench.operator.post("/v1/light_scenes", { zone: bench.idOf("T/g/z1"), name: "Talk", members });
  expect((await bench.move("T/g/z1/a1", "T/hall/z")).json()).toMatchObject({ fields: { scenes: "Talk" } });
  // The scene moves with its zone.
  expect((await bench.move("T/g/z1", "T/hall")).statusCode).toBe(200);
});

test("an air handling unit stays in the building of the boxes that it feeds, and may be on another floor", async () => {
  const site = aSiteToMoveIn();
  const vav = site.devices.find(({ ssid }) => ssid === "T-S1");
  if (vav)
    site.devices.push({
      ...vav,
      ssid: "T-BOX",
      name: "Box 1",
      type: "VAV",
      subsystem: "hvac",
      fedBy: "T-AHU",
    });
  await using bench = await startMoves(site);
  expect((await bench.move("T/g/z1", "T/hall")).json()).toMatchObject({ fields: { feeders: "Unit T-AHU" } });
  await bench.app.query(`update locations set name = 'Zone 9' where key = 'T/g/z1'`);
  expect(await bench.preview("T/g/z1", "T/f1")).toMatchObject({ fed: ["Unit T-AHU"], obstacles: [] });
  await bench.move("T/g/z1", "T/f1");
  const zones = [{ id: bench.idOf("T/g/z1"), name: "Zone 9" }];
  const data = {
    ...soon,
    title: "Early",
    floor: { id: bench.idOf("T/f1"), name: "First" },
    zones,
    action: 1,
    type: 1,
  };
  const preview = (await bench.operator.post("/v1/schedules/preview", { data })).json<{
    units: { ssid: string }[];
  }>();
  expect(preview.units.map(({ ssid }) => ssid)).toEqual(["T-AHU"]);
});
