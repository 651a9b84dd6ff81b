import { expect, test } from "vitest";

import { aDevice, anEdge } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { upsertDevices, upsertEdges } from "./devices-import.repository.ts";

test("ten thousand devices are imported at once", async () => {
  await using app = await startTestApp();
  const { rows } = await app.query(
    "select campus_id as campus, edge_id as edge, location_id as location from devices limit 1",
  );
  const { campus, edge, location } = rows[0] ?? {};
  const devices = Array.from({ length: 10_000 }, (_, at) => ({
    description: aDevice("SOLARPUMP", `P-${at}`, [], { location: "T/g", edge: "T-GW" }),
    edgeId: Number(edge),
    locationId: Number(location),
  }));
  const ids = await upsertDevices(app.db, Number(campus), devices);
  expect(new Set(ids.values()).size).toBe(10_000);
});

test("twenty thousand edges are imported at once", async () => {
  await using app = await startTestApp();
  const [campus] = (await app.query("select id from campuses limit 1")).rows;
  const edges = Array.from({ length: 20_000 }, (_, at) => anEdge(`E-${at}`));
  const ids = await upsertEdges(app.db, Number(campus?.["id"]), edges, true);
  expect(edges.filter(({ ssid }) => !ids.has(ssid))).toEqual([]);
});
