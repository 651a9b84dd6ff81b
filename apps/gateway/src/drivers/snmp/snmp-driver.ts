import { createReadOnlyDriver, type Driver, driversOf, type PointReading } from "../driver.ts";
import type { OpenDrivers } from "../protocols.ts";
import type { SnmpPoint, SnmpProfile } from "./snmp-profile.ts";
import { SnmpSession, TooMuch } from "./snmp-session.ts";

export interface SnmpDriverOptions {
  session: SnmpSession;
  profile: SnmpProfile;
  now?: () => number;
}

/** A value has at most so many digits: more would be noise of the scale. */
const DIGITS = 12;

/** A driver of one SNMP device, which is only read. Source: RFC 3416 §4.2.1. */
export function createSnmpDriver({ session, profile, now = Date.now }: SnmpDriverOptions): Driver {
  /** A request that is too large for the device, or has an unknown object, is repeated in halves. */
  async function readBatch(points: readonly SnmpPoint[], signal: AbortSignal): Promise<PointReading[]> {
    try {
      const values = await session.get(
        points.map(({ oid }) => oid),
        signal,
      );
      const takenAt = now();
      return points.flatMap(({ id, scale }, index) => {
        const value = values[index];
        return value === undefined
          ? []
          : [{ pointId: id, value: Number((value * scale).toPrecision(DIGITS)), takenAt }];
      });
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
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

  return createReadOnlyDriver(profile.points, read, () => session[Symbol.asyncDispose]());
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
