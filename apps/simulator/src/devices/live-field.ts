import type { CampusModel } from "../campus/shapes.ts";
import type { DeviceMemory } from "../device-memory.ts";
import { devicesOf, type KnownDevice } from "../kinds/all-kinds.ts";
import type { Values } from "../physics/measured.ts";
import { createPhysics } from "../physics/physics.ts";
import type { Influence } from "../physics/surroundings/influence.ts";
import { type Physics, withCounters, type World } from "../physics/world.ts";

/** The campuses at the present time: steps the physics with the clock. */
export interface LiveField {
  /** The device's measurements, without faults of the device. Undefined for an unknown device. */
  measure(ssid: string): Values | undefined;
  /** The counters of meters and circuits. */
  energy(): Energy;
  /** Whether the device's electronics have power. */
  hasPower(ssid: string): boolean;
  /** Steps the world to the present. */
  step(): void;
}

/** Counters by meter, kWh, and by circuit, h, at an instant. */
export type Energy = NonNullable<DeviceMemory["energy"]>;

export interface LiveFieldOptions {
  campuses: readonly CampusModel[];
  now: () => number;
  influence: Influence;
  /** Readings of the counters at the last stop. */
  energy?: Energy | undefined;
}

/** After a longer pause of the machine the past is calculated again without steps, ms. */
const LONGEST_CATCH_UP_MS = 3_600_000;

interface LiveCampus {
  physics: Physics;
  world: World;
}

function energyOf(campuses: readonly LiveCampus[]): Energy {
  const meters = campuses.flatMap(({ world }) => [...world.meters]);
  const circuits = campuses.flatMap(({ world }) => [...world.circuits]);
  return {
    atMs: campuses[0]?.world.atMs ?? 0,
    kilowattHour: Object.fromEntries(meters.map(([ssid, state]) => [ssid, state.energyKilowattHour])),
    burnHours: Object.fromEntries(circuits.map(([key, state]) => [key, state.burnHours])),
  };
}

/** The world with its counters at their last readings plus the normal increase for the time between. */
function continued(world: World, energy: Energy | undefined): World {
  if (!energy) return world;
  return withCounters(world, (key, now, ordinary) => {
    const stood = energy.kilowattHour[key] ?? energy.burnHours?.[key];
    const since = Math.max(0, now - ordinary(energy.atMs));
    return stood === undefined ? now : stood + since;
  });
}

export function createLiveField({ campuses, now, influence, energy }: LiveFieldOptions): LiveField {
  const devices = new Map<string, { at: LiveCampus; device: KnownDevice }>();
  const live: LiveCampus[] = campuses.map((campus) => {
    const physics = createPhysics(campus);
    const at = { physics, world: continued(physics.warmUp(now()), energy) };
    for (const device of devicesOf(campus)) devices.set(device.ssid, { at, device });
    return at;
  });
  /** Several devices request the same instant. */
  const measured = new Map<string, Values>();

  return {
    measure(ssid) {
      const known = devices.get(ssid);
      if (!known) return undefined;
      let values = measured.get(ssid);
      if (!values) {
        values = known.device.measure(known.at, influence.commandsOf(ssid));
        measured.set(ssid, values);
      }
      return values;
    },
    energy: () => energyOf(live),
    hasPower(ssid) {
      const known = devices.get(ssid);
      const ups = known?.device.poweredBy;
      return ups === undefined || known?.at.world.upses.get(ups)?.isFeeding !== false;
    },
    step() {
      const toMs = now();
      for (const at of live) {
        if (toMs - at.world.atMs > LONGEST_CATCH_UP_MS || toMs < at.world.atMs)
          at.world = continued(at.physics.warmUp(toMs), energyOf([at]));
        else at.world = at.physics.step(at.world, toMs, influence);
      }
      measured.clear();
    },
  };
}
