import { describe, expect, test, vi } from "vitest";

import { type Driver, DriverError, type PointReading } from "../drivers/driver.ts";
import type { Capabilities } from "../drivers/protocols.ts";

/** Only a device without an answer is late, also on a busy machine, ms. */
export const REQUEST_TIMEOUT_MS = 1_000;

/** A writable point, two values that its device accepts, and one that it refuses. */
export interface WritablePoint {
  pointId: string;
  value: number;
  otherValue: number;
  refusedValue: number;
  /** From now on the device acknowledges writes and ignores them. */
  ignoreWrites: () => void;
}

/** A driver and its simulated device, as each contract test gets them. */
export interface DriverBench extends AsyncDisposable {
  driver: Driver;
  /** The device stops answering. */
  unplug(): void;
  plug(): void;
  /** Changes the device's measurement at `measured`. */
  measure(value: number): void;
  /** Needed for `writes`. */
  writable?: WritablePoint;
  /** A read-only point, and a number that the device can show there. */
  measured: string;
  sample?: number;
  /** A driver of another device at the same address. Needed for `identity`. */
  otherDevice?: Driver;
}

const soon = () => AbortSignal.timeout(10_000);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DriverError ? error.failure : error;
}

type OpenBench = () => Promise<DriverBench>;

/** Tests that every driver passes against its simulated device. The names of the tests contain the capabilities that it lacks. */
export function driverContract(name: string, capabilities: Capabilities, open: OpenBench): void {
  const lacking = Object.entries(capabilities).map(([one, has]) => (has ? "" : `, no ${one}`));
  const { writes, priorities, changeNotices, identity } = capabilities;
  describe(`${name}${lacking.join("")}`, () => {
    readingContract(open);
    (writes ? writingContract : noWritingContract)(open);
    (priorities ? priorityContract : noPriorityContract)(open);
    (changeNotices ? noticeContract : noNoticeContract)(open);
    if (identity) identityContract(open);
  });
}

function writableOf({ writable }: DriverBench): WritablePoint {
  if (!writable) throw new Error("This bench has no writable point");
  return writable;
}

function readingContract(open: OpenBench): void {
  test("reads all points at once, each with its instant", async () => {
    await using bench = await open();
    const began = Date.now();
    const readings = await bench.driver.read(
      bench.driver.points.map((point) => point.id),
      soon(),
    );
    expect(readings.map((reading) => reading.pointId)).toEqual(bench.driver.points.map((point) => point.id));
    for (const reading of readings) expect(reading.takenAt).toBeGreaterThanOrEqual(began);
  });

  test("reads a measured value in the point's unit", async () => {
    await using bench = await open();
    const sample = bench.sample ?? 23.25;
    bench.measure(sample);
    const [reading] = await bench.driver.read([bench.measured], soon());
    expect(reading?.value).toBeCloseTo(sample, 3);
  });

  test("refuses to write a point that can only be read", async () => {
    await using bench = await open();
    expect(await failureOf(bench.driver.write(bench.measured, 1, 8, soon()))).toBe("refused");
  });

  test("reports an unknown point", async () => {
    await using bench = await open();
    expect(await failureOf(bench.driver.read(["no such point"], soon()))).toBe("unknown-point");
    expect(await failureOf(bench.driver.write("no such point", 1, 8, soon()))).toBe("unknown-point");
    expect(await failureOf(bench.driver.readBack("no such point", 8, soon()))).toBe("unknown-point");
  });

  test("reports an unplugged device as unreachable, and reads it again after it is plugged in", async () => {
    await using bench = await open();
    bench.unplug();
    expect(await failureOf(bench.driver.read([bench.measured], soon()))).toBe("unreachable");
    bench.plug();
    expect(await bench.driver.read([bench.measured], soon())).toHaveLength(1);
  });

  test("ends a call at its deadline", async () => {
    await using bench = await open();
    bench.unplug();
    const deadline = AbortSignal.timeout(60);
    // After a pause of this process too, the deadline comes before this timer.
    const late = new Promise((done) => setTimeout(done, 150, "late"));
    const failure = failureOf(bench.driver.read([bench.measured], deadline));
    expect(await Promise.race([failure, late])).toBe("unreachable");
  });
}

