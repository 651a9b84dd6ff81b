import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import type { FoundDevice } from "@verandah/field/found-devices.ts";
import { type DeviceProfile, deviceSettings, type Protocol } from "@verandah/field/protocols/protocols.ts";
import { hostsOf, scanSettings } from "@verandah/field/protocols/scan.ts";

import { convertUnits } from "../drivers/convert-units.ts";
import {
  type Driver,
  DriverError,
  type DriverPoint,
  type PointReading,
  type ScanStep,
  type ScanTask,
} from "../drivers/driver.ts";
import { isOutside } from "../drivers/missing-values.ts";
import { NutLine } from "../drivers/nut/nut-line.ts";
import { DriverProcess } from "../drivers/process/driver-process.ts";
import { createRemoteDriver, type DriverProcesses } from "../drivers/process/driver-processes.ts";
import type { GatewaySettings } from "../settings.ts";
import { profilesOf, withProfile } from "./known-profiles.ts";
import { listenForDevices } from "./mqtt/listen.ts";

/** Hosts that are asked at the same time. */
const AT_ONCE = 16;
/**
 * Part of a profile's points that must answer with possible values. Numbers of registers mean something else in each meter; object ids and
 * names of variables mean the same everywhere, and small devices have few of them.
 */
const fitsFrom = { modbus: 0.6, http: 0.6, snmp: 0.15, nut: 0.1 } as const;
/** Maximum time of one device with one profile, ms. */
const READ_MS = 15_000;

type ProbedProtocol = Exclude<Protocol, "bacnet" | "mqtt">;

/** A device that may be there: its fields in the settings, without name and profile. */
interface Candidate {
  readonly key: string;
  readonly address: Record<string, unknown>;
}

interface ScanParts {
  settings: GatewaySettings;
  processes: DriverProcesses;
}

/**
 * Looks for devices of a protocol. BACnet devices answer one question to all, and those of MQTT announce themselves; for the others each
 * address is asked with the known profiles.
 *
 * @throws ZodError for settings that the protocol does not accept
 */
export async function* scan(
  protocol: Protocol,
  task: ScanTask,
  { settings, processes }: ScanParts,
  signal: AbortSignal,
): AsyncGenerator<ScanStep> {
  if (protocol === "bacnet") {
    const known = profilesOf("bacnet", settings);
    for await (const step of processes.scan("bacnet", settings, task, signal))
      yield step.device ? { ...step, device: withProfile(step.device, known) } : step;
  } else if (protocol === "mqtt") {
    const { waitMs } = scanSettings.mqtt.parse(task.settings);
    if (settings.mqtt.url === undefined)
      throw new DriverError("refused", { detail: "the gateway has no address of the site's broker" });
    const { devices, remarks } = await listenForDevices(settings.mqtt, waitMs, signal);
    if (devices.length === 0 && remarks.length > 0)
      throw new DriverError("unreachable", { detail: remarks.join("; ") });
    const total = devices.length;
    for (const [at, device] of devices.entries())
      yield { asked: at + 1, total, ...(!task.known.includes(device.key) && { device }) };
  } else yield* probe({ protocol, task, settings, signal });
}

interface Probe {
  readonly protocol: ProbedProtocol;
  readonly task: ScanTask;
  readonly settings: GatewaySettings;
  readonly signal: AbortSignal;
}

async function* probe(of: Probe): AsyncGenerator<ScanStep> {
  const { protocol, task, settings, signal } = of;
  const { hosts: ranges, port } = scanSettings[protocol].parse(task.settings);
  const hosts = hostsOf(ranges) ?? [];
  const profiles = profilesOf(protocol, settings);
  const total = hosts.length;
  for (let from = 0; from < total; from += AT_ONCE) {
    const some = hosts.slice(from, from + AT_ONCE);
    const asked = from + some.length;
    await sleep((1_000 * some.length) / task.ratePerSecond, undefined, { signal });
    // SNMP has no connection to try first.
    const alive =
      protocol === "snmp"
        ? some
        : (await Promise.all(some.map(async (host) => ((await accepts(host, port)) ? [host] : [])))).flat();
    const found = (await Promise.all(alive.map((host) => candidatesAt(`${host}:${port}`, of)))).flat();
    const unknown = found.filter(({ key }) => !task.known.includes(key));
    for (const device of await identify(unknown, profiles, of)) yield { asked, total, ...device };
    yield { asked, total };
  }
}

