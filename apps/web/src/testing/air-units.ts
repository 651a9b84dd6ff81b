import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";
import { type AirUnits, listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import type { ParameterReading, Quality } from "@verandah/contract/telemetry/telemetry.ts";

import { serve, serveMeasured } from "./serve.ts";

type Values = Record<string, number | [value: number, quality: Quality, ageMs: number]>;

const units: Record<string, string> = { "Damper Position": "percent", vav_damper_position_sp: "percent" };

function readings(values: Values): ParameterReading[] {
  return Object.entries(values).map(([paramId, given]) => {
    const [value, quality, ageMs] = typeof given === "number" ? [given, "good" as const, 0] : given;
    const isFlow = paramId.endsWith("CFM");
    const isBare = /Status|mode|on_off/.test(paramId);
    return {
      param_id: paramId,
      param_value: value,
      measured_time: new Date(Date.now() - ageMs).toISOString(),
      unit: units[paramId] ?? (isFlow ? "cubicFootPerMinute" : isBare ? "none" : "degC"),
      quality,
    };
  });
}

/** AHU 1-1 on floor First, running, its return air held and its supply air as well. */
export function anAirUnit(
  change: Partial<Omit<MeasuredUnit, "values">> = {},
  values: Values = {},
): MeasuredUnit {
  return {
    ssid: "AHU-1-1",
    name: "AHU 1-1",
    type: "AHU",
    floorId: 11,
    zoneId: null,
    fedBy: null,
    state: "online",
    offlineReason: null,
    ...change,
    values: readings({
      "Supply Fan Status": 1,
      "Return Air Temperature": 24.4,
      "Supply Air Temperature": 18.2,
      ahu_in_air_temperature_sp: 24,
      ahu_suply_air_temperature_sp: 18,
      ...values,
    }),
  };
}

/** VAV 1-1 in zone 111 of floor First, fed by AHU 1-1, holding its setpoint by itself. */
export function aVav(change: Partial<Omit<MeasuredUnit, "values">> = {}, values: Values = {}): MeasuredUnit {
  return {
    ssid: "VAV-1-1",
    name: "VAV 1-1",
    type: "VAV",
    floorId: 11,
    zoneId: 111,
    fedBy: "AHU-1-1",
    state: "online",
    offlineReason: null,
    ...change,
    values: readings({
      "Zone Temperature": 23.6,
      "Damper Position": 40,
      CFM: 500,
      "Design CFM": 1_250,
      vav_temperature_sp: 24,
      vav_damper_mode_sp: 0,
      vav_damper_position_sp: 40,
      ...values,
    }),
  };
}

/** Answers these units, with their values. */
export function serveUnits(...given: MeasuredUnit[]) {
  serveMeasured(given);
  return serve(listAirUnits, airUnits(...given));
}

/** Floors First (zones 111 and 112) and Second, with the given units. */
export function airUnits(...given: MeasuredUnit[]): AirUnits {
  return {
    floors: [
      {
        id: 11,
        name: "First",
        zones: [
          { id: 111, name: "Zone 1" },
          { id: 112, name: "Zone 2" },
        ],
      },
      { id: 12, name: "Second", zones: [{ id: 121, name: "Zone 1" }] },
    ],
    units: given,
  };
}
