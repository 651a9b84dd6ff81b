import { type ModbusPoint, type ModbusProfile, widthOf } from "@verandah/field/protocols/modbus.ts";

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
import { ModbusLine, ModbusRefusal } from "./modbus-line.ts";
import { blocksOf, type RegisterBlock, valueOf, wordsOf } from "./registers.ts";

export interface ModbusDeviceOptions {
  line: ModbusLine;
  unitId: number;
  profile: ModbusProfile;
  now?: () => number;
}

/** The device does not have a register, or part of a block. Source: Modbus application protocol V1.1b3 §7. */
const ILLEGAL_ADDRESS = 2;

/** A driver of one unit behind a Modbus TCP server. Source: Modbus application protocol V1.1b3 §6.3, §6.4, §6.6, §6.12. */
export function createModbusDriver({ line, unitId, profile, now = Date.now }: ModbusDeviceOptions): Driver {
  const byId = new Map(profile.points.map((point) => [point.id, point]));

  async function readBlock(block: RegisterBlock, signal: AbortSignal): Promise<PointReading[]> {
    const { data } = await line.request(
      unitId,
      (client) =>
        block.table === "holding"
          ? client.readHoldingRegisters(block.register, block.count)
          : client.readInputRegisters(block.register, block.count),
      signal,
    );
    if (data.length !== block.count)
      throw new DriverError("garbled", { detail: `${data.length} registers instead of ${block.count}` });
    const takenAt = now();
    return block.points.flatMap((point) => {
      const at = point.register - block.register;
      const value = valueOf(point, data.slice(at, at + widthOf[point.type]));
      return value === undefined ? [] : [{ pointId: point.id, value, takenAt }];
    });
  }

  /** Reads a refused block point by point, so that a wrong register affects only its point. */
  async function readBlockOrParts(block: RegisterBlock, signal: AbortSignal): Promise<PointReading[]> {
    try {
      return await readBlock(block, signal);
    } catch (error) {
      if (!(error instanceof ModbusRefusal) || error.code !== ILLEGAL_ADDRESS) throw error;
      if (block.points.length === 1) return [];
    }
    const readings: PointReading[] = [];
    for (const point of block.points)
      for (const part of blocksOf([point], profile)) readings.push(...(await readBlockOrParts(part, signal)));
    return readings;
  }

  async function read(points: readonly ModbusPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const readings = new Map<string, PointReading>();
    for (const block of blocksOf(points, profile))
      for (const reading of await readBlockOrParts(block, signal)) readings.set(reading.pointId, reading);
    return points.flatMap(({ id }) => readings.get(id) ?? []);
  }

  return {
    ...createReadOnlyDriver(profile.points, read),
    async write(pointId, value, priority, signal) {
      const point = knownPoint(byId, pointId);
      checkWritable(point, priority);
      if (value === null) throw new DriverError("refused", { detail: "Modbus has no priorities to release" });
      const words = wordsOf(point, value);
      if (!words) throw new DriverError("refused", { detail: `${value} does not fit into ${point.type}` });
      const [first = 0] = words;
      await line.request(
        unitId,
        async (client) => {
          await (words.length === 1
            ? client.writeRegister(point.register, first)
            : client.writeRegisters(point.register, words));
        },
        signal,
      );
    },
  };
}

export const open: OpenDrivers<"modbus"> = async ({ requestTimeoutMs }, devices) => {
  const counts = { malformed: 0, unasked: 0, reconnects: 0 };
  const lines = new Map<string, ModbusLine>();
  return driversOf(
    devices,
    ({ settings: { address: at, unitId }, profile }) => {
      const line = lines.get(at) ?? new ModbusLine({ address: at, requestTimeoutMs, counts });
      lines.set(at, line);
      return createModbusDriver({ line, unitId, profile });
    },
    () => ({ ...counts }),
    () => lines.values(),
  );
};
