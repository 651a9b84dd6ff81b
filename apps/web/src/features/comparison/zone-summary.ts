import type { AirUnits } from "@verandah/contract/hvac/hvac.ts";

import {
  compare,
  type Comparison,
  feederOf,
  freshValue,
  type MeasuredUnit,
  setpointKinds,
} from "#shared/equipment/air-values.ts";

/** A zone with the values of its boxes. */
export interface ZoneSummary {
  id: number;
  name: string;
  vavs: MeasuredUnit[];
  /** Means of the boxes' fresh values; undefined without any. */
  nowCelsius: number | undefined;
  wantedCelsius: number | undefined;
  comparison: Comparison;
}

/** The zones of a floor that have boxes. */
export function zonesOf(floor: AirUnits["floors"][number], units: readonly MeasuredUnit[]): ZoneSummary[] {
  return floor.zones.flatMap(({ id, name }) => {
    const vavs = units.filter((unit) => unit.type === "VAV" && unit.zoneId === id);
    if (vavs.length === 0) return [];
    return [
      {
        id,
        name,
        vavs,
        nowCelsius: meanOf(vavs, setpointKinds.zone.reading),
        wantedCelsius: meanOf(vavs, setpointKinds.zone.setpoint),
        comparison: worstOf(vavs.map((vav) => compare(vav, "zone", feederOf(vav, units)))),
      },
    ];
  });
}

function meanOf(vavs: readonly MeasuredUnit[], paramId: string): number | undefined {
  const values = vavs.flatMap((vav) => freshValue(vav, paramId) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One box off setpoint is enough; at setpoint means every box. */
function worstOf(comparisons: readonly Comparison[]): Comparison {
  const order: Comparison[] = ["missed", "unknown", "off", "held"];
  return order.find((one) => comparisons.includes(one)) ?? "unknown";
}
