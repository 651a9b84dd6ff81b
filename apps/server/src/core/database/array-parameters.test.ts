import { expect, test } from "vitest";
import { z } from "zod";

import { startTestApp } from "../../testing/start-test-app.ts";
import {
  BigintArray,
  DoubleArray,
  IntegerArray,
  type NumberArray,
  SmallintArray,
  TimestampArray,
} from "./array-parameters.ts";

const filled = <A extends NumberArray>(array: A, values: readonly number[]): A => {
  for (const value of values) array.push(value);
  return array;
};

/** More elements than the first buffer of an array holds. */
const many = Array.from({ length: 200 }, (_, at) => at - 100);

test.each([
  ["smallint", new SmallintArray(), [0, -1, 32_767, -32_768, ...many]],
  ["int", new IntegerArray(), [0, -1, 2_147_483_647, -2_147_483_648, ...many]],
  ["bigint", new BigintArray(), [0, -1, 4_294_967_296, -4_294_967_297, 9_007_199_254_740_991, ...many]],
  ["float8", new DoubleArray(), [0, -0.1, 1e308, 5e-324, ...many]],
])("the database reads the same elements from an array of %s", async (type, array, values) => {
  await using app = await startTestApp();
  const read = async (parameter: Buffer) => {
    const { rows } = await app.query(`select $1::${type}[]::text[] as values`, [parameter]);
    return z.array(z.coerce.number()).parse(rows[0]?.["values"]);
  };
  expect(await read(array.toParameter())).toEqual([]);
  expect(await read(filled(array, values).toParameter())).toEqual(values);
});

test("the database reads the same instants from an array", async () => {
  await using app = await startTestApp();
  const instants = [0, 946_684_800_000, 1_767_225_600_123, 4_102_444_800_999];
  const { rows } = await app.query("select $1::timestamptz[] as values", [
    filled(new TimestampArray(), instants).toParameter(),
  ]);
  expect(rows[0]?.["values"]).toEqual(instants.map((instant) => new Date(instant)));
});

test("appends a slice of one array to another", async () => {
  await using app = await startTestApp();
  const whole = filled(new IntegerArray(), many);
  const part = filled(new IntegerArray(), [1_000]);
  part.pushFrom(whole, 3, 6);
  part.pushFrom(whole, 0, 0);
  part.push(2_000);
  const { rows } = await app.query("select $1::int[] as values", [part.toParameter()]);
  expect(rows[0]?.["values"]).toEqual([1_000, -97, -96, -95, 2_000]);
});
