import {
  createReadOnlyDriver,
  type Driver,
  DriverError,
  driversOf,
  knownPoint,
  type PointReading,
} from "../driver.ts";
import type { OpenDrivers } from "../protocols.ts";
import { NutLine } from "./nut-line.ts";
import type { NutPoint, NutProfile } from "./nut-profile.ts";

export interface NutDriverOptions {
  line: NutLine;
  /** Name of the UPS in its upsd. */
  ups: string;
  profile: NutProfile;
  now?: () => number;
}

const DIGITS = 12;

/** The point's value in its unit, or undefined when the variable says no number. */
function valueOf({ scale, words, otherwise }: NutPoint, text: string): number | undefined {
  if (words) {
    const said = new Set(text.split(/\s+/));
    return words.find(([word]) => said.has(word))?.[1] ?? otherwise;
  }
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? Number((number * scale).toPrecision(DIGITS)) : undefined;
}

/** A driver of one UPS behind an upsd, which is only read. Source: RFC 9271 §4.2. */
export function createNutDriver({ line, ups, profile, now = Date.now }: NutDriverOptions): Driver {
  const byId = new Map(profile.points.map((point) => [point.id, point]));

  async function readFirst([name = "", ...others]: readonly string[], signal: AbortSignal): Promise<string> {
    try {
      return await line.getVariable(ups, name, signal);
    } catch (error) {
      const isAbsent = error instanceof DriverError && error.failure === "refused";
      if (!isAbsent || others.length === 0) throw error;
      return readFirst(others, signal);
    }
  }

  async function read(points: readonly NutPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const variables = await line.listVariables(ups, signal);
    const takenAt = now();
    return points.flatMap((point): PointReading[] => {
      const [text] = point.variable.flatMap((name) => variables.get(name) ?? []);
      const value = text === undefined ? undefined : valueOf(point, text);
      return value === undefined ? [] : [{ pointId: point.id, value, takenAt }];
    });
  }

  return {
    ...createReadOnlyDriver(profile.points, read),
    async readBack(pointId, _priority, signal) {
      const point = knownPoint(byId, pointId);
      const value = valueOf(point, await readFirst(point.variable, signal));
      if (value === undefined)
        throw new DriverError("garbled", { detail: `no number in ${point.variable.join(", ")}` });
      return { presentValue: value, held: undefined };
    },
  };
}

/** Opens the drivers of all NUT devices. */
export const open: OpenDrivers<"nut"> = async ({ requestTimeoutMs }, devices) => {
  const counts = { malformed: 0, reconnects: 0 };
  const lines = new Map<string, NutLine>();
  return driversOf(
    devices,
    ({ settings: { address: at, ups }, profile }) => {
      const line = lines.get(at) ?? new NutLine({ address: at, requestTimeoutMs, counts });
      lines.set(at, line);
      return createNutDriver({ line, ups, profile });
    },
    () => ({ ...counts }),
    () => lines.values(),
  );
};
