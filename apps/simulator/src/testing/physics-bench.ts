import type { CampusModel } from "../campus/shapes.ts";
import { devicesOf } from "../kinds/all-kinds.ts";
import type { Values } from "../physics/measured.ts";
import { createPhysics } from "../physics/physics.ts";
import {
  type Influence,
  type Commands,
  type PhysicalFault,
  noInfluence,
} from "../physics/surroundings/influence.ts";
import type { World } from "../physics/world.ts";
import { groundFloor } from "./one-floor.ts";

export const HOUR_MS = 3_600_000;
/** A Wednesday, 12:30 in Bengaluru. */
export const wednesdayNoon = Date.parse("2026-11-18T07:00:00Z");

/** Commands and faults, by device or building. */
export function influenced(
  commands: Readonly<Record<string, Commands>>,
  faults: readonly [PhysicalFault, string][] = [],
): Influence {
  return {
    commandsOf: (ssid) => commands[ssid],
    isBroken: (fault, target) => faults.some(([kind, of]) => kind === fault && of === target),
  };
}

/** A campus that the test steps. */
export interface PhysicsBench {
  readonly world: World;
  /** Steps the physics. */
  pass(ms: number, influence?: Influence): void;
  /** What a device measures now. */
  show(ssid: string, commands?: Commands): Values;
}

export function startPhysics(atMs = wednesdayNoon, campus: CampusModel = groundFloor()): PhysicsBench {
  const physics = createPhysics(campus);
  const devices = new Map(devicesOf(campus).map((device) => [device.ssid, device]));
  let world = physics.warmUp(atMs);
  return {
    get world() {
      return world;
    },
    pass(ms, influence = noInfluence) {
      world = physics.step(world, world.atMs + ms, influence);
    },
    show(ssid, commands) {
      const device = devices.get(ssid);
      if (!device) throw new Error(`No device ${ssid}`);
      return device.measure({ physics, world }, commands);
    },
  };
}
