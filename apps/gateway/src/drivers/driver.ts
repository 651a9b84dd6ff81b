import type { Doubt } from "@verandah/equipment/doubts.ts";
import type { WriteRule } from "@verandah/equipment/schema.ts";
import type { Conversion } from "@verandah/equipment/unit-conversions.ts";
import type { Unit } from "@verandah/equipment/units.ts";
import type { FoundDevice } from "@verandah/field/found-devices.ts";
import type { DeviceHealth, HeldValue } from "@verandah/field/payloads.ts";

/** A point as the driver's callers use it, without its address in the device. */
export interface DriverPoint {
  readonly id: string;
  readonly unit?: Unit | undefined;
  /** Physically possible range, in `unit`. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The value is suspect while this point is outside its range. */
  readonly doubtedBy?: string | undefined;
  /** Values that may be written, in `unit`; undefined for a read-only point. */
  readonly write?: WriteRule | undefined;
  /** Conversion from the unit in the field; undefined when that unit is `unit`. */
  readonly conversion?: Conversion | undefined;
}

export interface PointReading {
  readonly pointId: string;
  /** In the point's unit. */
  readonly value: number;
  /** Instant, ms. */
  readonly takenAt: number;
  /** Why the device does not vouch for the value. */
  readonly doubt?: Doubt | undefined;
}

/** The result of reading a point back after a write. */
export interface ReadBack {
  readonly presentValue: number;
  /** Value that the device holds at the command's priority; null when released, undefined without a priority array. */
  readonly held: number | null | undefined;
  /** A higher priority that is in force; undefined without one. */
  readonly overriddenBy?: HeldValue | undefined;
}

/** Value that the device holds; without a priority array, the present value. */
export const heldIn = ({ held, presentValue }: ReadBack): number | null =>
  held === undefined ? presentValue : held;

/** Maximum difference of equal values. For large values it is one part in a million, because a REAL has seven digits. */
const TOLERANCE = 1e-3;

export function isSameValue(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= Math.max(TOLERANCE, 1e-6 * Math.abs(b));
}

/** The slots of a commandable point. */
export interface PointSlots {
  readonly pointId: string;
  readonly presentValue: number;
  /** Sixteen values in the point's unit, priority 1 first; null is an empty slot. */
  readonly slots: readonly (number | null)[];
}

/** The first priority that holds a value; with `below`, the first one above that priority. */
export function winningSlot(slots: readonly (number | null)[], below = Infinity): HeldValue | undefined {
  for (const [index, value] of slots.entries())
    if (value !== null && index + 1 < below) return { priority: index + 1, value };
  return undefined;
}

/**
 * Why a request failed: no answer within the deadline, refused by the device, an invalid answer, or an unknown point. `not-yet`: the device
 * sends by itself, and has had too little time to send, so its state is unknown.
 */
export type DriverFailure = "unreachable" | "refused" | "garbled" | "unknown-point" | "not-yet";

/** Why a device cannot be read, as its health message reports it. */
export type OfflineReason = NonNullable<DeviceHealth["reason"]>;

const reasonOf: Record<DriverFailure, OfflineReason> = {
  unreachable: "no-answer",
  refused: "error-reply",
  garbled: "not-understood",
  "unknown-point": "error-reply",
  "not-yet": "no-answer",
};

export class DriverError extends Error {
  readonly failure: DriverFailure;
  readonly detail: string | undefined;
  readonly reason: OfflineReason;

  constructor(
    failure: DriverFailure,
    options?: ErrorOptions & { detail?: string; reason?: OfflineReason | undefined },
  ) {
    super(`Field device ${failure}${options?.detail ? `: ${options.detail}` : ""}`, options);
    this.name = "DriverError";
    this.failure = failure;
    this.detail = options?.detail;
    this.reason = options?.reason ?? reasonOf[failure];
  }
}

