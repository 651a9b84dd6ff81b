import type { CampusModel } from "../campus/shapes.ts";
import { devicesOf, type KnownDevice } from "../kinds/all-kinds.ts";
import type { Influence } from "../physics/influence.ts";
import type { Values } from "../physics/measured.ts";
import { createPhysics, type Physics, type World } from "../physics/world.ts";

/** The campuses as they are now: the physics stepped along with the clock. */
export interface LiveField {
  /** What the device measures, without faults of its own. Undefined for an unknown device. */
  measure(ssid: string): Values | undefined;
  /** Brings the world to the present. */
  step(): void;
}

export interface LiveFieldOptions {
  campuses: readonly CampusModel[];
  now: () => number;
  influence: Influence;
}

/** After a pause of the machine the past is made up anew instead of stepped through, ms. */
const LONGEST_CATCH_UP_MS = 3_600_000;

interface LiveCampus {
  physics: Physics;
  world: World;
}

export function createLiveField({ campuses, now, influence }: LiveFieldOptions): LiveField {
  const devices = new Map<string, { at: LiveCampus; device: KnownDevice }>();
  const live: LiveCampus[] = campuses.map((campus) => {
    const physics = createPhysics(campus);
    const at = { physics, world: physics.warmUp(now()) };
    for (const device of devicesOf(campus)) devices.set(device.ssid, { at, device });
    return at;
  });
  /** Many ask for the same instant. */
  const measured = new Map<string, Values>();

  return {
    measure(ssid) {
      const known = devices.get(ssid);
      if (!known) return undefined;
      let values = measured.get(ssid);
      if (!values) {
        values = known.device.measure(known.at, influence.ordersOf(ssid));
        measured.set(ssid, values);
      }
      return values;
    },
    step() {
      const toMs = now();
      for (const at of live) {
        if (toMs - at.world.atMs > LONGEST_CATCH_UP_MS || toMs < at.world.atMs)
          at.world = at.physics.warmUp(toMs);
        else at.world = at.physics.step(at.world, toMs, influence);
      }
      measured.clear();
    },
  };
}
