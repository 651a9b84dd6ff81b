import { type CampusModel, lightsOf, zonesOf } from "../campus/shapes.ts";
import { createStepper } from "./campus-step.ts";
import { areLampsOn, outputShare } from "./models/light.ts";
import { noInfluence } from "./surroundings/influence.ts";
import { createLocalClock } from "./surroundings/local-clock.ts";
import { seedOf } from "./surroundings/noise.ts";
import { peopleIn } from "./surroundings/people.ts";
import { sunAt, wallRadiation } from "./surroundings/sun.ts";
import { weatherAt } from "./surroundings/weather.ts";
import { type Physics, type Surroundings, withCounters } from "./world.ts";

/** Light on a desk for each W/m² on the wall outside. */
const DAYLIGHT_LUX_PER_WATT = 0.55;
/** Longest step the model is stable at, s. */
const LONGEST_STEP_SECOND = 60;
/** After this much time nothing of the start is left in the state, ms. */
const WARM_UP_MS = 36 * 3_600_000;

/** The physics of one campus. `seed` makes it differ from others like it. */
export function createPhysics(campus: CampusModel, seed = seedOf(campus.key)): Physics {
  const localOf = createLocalClock(campus.timeZone);
  const zones = zonesOf(campus);
  const seeds = new Map(zones.map((zone) => [zone.key, seedOf(zone.key) ^ seed]));
  const circuitsOfZone = new Map<string, { key: string; sensor: number }[]>();
  for (const floor of campus.buildings.flatMap((building) => building.floors))
    for (const light of lightsOf(floor))
      circuitsOfZone.set(light.zoneKey, [...(circuitsOfZone.get(light.zoneKey) ?? []), ...light.circuits]);

  let lastAtMs: number | undefined;
  let last: Surroundings | undefined;
  // Lamps, sockets, meters and zones ask for the same numbers of one instant.
  const people = new Map<string, number>();
  let peopleAtMs: number | undefined;
  const radiation = new Map<string, number>();
  let radiationOf: Surroundings | undefined;

  const physics: Physics = {
    campus,
    surroundings(atMs) {
      // Every device requests the same instant.
      if (lastAtMs !== atMs || !last) {
        const local = localOf(atMs);
        last = {
          local,
          sun: sunAt(campus, atMs, local.dayOfYear),
          weather: weatherAt(campus.climate, seed, atMs, local),
        };
        lastAtMs = atMs;
      }
      return last;
    },
    people(zone, atMs, local) {
      if (atMs !== peopleAtMs) people.clear();
      peopleAtMs = atMs;
      let count = people.get(zone.key);
      if (count === undefined) {
        count = peopleIn(zone.seats, seeds.get(zone.key) ?? seed, atMs, local);
        people.set(zone.key, count);
      }
      return count;
    },
    wallRadiation(zone, around) {
      if (around !== radiationOf) radiation.clear();
      radiationOf = around;
      let watt = radiation.get(zone.key);
      if (watt === undefined) {
        watt = wallRadiation(around.sun, zone.facingDegree, around.weather.clearness);
        radiation.set(zone.key, watt);
      }
      return watt;
    },
    daylightLux: (zone, around) => DAYLIGHT_LUX_PER_WATT * physics.wallRadiation(zone, around),
    lampShare(world, zone, sensor) {
      let sum = 0;
      let count = 0;
      for (const circuit of circuitsOfZone.get(zone.key) ?? []) {
        if (sensor !== undefined && circuit.sensor !== sensor) continue;
        const state = world.circuits.get(circuit.key);
        if (state) sum += outputShare(state);
        count++;
      }
      // Where nothing dims them, lamps are switched by the clock.
      if (count === 0) return areLampsOn(physics.surroundings(world.atMs).local) ? 0.9 : 0;
      return sum / count;
    },
    step(world, toMs, influence = noInfluence) {
      let state = world;
      while (state.atMs < toMs)
        state = stepper.step(state, Math.min(toMs, state.atMs + LONGEST_STEP_SECOND * 1_000), influence);
      return state;
    },
    warmUp(atMs) {
      // Whole minutes, so that two starts within one minute run through the same states.
      const fromMs = Math.floor((atMs - WARM_UP_MS) / 60_000) * 60_000;
      const world = physics.step(stepper.start(fromMs), atMs);
      return withCounters(world, (_key, _now, ordinary) => ordinary(atMs));
    },
  };
  const stepper = createStepper(physics);
  return physics;
}
