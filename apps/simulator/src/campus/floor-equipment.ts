import type { PlanCell } from "./floor-plan.ts";
import type { AhuModel, LightModel, MeterModel, VavModel, ZoneModel } from "./shapes.ts";

/** Input for the positions of an office floor's equipment. */
export interface EquippedFloor {
  key: string;
  floorNumber: number;
  zones: readonly ZoneModel[];
  /** The rooms of the zones, in their order. */
  cells: readonly PlanCell[];
  vavsPerZone: number;
  /** DALI groups light the first zones, controllers with channels the others. */
  daliZones: number;
  gateway: string;
}

const LIGHTS_PER_ZONE = 2;

/** Places in a room, as shares of its width and depth. */
const spots: { vav: [number, number]; light: [number, number] }[] = [
  { vav: [0.38, 0.5], light: [0.25, 0.75] },
  { vav: [0.62, 0.5], light: [0.75, 0.25] },
];

/** The sensor that a light of a zone lights. */
const sensorOf = (zone: ZoneModel, light: number) => Math.min(light, zone.sensors.length - 1);

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

export function vavs(floor: EquippedFloor, ahus: readonly AhuModel[], firstInstance: number): VavModel[] {
  return floor.zones.flatMap((zone, place) =>
    spots.slice(0, floor.vavsPerZone).map(({ vav }, index) => {
      const number = place * floor.vavsPerZone + index + 1;
      return {
        ssid: `VAV-BLR-A-F${floor.floorNumber}-${number}`,
        name: `VAV F${floor.floorNumber}.${number}`,
        zoneKey: zone.key,
        ahu: ahus.find((ahu) => ahu.zoneKeys.includes(zone.key))?.ssid ?? "",
        position: floor.cells[place]?.at(...vav) ?? [0, 0],
        instance: firstInstance + floor.floorNumber * floor.zones.length * floor.vavsPerZone + number - 1,
        gateway: floor.gateway,
      };
    }),
  );
}

/** Two groups per zone, each over two areas and one sensor. */
export function daliGroups(floor: EquippedFloor): LightModel[] {
  return floor.zones.slice(0, floor.daliZones).flatMap((zone, place) =>
    spots.map(({ light }, index) => {
      const number = twoDigits(place * LIGHTS_PER_ZONE + index + 1);
      const ssid = `50d0f${floor.floorNumber}${number}`;
      const areaKey = zone.areas[index * 2]?.key ?? zone.key;
      return {
        ssid,
        name: `DALI F${floor.floorNumber}.${number}`,
        edge: `DALI-GW-F${floor.floorNumber}`,
        zoneKey: zone.key,
        areaKey,
        position: floor.cells[place]?.at(...light) ?? [0, 0],
        circuits: [{ key: ssid, ssid, suffix: "" as const, areaKey, sensor: sensorOf(zone, index) }],
      };
    }),
  );
}

/** Two controllers per zone, each an edge with two channels, one per area. */
export function lightControllers(floor: EquippedFloor): LightModel[] {
  return floor.zones.slice(floor.daliZones).flatMap((zone, place) =>
    spots.map(({ light }, index) => {
      const number = twoDigits(place * LIGHTS_PER_ZONE + index + 1);
      const ssid = `50ac0f${floor.floorNumber}${number}`;
      const areas = zone.areas.slice(index * 2, index * 2 + 2).map((area) => area.key);
      const circuit = (suffix: "_1" | "_2", areaKey: string | undefined) => ({
        key: `${ssid}${suffix}`,
        ssid,
        suffix,
        areaKey: areaKey ?? zone.key,
        sensor: sensorOf(zone, index),
      });
      return {
        ssid,
        name: `WAC F${floor.floorNumber}.${number}`,
        edge: ssid,
        zoneKey: zone.key,
        areaKey: areas[0] ?? zone.key,
        position: floor.cells[floor.daliZones + place]?.at(...light) ?? [0, 0],
        circuits: [circuit("_1", areas[0]), circuit("_2", areas[1])],
      };
    }),
  );
}

const meterNames = { lighting: "Lighting and sockets", air: "Air handling" } as const;

/** Both meters of a floor are behind one server, each with its unit id. */
export function meters(floor: EquippedFloor): MeterModel[] {
  return (["lighting", "air"] as const).map((measures, index) => ({
    ssid: `EM-BLR-A-F${floor.floorNumber}-${index + 1}`,
    name: `EMS F${floor.floorNumber}.${index + 1} ${meterNames[measures]}`,
    floorKey: floor.key,
    measures,
    unitId: index + 1,
    gateway: floor.gateway,
  }));
}
