import { expect, test, vi } from "vitest";

import { type Driver, DriverError, type PointReading } from "./driver.ts";

/** A driver and its simulated device, as each contract test gets them. */
export interface DriverBench extends AsyncDisposable {
  driver: Driver;
  /** Makes the device deaf and dumb. */
  unplug(): void;
  plug(): void;
  /** Acknowledges writes and ignores them from now on. */
  ignoreWrites(): void;
  /** Changes what the device measures at `measured`. */
  measure(value: number): void;
  /** A point that can be written, two values it takes, and one that the device itself refuses; none for a device that is only read. */
  writable?: { pointId: string; value: number; otherValue: number; refusedValue: number };
  /** A point that can only be read, and a number that the device can show there. */
  measured: string;
  sample?: number;
}

const soon = () => AbortSignal.timeout(2_000);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DriverError ? error.failure : error;
}

export interface DriverTraits {
  /** Some of its points can be written. */
  isWritable: boolean;
  /** It keeps an order for each priority. */
  keepsPriorities: boolean;
}

/** Tests that every driver passes against its simulated device, whatever its protocol. */
export function driverContract(name: string, traits: DriverTraits, open: () => Promise<DriverBench>): void {
  readingContract(name, open);
  if (traits.isWritable) writingContract(name, open);
  const priorities = traits.keepsPriorities ? priorityContract : noPriorityContract;
  priorities(name, open);
}

function noPriorityContract(name: string, open: () => Promise<DriverBench>): void {
  test(`${name}: says that it keeps no priorities, and refuses to release`, async () => {
    await using bench = await open();
    expect(bench.driver.keepsPriorities).toBe(false);
    const pointId = bench.writable?.pointId ?? bench.measured;
    expect(await failureOf(bench.driver.write(pointId, null, 8, soon()))).toBe("refused");
  });
}

function writableOf({ writable }: DriverBench): NonNullable<DriverBench["writable"]> {
  if (!writable) throw new Error("This bench has nothing to write");
  return writable;
}

function readingContract(name: string, open: () => Promise<DriverBench>): void {
  test(`${name}: all points are read at once, each with its instant`, async () => {
    await using bench = await open();
    const began = Date.now();
    const readings = await bench.driver.read(
      bench.driver.points.map((point) => point.id),
      soon(),
    );
    expect(readings.map((reading) => reading.pointId)).toEqual(bench.driver.points.map((point) => point.id));
    for (const reading of readings) expect(reading.takenAt).toBeGreaterThanOrEqual(began);
  });

  test(`${name}: a measured value arrives in the point's unit`, async () => {
    await using bench = await open();
    const sample = bench.sample ?? 23.25;
    bench.measure(sample);
    const [reading] = await bench.driver.read([bench.measured], soon());
    expect(reading?.value).toBeCloseTo(sample, 3);
  });

  test(`${name}: a point that is only read is not written`, async () => {
    await using bench = await open();
    expect(await failureOf(bench.driver.write(bench.measured, 1, 8, soon()))).toBe("refused");
  });

  test(`${name}: an unknown point is said to be unknown`, async () => {
    await using bench = await open();
    expect(await failureOf(bench.driver.read(["no such point"], soon()))).toBe("unknown-point");
    expect(await failureOf(bench.driver.write("no such point", 1, 8, soon()))).toBe("unknown-point");
    expect(await failureOf(bench.driver.readBack("no such point", 8, soon()))).toBe("unknown-point");
  });

  test(`${name}: an unplugged device is unreachable, and reachable again when plugged in`, async () => {
    await using bench = await open();
    bench.unplug();
    expect(await failureOf(bench.driver.read([bench.measured], soon()))).toBe("unreachable");
    bench.plug();
    expect(await bench.driver.read([bench.measured], soon())).toHaveLength(1);
  });

  test(`${name}: no call outlives its deadline`, async () => {
    await using bench = await open();
    bench.unplug();
    const began = performance.now();
    expect(await failureOf(bench.driver.read([bench.measured], AbortSignal.timeout(60)))).toBe("unreachable");
    expect(performance.now() - began).toBeLessThan(150);
  });

  test(`${name}: a subscriber hears changes without polling`, async () => {
    await using bench = await open();
    const heard: PointReading[] = [];
    const lastsMs = await bench.driver.subscribe?.((reading) => heard.push(reading), soon());
    if (lastsMs === undefined) return;
    expect(lastsMs).toBeGreaterThan(1_000);
    bench.measure(29.5);
    await vi.waitFor(() => expect(heard.at(-1)?.pointId).toBe(bench.measured));
    expect(heard.at(-1)?.value).toBeCloseTo(29.5, 3);
  });
}

function writingContract(name: string, open: () => Promise<DriverBench>): void {
  test(`${name}: a write to an unplugged device is unreachable`, async () => {
    await using bench = await open();
    const { pointId, value } = writableOf(bench);
    bench.unplug();
    expect(await failureOf(bench.driver.write(pointId, value, 8, soon()))).toBe("unreachable");
  });

  test(`${name}: a written value reads back, and the next one takes its place`, async () => {
    await using bench = await open();
    const { pointId, value, otherValue } = writableOf(bench);
    for (const wish of [value, otherValue]) {
      await bench.driver.write(pointId, wish, 8, soon());
      const back = await bench.driver.readBack(pointId, 8, soon());
      expect(back.presentValue).toBeCloseTo(wish, 3);
      expect([wish, undefined]).toContain(back.held);
    }
  });

  test(`${name}: a device that ignores a write shows it in what reads back`, async () => {
    await using bench = await open();
    const { pointId, value } = writableOf(bench);
    bench.ignoreWrites();
    await bench.driver.write(pointId, value, 8, soon());
    const back = await bench.driver.readBack(pointId, 8, soon());
    expect(back.presentValue).not.toBeCloseTo(value, 3);
    expect(back.held ?? null).toBeNull();
  });

  test(`${name}: what the device refuses is refused, and so are life-safety priorities`, async () => {
    await using bench = await open();
    const { pointId, value, refusedValue } = writableOf(bench);
    expect(await failureOf(bench.driver.write(pointId, refusedValue, 8, soon()))).toBe("refused");
    expect(await failureOf(bench.driver.write(pointId, value, 6, soon()))).toBe("refused");
  });
}

function priorityContract(name: string, open: () => Promise<DriverBench>): void {
  test(`${name}: a written value reads back, is held at its priority, and is gone when released`, async () => {
    await using bench = await open();
    const { pointId, value } = writableOf(bench);
    const before = await bench.driver.readBack(pointId, 8, soon());
    await bench.driver.write(pointId, value, 8, soon());
    const during = await bench.driver.readBack(pointId, 8, soon());
    expect(during.presentValue).toBeCloseTo(value, 3);
    expect([value, undefined]).toContain(during.held);
    expect(during.overriddenBy).toBeUndefined();
    await bench.driver.write(pointId, null, 8, soon());
    const after = await bench.driver.readBack(pointId, 8, soon());
    expect(after.presentValue).toBeCloseTo(before.presentValue, 3);
  });

  test(`${name}: a lower priority is held and does not show while a higher one is in force`, async () => {
    await using bench = await open();
    const { pointId, value, otherValue } = writableOf(bench);
    await bench.driver.write(pointId, value, 8, soon());
    await bench.driver.write(pointId, otherValue, 16, soon());
    const back = await bench.driver.readBack(pointId, 16, soon());
    expect(back).toMatchObject({
      presentValue: value,
      held: otherValue,
      overriddenBy: { priority: 8, value },
    });
  });
}
