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
import type { OpenDrivers } from "../protocols.ts";
import type { SnmpPoint, SnmpProfile } from "./snmp-profile.ts";
import { type ObjectValue, SnmpSession, RequestRejected } from "./snmp-session.ts";

export interface SnmpDriverOptions {
  session: SnmpSession;
  profile: SnmpProfile;
  now?: () => number;
}

/** Significant digits of a value. Further digits are noise of the scale. */
const DIGITS = 12;

/** The point's value in its unit; undefined for an object that is not a number. */
function numberOf({ choices, scale }: SnmpPoint, value: ObjectValue): number | undefined {
  if (choices) return choices.find(([oid]) => oid === value)?.[1];
  return typeof value === "number" ? Number((value * scale).toPrecision(DIGITS)) : undefined;
}

/** A driver of one SNMP device. It writes objects whose values are object ids. Source: RFC 3416 §4.2.1, §4.2.5. */
export function createSnmpDriver({ session, profile, now = Date.now }: SnmpDriverOptions): Driver {
  const byId = new Map(profile.points.map((point) => [point.id, point]));

  /** Splits a request that is too large for the device, or that has an unknown object, into two halves. */
  async function readBatch(points: readonly SnmpPoint[], signal: AbortSignal): Promise<PointReading[]> {
    try {
      const values = await session.get(
        points.map(({ oid }) => oid),
        signal,
      );
      const takenAt = now();
      return points.flatMap((point, index) => {
        const value = numberOf(point, values[index]);
        return value === undefined ? [] : [{ pointId: point.id, value, takenAt }];
      });
    } catch (error) {
      if (!(error instanceof RequestRejected)) throw error;
      if (points.length === 1) return [];
      const half = Math.ceil(points.length / 2);
      const first = await readBatch(points.slice(0, half), signal);
      return [...first, ...(await readBatch(points.slice(half), signal))];
    }
  }

  async function read(points: readonly SnmpPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const readings: PointReading[] = [];
    for (let i = 0; i < points.length; i += profile.objectsPerRead)
      readings.push(...(await readBatch(points.slice(i, i + profile.objectsPerRead), signal)));
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

/** Opens the drivers of all SNMP devices. */
export const open: OpenDrivers<"snmp"> = async ({ requestTimeoutMs }, devices) => {
  const counts = { malformed: 0, foreign: 0, unasked: 0, downgraded: 0 };
  return driversOf(
    devices,
    ({ settings, profile }) =>
      createSnmpDriver({ session: new SnmpSession({ settings, requestTimeoutMs, counts }), profile }),
    () => ({ ...counts }),
  );
};
