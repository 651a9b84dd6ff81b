import {
  type ModbusPoint,
  type ModbusProfile,
  type RegisterType,
  widthOf,
} from "@verandah/field/protocols/modbus.ts";

import { valueOfRaw } from "../missing-values.ts";

/** Registers that one request reads, and the points in them. */
export interface RegisterBlock {
  readonly table: ModbusPoint["table"];
  readonly register: number;
  readonly count: number;
  readonly points: readonly ModbusPoint[];
}

/** Groups points into the fewest requests that the device allows. */
export function blocksOf(
  points: readonly ModbusPoint[],
  { registersPerRead, registerGap }: Pick<ModbusProfile, "registersPerRead" | "registerGap">,
): RegisterBlock[] {
  const blocks: { table: ModbusPoint["table"]; register: number; count: number; points: ModbusPoint[] }[] =
    [];
  const inOrder = points.toSorted((a, b) => a.table.localeCompare(b.table) || a.register - b.register);
  for (const point of inOrder) {
    const end = point.register + widthOf[point.type];
    const block = blocks.at(-1);
    const fits =
      block?.table === point.table &&
      point.register - (block.register + block.count) <= registerGap &&
      end - block.register <= registersPerRead;
    if (fits) {
      block.count = Math.max(block.count, end - block.register);
      block.points.push(point);
    } else
      blocks.push({
        table: point.table,
        register: point.register,
        count: widthOf[point.type],
        points: [point],
      });
  }
  return blocks;
}

const limits: Partial<Record<RegisterType, readonly [min: number, max: number]>> = {
  uint16: [0, 0xffff],
  int16: [-0x8000, 0x7fff],
  uint32: [0, 0xffff_ffff],
  int32: [-0x8000_0000, 0x7fff_ffff],
  uint64: [0, Number.MAX_SAFE_INTEGER],
};

/** Significant digits of a value. Further digits are noise of the conversion to a double. */
const digitsOf = (type: RegisterType) => (type === "float32" ? 7 : 15);

type NumberPoint = Pick<ModbusPoint, "type" | "wordOrder" | "scale">;

/** The point's value in its unit; undefined when its registers do not hold a number, or one that means "no value". */
export function valueOf(
  point: NumberPoint & Partial<ModbusPoint>,
  words: readonly number[],
): number | undefined {
  const { type, wordOrder, missing = [] } = point;
  const bytes = Buffer.alloc(words.length * 2);
  const ordered = wordOrder === "low-first" ? words.toReversed() : words;
  for (const [index, word] of ordered.entries()) bytes.writeUInt16BE(word, index * 2);
  const raw = readRaw[type](bytes);
  return Number.isFinite(raw) ? valueOfRaw({ ...point, missing }, raw, digitsOf(type)) : undefined;
}

const readRaw: Record<RegisterType, (bytes: Buffer) => number> = {
  uint16: (bytes) => bytes.readUInt16BE(),
  int16: (bytes) => bytes.readInt16BE(),
  uint32: (bytes) => bytes.readUInt32BE(),
  int32: (bytes) => bytes.readInt32BE(),
  float32: (bytes) => bytes.readFloatBE(),
  uint64: (bytes) => Number(bytes.readBigUInt64BE()),
  float64: (bytes) => bytes.readDoubleBE(),
};

/** The registers for `value`; undefined when it does not fit. */
export function wordsOf({ type, wordOrder, scale }: NumberPoint, value: number): number[] | undefined {
  const range = limits[type];
  const raw = range ? Math.round(value / scale) : value / scale;
  if (range && (raw < range[0] || raw > range[1])) return undefined;
  const bytes = Buffer.alloc(widthOf[type] * 2);
  if (type === "float32") bytes.writeFloatBE(raw);
  else if (type === "float64") bytes.writeDoubleBE(raw);
  else if (type === "uint64") bytes.writeBigUInt64BE(BigInt(raw));
  else if (widthOf[type] === 1) bytes.writeUInt16BE(raw & 0xffff);
  else bytes.writeUInt32BE(raw >>> 0);
  const words = Array.from({ length: widthOf[type] }, (_word, index) => bytes.readUInt16BE(index * 2));
  return wordOrder === "low-first" ? words.toReversed() : words;
}
