import type { Conversion } from "@verandah/equipment/unit-conversions.ts";

import type { Driver, PointReading } from "./driver.ts";

/** Significant digits of a value. Further digits are noise of the conversion. */
const DIGITS = 12;
const rounded = (value: number) => Number(value.toPrecision(DIGITS));

/** Wraps a driver whose values are in units of the field. The result uses the units of the catalogue. */
export function convertUnits(driver: Driver): Driver {
  const conversions = new Map(driver.points.map(({ id, conversion }) => [id, conversion]));
  if ([...conversions.values()].every((one) => one === undefined)) return driver;

  const convert =
    <N extends number | null | undefined>(change: (value: number, by: Conversion) => number) =>
    (pointId: string, value: N): N | number => {
      const by = conversions.get(pointId);
      return by && typeof value === "number" ? rounded(change(value, by)) : value;
    };
  const toProduct = convert<number>((value, { scale, offset }) => value * scale + offset);
  const slotToProduct = convert<number | null>((value, { scale, offset }) => value * scale + offset);
  const toField = convert<number | null>((value, { scale, offset }) => (value - offset) / scale);
  const readingOf = (reading: PointReading) => ({
    ...reading,
    value: toProduct(reading.pointId, reading.value),
  });

  return {
    points: driver.points,
    read: async (pointIds, signal) => (await driver.read(pointIds, signal)).map(readingOf),
    write: (pointId, value, priority, signal) =>
      driver.write(pointId, toField(pointId, value), priority, signal),
    async readBack(pointId, priority, signal) {
      const { presentValue, held, overriddenBy } = await driver.readBack(pointId, priority, signal);
      return {
        presentValue: toProduct(pointId, presentValue),
        held: held === undefined ? undefined : slotToProduct(pointId, held),
        overriddenBy: overriddenBy && { ...overriddenBy, value: toProduct(pointId, overriddenBy.value) },
      };
    },
    ...(driver.readSlots && {
      readSlots: async (signal: AbortSignal) =>
        ((await driver.readSlots?.(signal)) ?? []).map(({ pointId, presentValue, slots }) => ({
          pointId,
          presentValue: toProduct(pointId, presentValue),
          slots: slots.map((value) => slotToProduct(pointId, value)),
        })),
    }),
    ...(driver.subscribe && {
      subscribe: async (onReading: (reading: PointReading) => void, signal: AbortSignal) =>
        (await driver.subscribe?.((reading) => onReading(readingOf(reading)), signal)) ?? 0,
    }),
    [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose](),
  };
}
