import { modbusProfile, type RegisterType } from "@verandah/field/protocols/modbus.ts";
import { expect, test } from "vitest";

import { blocksOf, valueOf, wordsOf } from "./registers.ts";

/** Blocks of points at some registers, as `[first register, number of registers]`. */
function blocks(registersPerRead: number, at: readonly (readonly [register: number, type: RegisterType])[]) {
  const profile = modbusProfile.parse({
    protocol: "modbus",
    registersPerRead,
    points: at.map(([register, type], index) => ({ id: `P${index}`, register, type, unit: "none" })),
  });
  return blocksOf(profile.points, profile).map(({ register, count }) => [register, count]);
}

test("a request has at most the registers that the device allows", () => {
  const ends = [
    [0, "uint16"],
    [8, "uint32"],
  ] as const;
  expect(blocks(10, ends)).toEqual([[0, 10]]);
  expect(blocks(9, ends)).toEqual([
    [0, 1],
    [8, 2],
  ]);
});

test("a point within the registers of another point does not shorten the block", () => {
  expect(
    blocks(20, [
      [0, "float64"],
      [1, "uint16"],
    ]),
  ).toEqual([[0, 4]]);
});

const one = (type: RegisterType, scale = 1) => ({ type, wordOrder: "high-first", scale }) as const;

test.each([
  ["uint16", 0, 65_535],
  ["int16", -32_768, 32_767],
  ["uint32", 0, 4_294_967_295],
  ["int32", -2_147_483_648, 2_147_483_647],
] as const)("%s stores and reads back %i to %i, and nothing outside", (type, min, max) => {
  for (const value of [min, max]) expect(valueOf(one(type), wordsOf(one(type), value) ?? [])).toBe(value);
  expect([wordsOf(one(type), min - 1), wordsOf(one(type), max + 1)]).toEqual([undefined, undefined]);
});

test("rounds a written value to the register's step, and keeps the seven digits of a real number", () => {
  expect(wordsOf(one("uint16", 0.01), 0.29)).toEqual([29]);
  expect(wordsOf(one("uint16", 0.1), 21.97)).toEqual([220]);
  expect(valueOf(one("float32"), wordsOf(one("float32"), 1_234.567) ?? [])).toBe(1_234.567);
});

test.each([
  ["int32", [0x8000, 0], undefined],
  ["uint32", [0xffff, 0xffff], undefined],
  ["int16", [0x8000], undefined],
  ["uint16", [0xffff], undefined],
  ["uint16", [0xfffe], 65_534],
  ["uint16", [255], 255],
] as const)("the code %s %j is missing where the point cannot measure it", (type, words, value) => {
  expect(valueOf({ ...one(type), min: 0, max: 350 }, words)).toBe(value);
});

test("a code that the point can measure is a value, unless the profile names it", () => {
  expect(valueOf({ ...one("uint16"), min: 0, max: 100_000 }, [0xffff])).toBe(65_535);
  expect(valueOf({ ...one("uint16"), missing: [0xffff] }, [0xffff])).toBeUndefined();
});
