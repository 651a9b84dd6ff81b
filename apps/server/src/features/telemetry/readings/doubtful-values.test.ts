import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { listUnchanged } from "../telemetry.service.ts";

/** Many times the present duration, and half of the earlier one, when each device was compared with all points. */
const SOON_MS = 3_000;

test("finds the unchanged values of many devices soon, although the database knows no statistics of them", async () => {
  await using app = await startTestApp();
  await app.query(
    `with device as (
       insert into devices (campus_id, edge_id, location_id, ssid, name, type, subsystem)
       select campus_id, edge_id, location_id, 'many-' || n, 'Many', 'MANY', 'environment' from devices, generate_series(1, 3000) as n where ssid = 'T-S1'
       returning id
     ), point as (
       insert into points (device_id, param_id, unit, kind, interval_ms) select id, 'P' || n, 'none', 'reading', 10000 from device, generate_series(1, 10) as n
       returning id
     )
     insert into latest (point_id, at, value, quality, changed_at) select id, '2000-01-01', 1, 0, '2000-01-01' from point`,
  );
  const { rows } = await app.query("select id from devices where type = 'MANY'");
  const deviceIds = rows.map(({ id }) => Number(id));
  const startedAtMs = performance.now();
  const found = await listUnchanged(app.ctx, [{ deviceType: "MANY", paramId: "P3" }], app.now(), {
    deviceIds,
    alsoPointIds: [],
  });
  expect(found).toHaveLength(3_000);
  expect(performance.now() - startedAtMs).toBeLessThan(SOON_MS);
});
