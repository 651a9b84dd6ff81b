import type { DeviceEntry, getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import { aDevice } from "./plan-builders.ts";

export function aReading(change: Partial<ParameterReading> & { param_id: string }): ParameterReading {
  return {
    param_value: 0,
    measured_time: new Date().toISOString(),
    unit: "none",
    quality: "good",
    ...change,
  };
}

/** A unit that runs, all of its values fresh; `values` by point. */
export function anAhu(values: Record<string, number | null> = {}): ParameterReading[] {
  const reading = (param_id: string, value: number, unit: string) =>
    aReading({ param_id, param_value: values[param_id] === undefined ? value : values[param_id], unit });
  return [
    reading("Supply Fan Status", 1, "none"),
    reading("VFD Speed", 60, "percent"),
    reading("VFD Bypass Status", 0.2, "volt"),
    reading("Chilled Water Valve Feedback", 45, "percent"),
    reading("Return Air Temperature", 24.5, "degC"),
    reading("Supply Air Temperature", 20, "degC"),
    reading("CO2", 640, "ppm"),
    reading("Filter Pressure", 90, "pascal"),
    reading("Filter Status", 0, "none"),
    reading("Fresh Air Damper", 20, "percent"),
    reading("Return Air Damper", 80, "percent"),
    reading("Fire Alarm", 0, "none"),
    reading("ahu_in_air_temperature_sp", 24, "degC"),
    reading("ahu_suply_air_temperature_sp", 18, "degC"),
    reading("ahu_chilled_valve_sp", 45.5, "percent"),
    reading("ahu_on_off_sp", 10, "none"),
  ];
}

/** An air handling unit on the floor of `aFloor`. */
export function anAhuDevice(change: Partial<DeviceEntry> = {}): DeviceEntry {
  return aDevice({ id: 31, coordinates: null, lastSeenAt: null, ...change });
}

/** A device without points; `change` adds what a test needs. */
export function deviceDetails(change: Partial<ReplyOf<typeof getDevice>> = {}): ReplyOf<typeof getDevice> {
  return {
    ssid: "AHU-1-1",
    name: "AHU 1-1",
    type: "AHU",
    state: "online",
    stateSince: null,
    offlineReason: null,
    floorId: 11,
    path: [],
    edge: { ssid: "GW-1", name: "Gateway Tower A", kind: "gateway", state: "online" },
    fedBy: null,
    feeds: [],
    beside: [],
    points: [],
    ...change,
  };
}
