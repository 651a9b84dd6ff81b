import type { FloorModel, ZoneModel } from "../campus/shapes.ts";
import { socketWatt } from "./models/zone.ts";
import type { Influence } from "./surroundings/influence.ts";
import type { Physics, Surroundings, World } from "./world.ts";

type Keys = Exclude<keyof World, "atMs">;
type MapOf<M> = M extends ReadonlyMap<infer K, infer V> ? Map<K, V> : never;
/** The states of one step, as they come to be. */
export type Draft = { [K in Keys]: MapOf<World[K]> };

/** One step of a building of at most a minute: previous state, surroundings and results so far. */
export interface BuildingStep {
  physics: Physics;
  world: World;
  next: Draft;
  around: Surroundings;
  influence: Influence;
  atMs: number;
  seconds: number;
  isMainsThere: boolean;
}

/** Rooms with workplaces. */
export function roomsOf(floor: FloorModel): ZoneModel[] {
  return floor.zones.filter((zone) => zone.sensors.length > 0);
}

/** Plug loads of a floor. */
export function floorSocketWatt({ physics, atMs, around }: BuildingStep, floor: FloorModel): number {
  const people = (zone: ZoneModel) => physics.people(zone, atMs, around.local);
  return roomsOf(floor).reduce((sum, zone) => sum + socketWatt(zone, people(zone)), 0);
}