/** The connection to one field device. Every call ends at the latest when its signal aborts. */
export interface Driver extends AsyncDisposable {
  readonly points: readonly DriverPoint[];
  /** Reads points. The result does not contain points that the device refuses. @throws DriverError */
  read(pointIds: readonly string[], signal: AbortSignal): Promise<PointReading[]>;
  /**
   * Writes a value, in the point's unit, at a priority of 7 to 16; null releases the priority.
   *
   * @throws DriverError
   */
  write(pointId: string, value: number | null, priority: number, signal: AbortSignal): Promise<void>;
  /** @throws DriverError */
  readBack(pointId: string, priority: number, signal: AbortSignal): Promise<ReadBack>;
  /** Reads the priority array of each writable point. Undefined for a protocol without priorities. @throws DriverError */
  readSlots?(signal: AbortSignal): Promise<PointSlots[]>;
  /**
   * Subscribes to changes of the points. Returns the time until the renewal, ms; undefined for a protocol that can only be polled. @throws
   * DriverError
   */
  subscribe?(onReading: (reading: PointReading) => void, signal: AbortSignal): Promise<number>;
}

/** Priorities 1 to 6 are for life safety and never written. Source: ASHRAE 135 §19.2. */
const HIGHEST_PRIORITY = 7;
const LOWEST_PRIORITY = 16;

/** @throws DriverError "unknown-point" */
export function knownPoint<T extends DriverPoint>(points: ReadonlyMap<string, T>, id: string): T {
  const point = points.get(id);
  if (!point) throw new DriverError("unknown-point", { detail: id });
  return point;
}

/** @throws DriverError "refused" for a read-only point, and for a priority that the product does not use */
export function checkWritable(point: DriverPoint, priority: number): void {
  if (!point.write) throw new DriverError("refused", { detail: `${point.id} is read-only` });
  if (!Number.isInteger(priority) || priority < HIGHEST_PRIORITY || priority > LOWEST_PRIORITY)
    throw new DriverError("refused", {
      detail: `priority ${priority} is not ${HIGHEST_PRIORITY} to ${LOWEST_PRIORITY}`,
    });
}

/** A driver of a device that can only be read. `readPoints` leaves out a point without a value. */
export function createReadOnlyDriver<T extends DriverPoint>(
  points: readonly T[],
  readPoints: (points: readonly T[], signal: AbortSignal) => Promise<PointReading[]>,
  close = async () => {},
): Driver {
  const byId = new Map(points.map((point) => [point.id, point]));
  return {
    points,
    async read(pointIds, signal) {
      return readPoints(
        pointIds.map((id) => knownPoint(byId, id)),
        signal,
      );
    },
    async write(pointId) {
      throw new DriverError("refused", { detail: `${knownPoint(byId, pointId).id} is read-only` });
    },
    async readBack(pointId, _priority, signal) {
      const [reading] = await readPoints([knownPoint(byId, pointId)], signal);
      if (!reading) throw new DriverError("garbled", { detail: `no value of ${pointId}` });
      return { presentValue: reading.value, held: undefined };
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Numbers of rejected packets and errors of a protocol's drivers since the start, by name. */
export type DriverCounts = Record<string, number>;

/** All devices of one protocol: the resources that they share, e.g. a socket, and the driver of each. */
export interface ProtocolDrivers extends AsyncDisposable {
  readonly drivers: ReadonlyMap<string, Driver>;
  counts(): DriverCounts;
  /** Looks for devices with what the drivers share. Undefined for a protocol whose devices are found by asking each address. */
  scan?: (task: ScanTask, signal: AbortSignal) => AsyncIterable<ScanStep>;
}

/** `settings`: those of `scanSettings` for the protocol. */
export interface ScanTask {
  readonly settings: unknown;
  /** Keys of devices that need not be read again. */
  readonly known: readonly string[];
  readonly ratePerSecond: number;
}

/** Progress of a scan: addresses asked so far and in all, with a device that was found or one that does not answer. */
export interface ScanStep {
  readonly asked: number;
  readonly total?: number;
  readonly device?: FoundDevice;
  readonly silent?: { key: string; why: string };
}

/** Creates one driver per device. `connections` are those that devices share. */
export function driversOf<D extends { settings: { ssid: string } }>(
  devices: readonly D[],
  create: (device: D, index: number) => Driver,
  counts: () => DriverCounts,
  connections: () => Iterable<AsyncDisposable> = () => [],
  scan?: ProtocolDrivers["scan"],
): ProtocolDrivers {
  const drivers = new Map(
    devices.map((device, index) => [device.settings.ssid, create(device, index)] as const),
  );
  return {
    drivers,
    counts,
    ...(scan && { scan }),
    async [Symbol.asyncDispose]() {
      for (const one of [...drivers.values(), ...connections()]) await one[Symbol.asyncDispose]();
    },
  };
}
