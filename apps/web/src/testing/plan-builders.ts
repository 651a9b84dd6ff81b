import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { FloorPlan, HeatMap, PlanPoint } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { ChartPoint } from "@verandah/contract/hvac/hvac-comparison.ts";

/** Corners of a rectangle. */
export function rectangle(left: number, top: number, width = 160, height = 180): PlanPoint[] {
  return [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ];
}

/** An online device of floor 11 without alarms. */
export function aDevice(change: Partial<DeviceEntry> = {}): DeviceEntry {
  return {
    id: 501,
    ssid: "AHU-1-1",
    name: "AHU 1-1",
    type: "AHU",
    activated: true,
    version: 1,
    locationId: 1,
    floorId: 11,
    zoneId: null,
    fedBy: null,
    coordinates: [210, 200],
    state: "online",
    offlineReason: null,
    lastSeenAt: new Date().toISOString(),
    hasStale: false,
    alerts_cri: 0,
    alerts_solu: 0,
    ...change,
  };
}

/** Floor 11, "First", with two zones and a unit. */
export function aFloorPlan(change: Partial<FloorPlan> = {}): FloorPlan {
  return {
    id: 11,
    name: "First",
    floor_type: "wlms",
    version: 0,
    drawing: null,
    zones: [
      { id: 101, name: "Zone 1", outline: rectangle(20, 20) },
      { id: 102, name: "Zone 2", outline: null },
    ],
    devices: [
      { id: 501, ssid: "AHU-1-1", name: "AHU 1-1", type: "AHU", zoneId: null, position: [210, 200] },
      { id: 502, ssid: "AHU-1-2", name: "AHU 1-2", type: "AHU", zoneId: 101, position: null },
    ],
    spaces: [{ id: 501, name: "Room 1", kind: "room", zoneId: 101, position: null }],
    changedAt: null,
    changedBy: null,
    ...change,
  };
}

/** Temperatures of `aFloorPlan`: the first zone is warm, the second has no value. */
export function aHeatMap(change: Partial<HeatMap> = {}): HeatMap {
  return {
    type: "temperature",
    unit: "degC",
    scale: [
      { value: 22, color: "#0d0887" },
      { value: 24, color: "#7e03a8" },
      { value: 26, color: "#cc4778" },
      { value: 28, color: "#f89540" },
      { value: 30, color: "#f0f921" },
    ],
    zones: [
      {
        id: 101,
        name: "Zone 1",
        coordinates: rectangle(20, 20),
        value: 28.6,
        color: "#f6b337",
        level: "above",
        quality: "good",
        measured_time: new Date().toISOString(),
        devices: [
          {
            ssid: "ENV-1",
            ss_name: "Sensor 1",
            name: "TEMPERATURE",
            param_value: 28.6,
            coordinates: [100, 100],
            color: "#f6b337",
            level: "above",
            quality: "good",
            measured_time: new Date().toISOString(),
          },
        ],
      },
      {
        id: 102,
        name: "Zone 2",
        coordinates: null,
        value: "no Data",
        color: "#868e96",
        level: null,
        quality: "missing",
        measured_time: null,
        devices: [],
      },
    ],
    ...change,
  };
}

/** Valve, return and supply air of a unit; the supply air is stale. */
export function chartPoints(): ChartPoint[] {
  const at = new Date().toISOString();
  const fresh = { quality: "good" as const, measured_time: at, expectedQuality: "good" as const };
  return [
    { name: "ChW Valve", actual: 40, expected: 55, unit: "percent", ...fresh },
    { name: "RAT", actual: 25.2, expected: 24, unit: "degC", ...fresh },
    {
      name: "SAT",
      actual: 15.1,
      expected: null,
      unit: "degC",
      quality: "stale",
      measured_time: new Date(Date.now() - 240_000).toISOString(),
      expectedQuality: "missing",
    },
  ];
}