function writingContract(open: OpenBench): void {
  test("reports a write to an unplugged device as unreachable", async () => {
    await using bench = await open();
    const { pointId, value } = writableOf(bench);
    bench.unplug();
    expect(await failureOf(bench.driver.write(pointId, value, 8, soon()))).toBe("unreachable");
  });

  test("reads back a written value, and the next one after it", async () => {
    await using bench = await open();
    const { pointId, value, otherValue } = writableOf(bench);
    for (const written of [value, otherValue]) {
      await bench.driver.write(pointId, written, 8, soon());
      const back = await bench.driver.readBack(pointId, 8, soon());
      expect(back.presentValue).toBeCloseTo(written, 3);
      expect([written, undefined]).toContain(back.held);
    }
  });

  test("reads back the old value from a device that ignores a write", async () => {
    await using bench = await open();
    const { pointId, value, ignoreWrites } = writableOf(bench);
    ignoreWrites();
    await bench.driver.write(pointId, value, 8, soon());
    const back = await bench.driver.readBack(pointId, 8, soon());
    expect(back.presentValue).not.toBeCloseTo(value, 3);
    expect(back.held ?? null).toBeNull();
  });

  test("refuses what the device refuses, and life-safety priorities", async () => {
    await using bench = await open();
    const { pointId, value, refusedValue } = writableOf(bench);
    expect(await failureOf(bench.driver.write(pointId, refusedValue, 8, soon()))).toBe("refused");
    expect(await failureOf(bench.driver.write(pointId, value, 6, soon()))).toBe("refused");
  });
}

function priorityContract(open: OpenBench): void {
  test("holds a written value at its priority until it is released", async () => {
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

  test("reads the priority array of a written point", async () => {
    await using bench = await open();
    const { pointId, value } = writableOf(bench);
    await bench.driver.write(pointId, value, 8, soon());
    const arrays = await bench.driver.readSlots?.(soon());
    const slots = arrays?.find((one) => one.pointId === pointId)?.slots;
    expect(slots).toHaveLength(16);
    expect(slots?.[7]).toBeCloseTo(value, 3);
  });

  test("holds a value at a lower priority while a higher one is in force", async () => {
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

function noWritingContract(open: OpenBench): void {
  test("has no point that can be written", async () => {
    await using bench = await open();
    expect(bench.driver.points.filter(({ write }) => write)).toEqual([]);
  });
}

function noPriorityContract(open: OpenBench): void {
  test("has no priority arrays, and refuses to release", async () => {
    await using bench = await open();
    expect(bench.driver).not.toHaveProperty("readSlots");
    const pointId = bench.writable?.pointId ?? bench.measured;
    expect(await failureOf(bench.driver.write(pointId, null, 8, soon()))).toBe("refused");
  });
}

function noticeContract(open: OpenBench): void {
  test("reports changes to a subscriber without polling", async () => {
    await using bench = await open();
    const received: PointReading[] = [];
    const lastsMs = await bench.driver.subscribe?.((reading) => received.push(reading), soon());
    expect(lastsMs).toBeGreaterThan(1_000);
    bench.measure(29.5);
    await vi.waitFor(() => expect(received.at(-1)?.pointId).toBe(bench.measured));
    expect(received.at(-1)?.value).toBeCloseTo(29.5, 3);
  });
}

function noNoticeContract(open: OpenBench): void {
  test("has no subscription", async () => {
    await using bench = await open();
    expect(bench.driver).not.toHaveProperty("subscribe");
  });
}

function identityContract(open: OpenBench): void {
  test("rejects another device at its address", async () => {
    await using bench = await open();
    if (!bench.otherDevice) throw new Error("This bench has no driver of another device");
    const read = bench.otherDevice.read([bench.measured], soon());
    await expect(read).rejects.toMatchObject({ failure: "refused", reason: "wrong-device" });
    expect(await bench.driver.read([bench.measured], soon())).toHaveLength(1);
  });
}
