import type { AirUnit, AirUnits } from "@verandah/contract/hvac/hvac.ts";

import {
  compare,
  type Comparison,
  feederOf,
  freshValue,
  setpointKinds,
} from "#shared/equipment/air-values.ts";

/** A zone with the values of its boxes. */
export interface ZoneSummary {
  id: number;
  name: string;
  boxes: AirUnit[];
  /** Means of the boxes' fresh values; undefined without any. */
  nowCelsius: number | undefined;
  wantedCelsius: number | undefined;
  comparison: Comparison;
}

/** The zones of a floor that have boxes. */
export function zonesOf(floor: AirUnits["floors"][number], units: readonly AirUnit[]): ZoneSummary[] {
  return floor.zones.flatMap(({ id, name }) => {
    const boxes = units.filter((unit) => unit.type === "VAV" && unit.zoneId === id);
    if (boxes.length === 0) return [];
    return [
      {
        id,
        name,
        boxes,
        nowCelsius: meanOf(boxes, setpointKinds.zone.reading),
        wantedCelsius: meanOf(boxes, setpointKinds.zone.setpoint),
        comparison: worstOf(boxes.map((box) => compare(box, "zone", feederOf(box, units)))),
      },
    ];
  });
}

function meanOf(boxes: readonly AirUnit[], paramId: string): number | undefined {
  const values = boxes.flatMap((box) => freshValue(box, paramId) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One box off setpoint is enough; at setpoint means every box. */
function worstOf(comparisons: readonly Comparison[]): Comparison {
  const order: Comparison[] = ["missed", "unknown", "off", "held"];
  return order.find((one) => comparisons.includes(one)) ?? "unknown";
}
