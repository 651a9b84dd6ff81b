import { environmentPoints, POINT_INTERVAL_MS } from "../campus/points.ts";
import { sensorsOf, zonesOf } from "../campus/shapes.ts";
import { measureSensor } from "../physics/measured.ts";
import type { DeviceKind } from "./device-kind.ts";

export const environmentKind: DeviceKind = {
  type: "ENVIRONMENT",
  subsystem: "environment",
  points: environmentPoints,
  faults: [],
  devicesOf: (campus) =>
    zonesOf(campus).flatMap((zone) =>
      zone.sensors.map((sensor) => ({
        ...sensor,
        location: zone.key,
        edge: sensor.ssid,
        wire: { protocol: "mqtt" as const, intervalMs: POINT_INTERVAL_MS },
        measure: ({ physics, world }) => measureSensor(physics, world, zone, sensor),
      })),
    ),
  edgesOf: (campus) => sensorsOf(campus).map(({ ssid, name }) => ({ ssid, name, kind: "device" })),
};
