import type { FloorModel, ZoneModel } from "../campus/shapes.ts";
import type { AhuState } from "./models/ahu.ts";
import type { ChillerState } from "./models/chiller.ts";
import type { CircuitState } from "./models/light.ts";
import type { MeterState } from "./models/meter.ts";
import type { PumpState } from "./models/pump.ts";
import type { UpsState } from "./models/ups.ts";
import type { VavState } from "./models/vav.ts";
import { socketWatt, type ZoneState } from "./models/zone.ts";
import type { SelfTestState } from "./self-test.ts";
import type { Influence } from "./surroundings/influence.ts";
import type { Physics, Surroundings, World } from "./world.ts";

/** The states of one step, as they are calculated. */
export interface Draft {
  zones: Map<string, ZoneState>;
  ahus: Map<string, AhuState>;
  vavs: Map<string, VavState>;
  circuits: Map<string, CircuitState>;
  /** Of emergency lights and UPSs, by device. */
  selfTests: Map<string, SelfTestState>;
  chillers: Map<string, ChillerState>;
  upses: Map<string, UpsState>;
  meters: Map<string, MeterState>;
  pumps: Map<string, PumpState>;
}

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