/** Whether something accepts connections there. */
function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket
      .once("connect", () => end(true))
      .once("error", () => end(false))
      .once("timeout", () => end(false));
  });
}

/** The devices that one address may have. */
async function candidatesAt(
  address: string,
  { protocol, task, settings, signal }: Probe,
): Promise<Candidate[]> {
  if (protocol === "http")
    return [{ key: address, address: { url: `http://${address.replace(/:80$/, "")}` } }];
  if (protocol === "snmp")
    return [{ key: address, address: { address, ...scanSettings.snmp.parse(task.settings).access } }];
  if (protocol === "modbus")
    return scanSettings.modbus
      .parse(task.settings)
      .unitIds.map((unitId) => ({ key: `${address}/${unitId}`, address: { address, unitId } }));
  const counts = { malformed: 0, reconnects: 0 };
  await using line = new NutLine({ address, requestTimeoutMs: settings.nut.requestTimeoutMs, counts });
  const names = await line.listUps(signal).catch((error: unknown) => {
    if (error instanceof DriverError) return [];
    throw error;
  });
  return names.map((ups) => ({ key: `${address}/${ups}`, address: { address, ups } }));
}

interface Answer {
  readonly readings: readonly PointReading[];
  readonly profile: DeviceProfile;
  readonly name: string;
}

/** Reads each candidate with each profile, and names the one that fits best. A device that answers and fits none is found without points. */
async function identify(
  candidates: readonly Candidate[],
  profiles: readonly { name: string; profile: DeviceProfile }[],
  { protocol, settings, signal }: Probe,
): Promise<Pick<ScanStep, "device" | "silent">[]> {
  if (candidates.length === 0) return [];
  const devices = candidates.flatMap(({ address }, at) =>
    profiles.map(({ name, profile }, of) => ({
      settings: deviceSettings.parse({ ...address, driver: protocol, ssid: `C-${at}-${of}`, profile: name }),
      profile,
    })),
  );
  await using host = new DriverProcess({
    protocol,
    shared: settings[protocol],
    devices,
    ...settings.driverProcesses,
    onFailure: () => undefined,
  });
  await host.started;
  return await Promise.all(
    candidates.map(async (candidate, at) => {
      const answers: Answer[] = [];
      let why: string | undefined;
      // One after the other: many devices answer one request at a time.
      for (const [of, { name, profile }] of profiles.entries()) {
        const driver = convertUnits(createRemoteDriver(host, `C-${at}-${of}`, profile));
        try {
          answers.push({ name, profile, readings: await readAll(driver, signal) });
        } catch (error) {
          if (!(error instanceof DriverError) || signal.aborted) throw error;
          why ??= error.message;
          if (error.failure === "unreachable") break;
        }
      }
      if (answers.length === 0) return why === undefined ? {} : { silent: { key: candidate.key, why } };
      return { device: foundOf(protocol, candidate, answers) };
    }),
  );
}

function readAll(driver: Driver, signal: AbortSignal): Promise<PointReading[]> {
  return driver.read(
    driver.points.map(({ id }) => id),
    AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]),
  );
}

/** Values that the points can have. A register that is not used is 0, which is possible for most. */
function possibleOf({ readings, profile }: Answer): PointReading[] {
  const points = new Map(profile.points.map((point) => [point.id, point]));
  const possible = readings.filter(({ pointId, value }) => !isOutside(points.get(pointId) ?? {}, value));
  return possible.some(({ value }) => value !== 0) ? possible : [];
}

function foundOf(protocol: ProbedProtocol, candidate: Candidate, answers: readonly Answer[]): FoundDevice {
  const fits = answers.map((answer) => {
    const possible = possibleOf(answer);
    return { ...answer, possible, share: possible.length / answer.profile.points.length };
  });
  const best = fits.toSorted((a, b) => b.share - a.share || b.possible.length - a.possible.length)[0];
  const { key, address } = candidate;
  const common = { protocol, key, address, pointsFrom: 0 };
  if (!best || best.share < fitsFrom[protocol])
    return { ...common, points: [], remarks: ["It answers, and no known profile fits"] };
  const values = new Map(best.possible.map(({ pointId, value }) => [pointId, value]));
  return {
    ...common,
    profile: best.name,
    points: best.profile.points.map(({ id, unit, write }: DriverPoint) => {
      const value = values.get(id);
      return {
        name: id,
        id,
        address: {},
        ...(unit !== undefined && { unit }),
        ...(value !== undefined && { value }),
        isWritable: write !== undefined,
      };
    }),
    remarks: [],
  };
}
