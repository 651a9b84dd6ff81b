import type { NutPoint, NutProfile } from "@verandah/field/protocols/nut.ts";

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
import { NutLine, type NutLineOptions } from "./nut-line.ts";

export interface NutDriverOptions {
  line: NutLine;
  /** Name of the UPS in its upsd. */
  ups: string;
  profile: NutProfile;
  /** Opens a connection with the rights of a user; undefined without a user. */
  logIn?: ((signal: AbortSignal) => Promise<NutLine>) | undefined;
  now?: () => number;
}

/**
 * Requests an id for each command. With the id, upsd reports later whether the UPS executed the command. Source: network protocol of
 * Network UPS Tools 2.8.
 */
const TRACK = "SET TRACKING ON";

/** The number of the first known entry of words; undefined for texts without a word. */
function wordValue({ words = [], otherwise }: NutPoint, texts: readonly string[]): number | undefined {
  const present = new Set(texts.flatMap((text) => text.split(/[\s,;:!]+/)).filter(Boolean));
  if (present.size === 0) return undefined;
  return words.find(([entry]) => entry.split(" ").every((word) => present.has(word)))?.[1] ?? otherwise;
}

/** The point's value in its unit; undefined when no variable has a number, and for unknown words. */
export function valueOf(point: NutPoint, texts: readonly string[]): number | undefined {
  if (point.words) return wordValue(point, texts);
  const numbers = texts.flatMap((text) => {
    const value = text.trim() === "" ? undefined : valueOfRaw(point, Number(text));
    return value !== undefined && Number.isFinite(value) ? value : [];
  });
  return point.highest && numbers.length > 0 ? Math.max(...numbers) : numbers[0];
}

const textsOf = ({ variable }: NutPoint, variables: ReadonlyMap<string, string>): string[] =>
  variable.flatMap((name) => variables.get(name) ?? []);

/**
 * Sends an instant command. An upsd before 2.8 does not track it: its OK only means that it passed the command on.
 *
 * @returns the id with which upsd tracks the command; undefined when it does not track it
 * @throws DriverError
 */
async function startCommand(line: NutLine, command: string, signal: AbortSignal) {
  await line.command(TRACK, signal).catch((error: unknown) => {
    if (!(error instanceof DriverError) || error.failure !== "refused") throw error;
  });
  const answer = await line.command(command, signal);
  return /^OK TRACKING (\S+)$/.exec(answer)?.[1];
}

/** A driver of one UPS behind an upsd. It writes points with commands. Source: RFC 9271 §4.2. */
export function createNutDriver({ line, ups, profile, logIn, now = Date.now }: NutDriverOptions): Driver {
  const byId = new Map(profile.points.map((point) => [point.id, point]));
  /** The last executed value of each point with commands. */
  const commanded = new Map<string, number>();
  /** Commands that upsd tracks, by point. */
  const tracked = new Map<string, { trackingId: string; value: number }>();

  /** The value of a point with commands. */
  async function commandedAt({ id, otherwise }: NutPoint, signal: AbortSignal): Promise<number | undefined> {
    const command = tracked.get(id);
    if (command && logIn) {
      await using own = await logIn(signal);
      await own.command(TRACK, signal);
      if ((await own.command(`GET TRACKING ${command.trackingId}`, signal)) === "SUCCESS") {
        commanded.set(id, command.value);
        tracked.delete(id);
      }
    }
    return commanded.get(id) ?? otherwise;
  }

  /** @throws DriverError "refused" when the UPS has none of the point's variables */
  async function readTexts(point: NutPoint, signal: AbortSignal): Promise<string[]> {
    const [only = "", ...others] = point.variable;
    if (others.length === 0) return [await line.getVariable(ups, only, signal)];
    const texts = textsOf(point, await line.listVariables(ups, signal));
    if (texts.length > 0) return texts;
    throw new DriverError("refused", { detail: `the UPS has no ${point.variable.join(", ")}` });
  }

  async function read(points: readonly NutPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const variables = await line.listVariables(ups, signal);
    const takenAt = now();
    return points.flatMap((point): PointReading[] => {
      const value = point.commands
        ? (commanded.get(point.id) ?? point.otherwise)
        : valueOf(point, textsOf(point, variables));
      return value === undefined ? [] : [{ pointId: point.id, value, takenAt }];
    });
  }

  return {
    ...createReadOnlyDriver(profile.points, read),
    async write(pointId, value, priority, signal) {
      const point = knownPoint(byId, pointId);
      checkWritable(point, priority);
      const name = point.commands?.find(([, number]) => number === value)?.[0];
      if (value === null || name === undefined)
        throw new DriverError("refused", { detail: `${pointId} has no command for ${value}` });
      if (!logIn) throw new DriverError("refused", { detail: "no user in the settings" });
      await using own = await logIn(signal);
      const trackingId = await startCommand(own, `INSTCMD ${ups} ${name}`, signal);
      if (trackingId === undefined) commanded.set(pointId, value);
      else tracked.set(pointId, { trackingId, value });
    },
    async readBack(pointId, _priority, signal) {
      const point = knownPoint(byId, pointId);
      const value = point.commands
        ? await commandedAt(point, signal)
        : valueOf(point, await readTexts(point, signal));
      if (value === undefined)
        throw new DriverError("garbled", { detail: `no number in ${point.variable.join(", ")}` });
      return { presentValue: value, held: undefined };
    },
  };
}

/** A connection with the rights of a user. @throws DriverError */
export async function openLine(
  options: NutLineOptions,
  { user, password }: { user: string; password: string },
  signal: AbortSignal,
): Promise<NutLine> {
  const line = new NutLine(options);
  try {
    await line.command(`USERNAME ${user}`, signal);
    await line.command(`PASSWORD ${password}`, signal);
    return line;
  } catch (error) {
    await line[Symbol.asyncDispose]();
    throw error;
  }
}

export const open: OpenDrivers<"nut"> = async ({ requestTimeoutMs }, devices) => {
  const counts = { malformed: 0, reconnects: 0 };
  const lines = new Map<string, NutLine>();
  return driversOf(
    devices,
    ({ settings: { address: at, ups, user, password }, profile }) => {
      const line = lines.get(at) ?? new NutLine({ address: at, requestTimeoutMs, counts });
      lines.set(at, line);
      const logIn =
        user === undefined || password === undefined
          ? undefined
          : (signal: AbortSignal) =>
              openLine({ address: at, requestTimeoutMs, counts }, { user, password }, signal);
      return createNutDriver({ line, ups, profile, logIn });
    },
    () => ({ ...counts }),
    () => lines.values(),
  );
};
