import { ahuObjects } from "../devices/bacnet/ahu-objects.ts";
import { type BacnetUnit, type BacnetUnitOptions, startBacnetUnit } from "../devices/bacnet/bacnet-unit.ts";
import type { Values } from "../physics/measured.ts";

export interface TestUnit {
  device: BacnetUnit;
  /** Measurements of the unit; written by tests. */
  measured: Values;
}

/** An air handling unit on loopback, on a free port, with the measurements of a test. */
export async function startTestUnit(options: Partial<BacnetUnitOptions> = {}): Promise<TestUnit> {
  const measured: Values = {
    "Return Air Temperature": 24.5,
    "Supply Air Temperature": 18,
    "Supply Fan Status": 1,
    ahu_in_air_temperature_sp: 24,
    ahu_suply_air_temperature_sp: 18,
    ahu_chilled_valve_sp: 40,
    ahu_on_off_sp: 10,
  };
  const device = await startBacnetUnit({
    instance: 1_001,
    name: "AHU F0.1",
    model: "AHU controller",
    objects: ahuObjects,
    host: "127.0.0.1",
    preferredPort: 0,
    measure: () => measured,
    ...options,
  });
  return { device, measured };
}
