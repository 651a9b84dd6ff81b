import {
  type MeasuredUnit,
  type SetpointKind,
  setpointKinds,
} from "@verandah/contract/hvac/air-comparison.ts";
import type { AirUnits } from "@verandah/contract/hvac/hvac.ts";

/** The units whose setpoint of a kind can be changed. */
export function settableUnits(units: readonly MeasuredUnit[], kind: SetpointKind): MeasuredUnit[] {
  return units.filter((unit) => unit.type === setpointKinds[kind].type);
}

/**
 * The chosen units, from an address: commas between ssids, `f{id}` for a whole floor and `z{id}` for a whole zone. The kind of setpoint
 * decides which units these are, so a change of the kind keeps the places.
 */
export function readSelection(text: string | undefined, units: readonly MeasuredUnit[]): Set<string> {
  const tokens = new Set(text?.split(",") ?? []);
  const isChosen = (unit: MeasuredUnit) =>
    tokens.has(unit.ssid) || tokens.has(`f${unit.floorId}`) || tokens.has(`z${unit.zoneId}`);
  return new Set(units.filter(isChosen).map((unit) => unit.ssid));
}

/** The address of a selection: whole floors and zones by themselves, the rest unit by unit; undefined when nothing is chosen. */
export function selectionText(
  chosen: ReadonlySet<string>,
  units: readonly MeasuredUnit[],
  floors: AirUnits["floors"],
): string | undefined {
  const left = new Set(chosen);
  const tokens: string[] = [];
  function take(token: string, own: readonly MeasuredUnit[]): void {
    if (own.length === 0 || !own.every((unit) => left.has(unit.ssid))) return;
    tokens.push(token);
    for (const unit of own) left.delete(unit.ssid);
  }
  for (const floor of floors) {
    take(
      `f${floor.id}`,
      units.filter((unit) => unit.floorId === floor.id),
    );
    for (const zone of floor.zones)
      take(
        `z${zone.id}`,
        units.filter((unit) => unit.zoneId === zone.id),
      );
  }
  return [...tokens, ...left].join(",") || undefined;
}

/** Effect of a change on a unit. */
export type Effect = "change" | "unchanged" | "offline";

export function effectOn(unit: MeasuredUnit, kind: SetpointKind, value: number | undefined): Effect {
  if (unit.state !== "online") return "offline";
  const now = unit.values.find((one) => one.param_id === setpointKinds[kind].setpoint);
  return now?.quality === "good" && now.param_value === value ? "unchanged" : "change";
}
