import type { EquipmentType, Subsystem } from "@verandah/equipment/schema.ts";
import type { PointDescription } from "@verandah/field/points.ts";
import type { EdgeDescription } from "@verandah/field/site.ts";

import type { CampusModel, PlanPoint } from "../campus/shapes.ts";
import type { BacnetObject } from "../devices/bacnet/bacnet-objects.ts";
import type { Values } from "../physics/measured.ts";
import type { Commands, PhysicalFault } from "../physics/surroundings/influence.ts";
import type { Physics, World } from "../physics/world.ts";

/** A campus at one instant. */
export interface Moment {
  physics: Physics;
  world: World;
}

/** The connection of a device. */
export type Wire =
  | { protocol: "bacnet"; instance: number; model: string; profile: string; objects: readonly BacnetObject[] }
  | {
      protocol: "mqtt";
      intervalMs: number;
      /** It also sends a value when it changes. */
      reportsChanges?: boolean;
      /** Effect of a command on its other values. */
      onWrite?: (write: Write) => Write[];
    }
  | {
      protocol: "modbus";
      /** Meters with one name share a server. */
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

/** A fault that a device reports itself while it shows certain values. */
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
  /** The edge that sends its values: a gateway, or the device itself. */
  edge: string;
  position?: PlanPoint;
  /** Latitude and longitude outdoors, degrees. */
  geo?: [number, number];
  /** The unit that supplies its air, or the meter of its supply. */
  fedBy?: string | undefined;
  wire: Wire;
  /** The UPS that supplies its electronics; without one it never loses power. */
  poweredBy?: string | undefined;
  /** Its measurements with the commands in force and without its own faults. */
  measure(moment: Moment, commands: Commands | undefined): Values;
  /** Events that it may report besides its values. */
  complaints?: readonly Complaint[];
}

/** An MQTT connection, before its password. */
export type Edge = Omit<EdgeDescription, "passwordSha256">;

/** A kind of device. A new kind is defined here and in its physics. */
export interface DeviceKind {
  type: string;
  subsystem: Subsystem;
  /** The type, if the catalogue does not have it; the site file adds it. */
  siteType?: EquipmentType;
  points: readonly PointDescription[];
  /** Faults of this kind only. */
  faults?: readonly PhysicalFault[];
  /** Its history has the shortest interval, because its values change fast. Otherwise it has a value each quarter of an hour. */
  hasFineHistory?: boolean;
  /** Points with a long history of several weeks, one value per quarter of an hour. */
  longHistory?: readonly string[];
  devicesOf(campus: CampusModel): FieldDevice[];
  /** The MQTT connections of its devices that are not behind a gateway of the campus. */
  edgesOf?(campus: CampusModel): Edge[];
}
