import type { EquipmentType, Subsystem } from "@verandah/equipment/schema.ts";
import type { PointDescription } from "@verandah/field/points.ts";
import type { EdgeDescription } from "@verandah/field/site.ts";

import type { CampusModel, PlanPoint } from "../campus/shapes.ts";
import type { BacnetObject } from "../devices/bacnet/bacnet-objects.ts";
import type { Values } from "../physics/measured.ts";
import type { Commands, PhysicalFault } from "../physics/surroundings/influence.ts";
import type { Physics, World } from "../physics/world.ts";

/** Distance between two past values of what changes slowly or was not watched closely, ms. */
export const HISTORY_QUARTER_MS = 900_000;

/** A campus at one instant. */
export interface Moment {
  physics: Physics;
  world: World;
}

/** How a device is spoken to. */
export type Wire =
  | { protocol: "bacnet"; instance: number; model: string; profile: string; objects: readonly BacnetObject[] }
  | {
      protocol: "mqtt";
      intervalMs: number;
      /** It also speaks the moment that a value changes. */
      tellsChanges?: boolean;
      /** Effect of a command on its other values. */
      onWrite?: (write: Write) => Write[];
    }
  | {
      protocol: "modbus";
      /** Meters of one name share a server. */
      server: string;
      unitId: number;
      profile: string;
    }
  | { protocol: "snmp"; version: "2c" | "3"; profile: string };

/** One command as it is written to a device; null releases the priority. */
export interface Write {
  paramId: string;
  value: number | null;
  priority: number;
}

/** Something that a device itself says is wrong while it shows certain values. */
export interface Complaint {
  code: number;
  message: string;
  isThere: (values: Values) => boolean;
}

/** One simulated device: identity, connection and values. */
export interface FieldDevice {
  ssid: string;
  name: string;
  /** Key of its location. */
  location: string;
  /** Who speaks for it: a gateway, or itself. */
  edge: string;
  position?: PlanPoint;
  /** Latitude and longitude outdoors, degrees. */
  geo?: [number, number];
  /** The unit whose air it gets, or the meter of its supply. */
  fedBy?: string | undefined;
  wire: Wire;
  /** The UPS that feeds its electronics; without one it never loses power. */
  poweredBy?: string | undefined;
  /** Its measurements with the commands in force and without its own faults. */
  measure(moment: Moment, commands: Commands | undefined): Values;
  /** Events that it may report besides its values. */
  complaints?: readonly Complaint[];
}

/** An MQTT connection, before its password. */
export type Edge = Omit<EdgeDescription, "passwordSha256">;

/** A kind of device. A new kind is described here and in its physics. */
export interface DeviceKind {
  type: string;
  subsystem: Subsystem;
  /** The type when the catalogue does not have it; the site file adds it. */
  siteType?: EquipmentType;
  points: readonly PointDescription[];
  /** Faults that only this kind can have. */
  faults: readonly PhysicalFault[];
  /** Distance between two values of its history, ms; undefined for the closest. */
  historyStepMs?: number;
  /** Its history keeps unchanged values too, as the device sends them. */
  isHistoryWhole?: boolean;
  /** Points whose history reaches weeks further back, by the quarter of an hour. */
  longHistory?: readonly string[];
  devicesOf(campus: CampusModel): FieldDevice[];
  /** The MQTT connections of its devices, where a device does not speak through a gateway of the campus. */
  edgesOf(campus: CampusModel): Edge[];
}
