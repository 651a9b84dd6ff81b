import { readFile } from "node:fs/promises";

import { ups } from "@verandah/equipment/types/ups.ts";
import { pointsOfType } from "@verandah/field/points.ts";
import { expect, test } from "vitest";

import { aDevice, aSite, point } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("a known UPS gets the new points and ranges of its type, and keeps a range of its own", async () => {
  const site = aSite();
  const at = { location: "T/g", edge: "T-GW" };
  site.devices.push({
    ...aDevice("UPS", "T-UPS", [], at),
    points: [
      point("ups_Status", "none"),
      point("ups_BatteryVoltage", "volt", { min: 0, max: 500 }),
      point("ups_InputVoltagePhaseB", "volt", { min: 0, max: 350 }),
      point("ups_OutputVoltagePhaseB", "volt", { min: 0, max: 240 }),
    ],
  });
  await using app = await startTestApp({ sites: [site] });
  const migrate = async (name: string) =>
    app.query(await readFile(new URL(`../../../migrations/${name}.sql`, import.meta.url), "utf8"));
  // The second run changes nothing.
  for (const name of ["0081-equipment-ranges", "0082-ups-points", "0081-equipment-ranges", "0082-ups-points"])
    await migrate(name);
  const { rows } = await app.query(
    `select param_id, min_value, max_value, unit from points p join devices d on d.id = p.device_id
     where d.ssid = 'T-UPS' and param_id <> 'ups_Status' order by param_id`,
  );
  const changed = /BatteryVoltage|InputVoltagePhaseB|LoadPhase|Overload|ReplaceBattery|Shutdown|Fault/;
  const typed = pointsOfType(ups, 10_000).filter(({ paramId }) => changed.test(paramId));
  const own = { param_id: "ups_OutputVoltagePhaseB", min_value: 0, max_value: 240, unit: "volt" };
  const expected = typed.map(({ paramId, min, max, unit }) => ({
    param_id: paramId,
    min_value: min,
    max_value: max,
    unit,
  }));
  expect(rows).toHaveLength(10);
  expect(rows).toEqual(expect.arrayContaining([...expected, own]));
});
