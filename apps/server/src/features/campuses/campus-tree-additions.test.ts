import type { CampusTreeNode } from "@verandah/contract/campuses/campus-tree.ts";
import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { importSite } from "./site-import.ts";

const addUrl = "/v1/campuses/tree/add";

async function placeId(app: Awaited<ReturnType<typeof startTestApp>>, key: string): Promise<number> {
  const { rows } = await app.query(`select id from locations where key = '${key}'`);
  return Number(rows[0]?.["id"]);
}

test("an administrator adds a floor, a zone in it and a seat, which stay after an import", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const add = async (item: object) => (await user.post(addUrl, item)).json<{ id: number }>().id;
  const floor = await add({
    parent: user.session.building.id,
    type: "floor",
    title: "Deck",
    floor_type: "parking",
  });
  const zone = await add({ parent: floor, type: "zone", title: "Bays" });
  await add({ parent: zone, type: "area", title: "Row 1" });
  await add({ parent: zone, type: "room", title: "Guard", seats: 2, facilities: ["Phone", "Phone"] });
  await importSite(app.ctx, aSite(), "version-1");
  const tree = (await user.get(`/v1/campuses/${user.session.campus.id}/tree`)).json<CampusTreeNode>();
  expect(tree.children[0]?.children[2]).toMatchObject({
    title: "Deck",
    floor_type: "parking",
    children: [
      {
        title: "Bays",
        children: [
          { title: "Row 1", type: "area" },
          { title: "Guard", type: "room", seats: 2, facilities: ["Phone"] },
        ],
      },
    ],
  });
  const { rows } = await app.query(
    "select count(*)::int from locations where key not like 'T%' and building_id is not null and floor_id is not null",
  );
  expect(rows).toEqual([{ count: 3 }]);
});

test("refuses additions at wrong places, to another campus and by other roles", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  const user = await app.as("administrator");
  const floor = await placeId(app, "T/g");
  const status = async (change: object) =>
    (await user.post(addUrl, { parent: floor, type: "zone", title: "New", ...change })).statusCode;
  for (const type of ["floor", "area", "seat", "campus", "device", "lift"])
    expect(await status({ type })).toBe(400);
  for (const change of [{ title: "" }, { seats: 0 }, { floor_type: "roof" }, { parent: "x" }])
    expect(await status(change)).toBe(400);
  expect(await status({ parent: await placeId(app, "O/g") })).toBe(404);
  const operator = await app.as("operator");
  const reply = await operator.post(addUrl, { parent: floor, type: "zone", title: "New" });
  expect(reply.statusCode).toBe(403);
});

test("an administrator adds a device of a known type behind a gateway, with the points of its type", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  const user = await app.as("administrator");
  const [zone, strange] = await Promise.all([placeId(app, "T/g/z1"), placeId(app, "O/g/z1")]);
  const add = (change: object = {}, as = user) =>
    as.post("/v1/campuses/tree/device", {
      parent: zone,
      ssid: "VAV-9",
      title: "VAV 9",
      type: "VAV",
      gateway: "T-GW",
      ...change,
    });
  expect((await add({ gateway: "O-GW" })).json()).toMatchObject({ fields: { gateway: "Choose a gateway" } });
  expect((await add({ type: "NONE" })).json()).toMatchObject({ fields: { type: "Choose a type" } });
  expect((await add({ ssid: "no spaces" })).statusCode).toBe(400);
  expect((await add({ parent: strange })).statusCode).toBe(404);
  expect((await add({}, await app.as("operator"))).statusCode).toBe(403);
  for (const ssid of ["T-GW", "O-GW"])
    expect((await add({ ssid })).json()).toMatchObject({ code: "device-id-taken" });
  expect((await add()).json()).toEqual({ ssid: "VAV-9" });
  expect((await add()).json()).toMatchObject({ code: "device-id-taken" });
  const [latest] = (await user.get("/v1/telemetry/latest?devices=VAV-9")).json<DeviceReadings[]>();
  expect(latest?.values.map(({ param_id }) => param_id)).toContain("Zone Temperature");
});
