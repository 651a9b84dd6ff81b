import { READINGS_PER_MESSAGE_MAX, type Series } from "@verandah/field/payloads.ts";

import type { DriverPoint, PointReading } from "../drivers/driver.ts";
import { isOutside } from "../drivers/missing-values.ts";

/** Combines readings that arrive close together into one message. */
export class ReadingsCollector {
  readonly #gatherMs: number;
  readonly #emit: (series: Series[]) => void;
  #series = new Map<string, Series>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(gatherMs: number, emit: (series: Series[]) => void) {
    this.#gatherMs = gatherMs;
    this.#emit = emit;
  }

  /** Adds the readings of one poll. */
  addAll(device: string, points: ReadonlyMap<string, DriverPoint>, readings: readonly PointReading[]): void {
    const outside = new Set(
      readings.flatMap(({ pointId, value }) => (isOutside(points.get(pointId) ?? {}, value) ? pointId : [])),
    );
    for (const reading of readings) {
      const point = points.get(reading.pointId);
      const isDoubted = point?.doubtedBy !== undefined && outside.has(point.doubtedBy);
      if (point) this.add(device, point, reading, isDoubted);
    }
  }

  /** `isDoubted`: another value of the device shows that this one cannot be right. */
  add(
    device: string,
    point: Pick<DriverPoint, "id" | "min" | "max">,
    reading: PointReading,
    isDoubted = false,
  ): void {
    const isPossible = !isDoubted && !isOutside(point, reading.value);
    const quality = reading.doubt ?? (isPossible ? undefined : "suspect");
    const value: Series["values"][number] =
      quality === undefined ? [reading.takenAt, reading.value] : [reading.takenAt, reading.value, quality];
    const key = `${device}\n${point.id}`;
    const known = this.#series.get(key);
    if (known) known.values.push(value);
    else this.#series.set(key, { device, point: point.id, values: [value] });
    this.#count++;
    if (this.#count >= READINGS_PER_MESSAGE_MAX) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), this.#gatherMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#count === 0) return;
    const series = [...this.#series.values()];
    this.#series = new Map();
    this.#count = 0;
    this.#emit(series);
  }
}
