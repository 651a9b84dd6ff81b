import { environment } from "@verandah/equipment/types/environment.ts";

import { equipmentOf, POINT_INTERVAL_MS } from "../campus/points.ts";
import { floorsOf, sensorsOf, upsOfFloor } from "../campus/shapes.ts";
import { measureSensor } from "../physics/measured.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

export const environmentKind: DeviceKind = {
  ...equipmentOf(environment),
  hasFineHistory: true,
  devicesOf: (campus) =>
    floorsOf(campus).flatMap((floor) =>
      floor.zones.flatMap((zone) =>
        zone.sensors.map((sensor) => ({
          ...sensor,
          location: zone.key,
          edge: sensor.ssid,
          poweredBy: upsOfFloor(campus, floor.key),
          wire: { protocol: "mqtt" as const, intervalMs: POINT_INTERVAL_MS },
          measure: ({ physics, world }: Moment) => measureSensor(physics, world, zone, sensor),
        })),
      ),
    ),
  edgesOf: (campus) => sensorsOf(campus).map(({ ssid, name }) => ({ ssid, name, kind: "device" })),
};
