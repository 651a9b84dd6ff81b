import type { PointDescription, PointKind, Unit } from "@verandah/field/points.ts";

/** Longest time between two values of every device here, ms. Source: product.md "The demo campus"; spec 2 §9 AHU refresh 10 s. */
export const POINT_INTERVAL_MS = 10_000;

function point(paramId: string, unit: Unit, kind: PointKind, min: number, max: number): PointDescription {
  return { paramId, unit, kind, min, max, intervalMs: POINT_INTERVAL_MS };
}

/** Names as in spec 1 §3; ranges are those of the sensing elements. */
export const environmentPoints: PointDescription[] = [
  point("TEMPERATURE", "degC", "reading", -20, 60),
  point("HUMIDITY", "percentRh", "reading", 0, 100),
  point("CO2", "ppm", "reading", 0, 5_000),
  point("LUMINOUSITY", "lux", "reading", 0, 100_000),
  point("OCCUPANCY", "none", "reading", 0, 1_000),
  point("PM25", "microgramPerCubicMetre", "reading", 0, 1_000),
];

/** Names as in spec 2 §3, misspellings included. */
export const ahuPoints: PointDescription[] = [
  point("Supply Fan Status", "none", "reading", 0, 1),
  point("VFD Speed", "percent", "reading", 0, 100),
  point("VFD Bypass Status", "volt", "reading", 0, 500),
  point("Chilled Water Valve Feedback", "percent", "reading", 0, 100),
  point("Return Air Temperature", "degC", "reading", -20, 60),
  point("Supply Air Temperature", "degC", "reading", -20, 60),
  point("CO2", "ppm", "reading", 0, 5_000),
  point("Filter Pressure", "pascal", "reading", 0, 1_000),
  point("Filter Status", "none", "reading", 0, 1),
  point("Fresh Air Damper", "percent", "reading", 0, 100),
  point("Return Air Damper", "percent", "reading", 0, 100),
  point("Fire Alarm", "none", "reading", 0, 1),
  point("ahu_in_air_temperature_sp", "degC", "setpoint", 15, 35),
  point("ahu_suply_air_temperature_sp", "degC", "setpoint", 15, 35),
  point("ahu_chilled_valve_sp", "percent", "setpoint", 0, 100),
  point("ahu_on_off_sp", "none", "command", 0, 10),
];
