import type { SnmpPoint, SnmpProfile } from "@verandah/field/protocols/snmp.ts";
import snmp from "net-snmp";

import {
  checkWritable,
  createReadOnlyDriver,
  type Driver,
  DriverError,
  driversOf,
  knownPoint,
  type PointReading,
} from "../driver.ts";
import { valueOfRaw } from "../missing-values.ts";
import type { OpenDrivers } from "../protocols.ts";
import { type ObjectValue, SnmpSession, RequestRejected } from "./snmp-session.ts";

export interface SnmpDriverOptions {
  session: SnmpSession;
  profile: SnmpProfile;
  now?: () => number;
}

/** The values of objects by object id, and the instant at which each was read, ms. */
type Objects = Map<string, { value: ObjectValue; takenAt: number }>;

const objectsOf = ({ oid, highestWith, line }: SnmpPoint): string[] => [
  oid,
  ...highestWith,
  ...(line ? [line[0]] : []),
];

/** The point's value in its unit; undefined for a line that the device does not have, and for objects without a number. */
function valueOf(point: SnmpPoint, objects: Objects): number | undefined {
  const { oid, highestWith, line, choices } = point;
  if (choices) return choices.find(([id]) => id === objects.get(oid)?.value)?.[1];
  const lines = line && objects.get(line[0])?.value;
  // Some devices report 0 lines, and have them.
  if (line && typeof lines === "number" && lines > 0 && lines < line[1]) return undefined;
  const numbers = [oid, ...highestWith].flatMap((id) => {
    const raw = objects.get(id)?.value;
    return (typeof raw === "number" ? valueOfRaw(point, raw) : undefined) ?? [];
  });
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** The highest number of the rows of a column. A device that counts rows which it does not show has an unlisted row. */
function rowValue({ rows, unlisted }: SnmpPoint, found: readonly ObjectValue[]): number {
  const numbers = new Map<ObjectValue, number>(rows);
  return Math.max(0, ...(found.length === 0 ? [unlisted] : found.map((id) => numbers.get(id) ?? unlisted)));
}

/** A driver of one SNMP device. It writes objects whose values are object ids. Source: RFC 3416 §4.2.1, §4.2.5. */
export function createSnmpDriver({ session, profile, now = Date.now }: SnmpDriverOptions): Driver {
  const byId = new Map(profile.points.map((point) => [point.id, point]));

  /** Reads objects. Splits a request that is too large for the device, or that has an unknown object, into two halves. */
  async function readObjects(oids: readonly string[], signal: AbortSignal): Promise<Objects> {
    try {
      const values = await session.get(oids, signal);
      const takenAt = now();
      return new Map(oids.map((oid, index) => [oid, { value: values[index], takenAt }]));
    } catch (error) {
      if (!(error instanceof RequestRejected)) throw error;
      if (oids.length === 1) return new Map();
      const half = Math.ceil(oids.length / 2);
      const first = await readObjects(oids.slice(0, half), signal);
      return new Map([...first, ...(await readObjects(oids.slice(half), signal))]);
    }
  }

  async function read(points: readonly SnmpPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const oids = [...new Set(points.flatMap(objectsOf))];
    const objects: Objects = new Map();
    for (let i = 0; i < oids.length; i += profile.objectsPerRead)
      for (const [oid, object] of await readObjects(oids.slice(i, i + profile.objectsPerRead), signal))
        objects.set(oid, object);
    const columns = new Map<string, ObjectValue[]>();
    const readings: PointReading[] = [];
    for (const point of points) {
      const { id, oid, column } = point;
      let value = valueOf(point, objects);
      if (column !== undefined && value !== undefined && value > 0) {
        const rows = columns.get(column) ?? (await session.walk(column, signal));
        columns.set(column, rows);
        value = rowValue(point, rows);
      }
      if (value !== undefined)
        readings.push({ pointId: id, value, takenAt: objects.get(oid)?.takenAt ?? now() });
    }
    return readings;
  }

  /** The value of a spin lock, as a part of the write. Of two managers that read the same value, the device refuses one. */
  async function lockOf({ spinLock }: SnmpPoint, signal: AbortSignal) {
    if (spinLock === undefined) return [];
    const [value] = await session.get([spinLock], signal);
    if (typeof value !== "number") throw new DriverError("garbled", { detail: `no number at ${spinLock}` });
    return [{ oid: spinLock, type: snmp.ObjectType.Integer, value }];
  }

  return {
    ...createReadOnlyDriver(profile.points, read, () => session[Symbol.asyncDispose]()),
    async write(pointId, value, priority, signal) {
      const point = knownPoint(byId, pointId);
      checkWritable(point, priority);
      if (value === null) throw new DriverError("refused", { detail: "SNMP has no priorities to release" });
      const choice = point.choices?.find(([, number]) => number === value)?.[0];
      if (choice === undefined)
        throw new DriverError("refused", { detail: `${pointId} has no choice ${value}` });
      const lock = await lockOf(point, signal);
      await session.set([...lock, { oid: point.oid, type: snmp.ObjectType.OID, value: choice }], signal);
    },
  };
}

export const open: OpenDrivers<"snmp"> = async ({ requestTimeoutMs }, devices) => {
  const counts = { malformed: 0, foreign: 0, unasked: 0, downgraded: 0 };
  return driversOf(
    devices,
    ({ settings, profile }) =>
      createSnmpDriver({ session: new SnmpSession({ settings, requestTimeoutMs, counts }), profile }),
    () => ({ ...counts }),
  );
};
