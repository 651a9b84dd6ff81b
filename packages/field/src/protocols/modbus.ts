import { z } from "zod";

import { address, commonSettings, defineProtocolData, requestTimeout } from "./fields.ts";
import { missingField, pointList, profilePoint, typeName, writeRange } from "./profile-point.ts";

/** Registers of 16 bits that a number takes. */
export const widthOf = {
  uint16: 1,
  int16: 1,
  uint32: 2,
  int32: 2,
  float32: 2,
  uint64: 4,
  float64: 4,
} as const;
export type RegisterType = keyof typeof widthOf;

const ADDRESS_MAX = 65_535;
/** Maximum registers of one request. Source: Modbus application protocol V1.1b3 §6.3. */
const REGISTERS_MAX = 125;

const modbusPoint = profilePoint
  .extend({
    ...missingField,
    /** First register, counted from 0 as in the protocol: 40101 in many manuals is 100. */
    register: z.int().min(0).max(ADDRESS_MAX),
    /** `holding` is read with function 3, `input` with function 4. */
    table: z.enum(["holding", "input"]).default("holding"),
    type: z.enum(["uint16", "int16", "uint32", "int32", "float32", "uint64", "float64"]),
    /** Which word of a number of several registers comes first. */
    wordOrder: z.enum(["high-first", "low-first"]).default("high-first"),
    /** Value in the product for one step of the register. */
    scale: z
      .number()
      .refine((scale) => scale !== 0, "A scale is not 0")
      .default(1),
    write: writeRange.optional(),
  })
  .refine(({ register, type }) => register + widthOf[type] - 1 <= ADDRESS_MAX, "The registers end at 65535")
  .refine(({ table, write }) => table === "holding" || !write, "An input register is read-only")
  .transform((point) => ({ ...point, isWritable: point.table === "holding" }));
export type ModbusPoint = z.output<typeof modbusPoint>;

/** The points of one type of Modbus device. */
export const modbusProfile = z.strictObject({
  protocol: z.literal("modbus"),
  type: typeName,
  /** Maximum registers of one request to this device. */
  registersPerRead: z.int().min(4).max(REGISTERS_MAX).default(120),
  /** Unused registers that a request may include, so that two points share a request; 0 for a device that refuses gaps. */
  registerGap: z.int().min(0).max(100).default(8),
  points: pointList(modbusPoint),
});
export type ModbusProfile = z.output<typeof modbusProfile>;

/** Modbus TCP. Devices at one address share its connection. Source: Modbus application protocol V1.1b3. */
export const modbus = defineProtocolData({
  shared: z.strictObject(requestTimeout).prefault({}),
  device: z.strictObject({
    ...commonSettings,
    driver: z.literal("modbus"),
    address,
    /** Unit id at the address; 255 or 0 for a device without a Modbus gateway. */
    unitId: z.int().min(0).max(255).default(1),
  }),
  profile: modbusProfile,
});
