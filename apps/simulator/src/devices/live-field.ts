import {
  type AhuModel,
  ahusOf,
  type CampusModel,
  type SensorModel,
  type ZoneModel,
  zonesOf,
} from "../campus/shapes.ts";
import { measureAhu, measureSensor, type Values } from "../physics/measured.ts";
import { type AhuOrders, createPhysics, type Physics, type World } from "../physics/world.ts";

/** The campuses as they are now: the physics stepped along with the clock. */
export interface LiveField {
  /** What the device measures; no fault and, for a unit, only the orders of `ordersOf`. Undefined for an unknown device. */
  measure(ssid: string): Values | undefined;
  /** Brings the world to the present. */
  step(): void;
}

export interface LiveFieldOptions {
  campuses: readonly CampusModel[];
  now: () => number;
  /** What an air handling unit has been told. */
  ordersOf: (ahu: string) => AhuOrders | undefined;
}

/** After a pause of the machine the past is made up anew instead of stepped through, ms. */
const LONGEST_CATCH_UP_MS = 3_600_000;

interface LiveCampus {
  physics: Physics;
  world: World;
}

export function createLiveField({ campuses, now, ordersOf }: LiveFieldOptions): LiveField {
  const live: LiveCampus[] = campuses.map((campus) => {
    const physics = createPhysics(campus);
    return { physics, world: physics.warmUp(now()) };
  });
  const sensors = new Map<string, { at: LiveCampus; zone: ZoneModel; sensor: SensorModel }>();
  const ahus = new Map<string, { at: LiveCampus; ahu: AhuModel }>();
  for (const at of live) {
    for (const zone of zonesOf(at.physics.campus))
      for (const sensor of zone.sensors) sensors.set(sensor.ssid, { at, zone, sensor });
    for (const ahu of ahusOf(at.physics.campus)) ahus.set(ahu.ssid, { at, ahu });
  }

  return {
    measure(ssid) {
      const sensed = sensors.get(ssid);
      if (sensed) return measureSensor(sensed.at.physics, sensed.at.world, sensed.zone, sensed.sensor);
      const unit = ahus.get(ssid);
      return unit && measureAhu(unit.at.physics, unit.at.world, unit.ahu, ordersOf(ssid));
    },
    step() {
      const toMs = now();
      for (const at of live) {
        if (toMs - at.world.atMs > LONGEST_CATCH_UP_MS || toMs < at.world.atMs)
          at.world = at.physics.warmUp(toMs);
        else at.world = at.physics.step(at.world, toMs, ordersOf);
      }
    },
  };
}
