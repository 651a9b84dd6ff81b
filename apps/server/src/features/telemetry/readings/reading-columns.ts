import {
  BigintArray,
  DoubleArray,
  IntegerArray,
  type NumberArray,
  SmallintArray,
  TimestampArray,
} from "#core/database/array-parameters.ts";

import type { Sample } from "./change-filter.ts";

/** Readings as parallel columns in the order of arrival, ready for a statement. */
export class ReadingColumns {
  readonly pointIds = new IntegerArray();
  /** `bigint[]` of ms, or `timestamptz[]`. */
  readonly instants: NumberArray;
  readonly values = new DoubleArray();
  /** 0 good, 1 suspect. */
  readonly qualities = new SmallintArray();
  #hasSuspect = false;

  constructor(instants: "ms" | "timestamps") {
    this.instants = instants === "ms" ? new BigintArray() : new TimestampArray();
  }

  get length(): number {
    return this.pointIds.length;
  }

  /** Whether any reading is suspect. */
  get hasSuspect(): boolean {
    return this.#hasSuspect;
  }

  add(pointId: number, { atMs, value, quality }: Readonly<Sample>): void {
    this.pointIds.push(pointId);
    this.instants.push(atMs);
    this.values.push(value);
    this.qualities.push(quality);
    if (quality !== 0) this.#hasSuspect = true;
  }

  /** Appends the rows `from` (included) to `until` (excluded) of another instance. */
  addFrom(others: ReadingColumns, from: number, until: number): void {
    this.pointIds.pushFrom(others.pointIds, from, until);
    this.instants.pushFrom(others.instants, from, until);
    this.values.pushFrom(others.values, from, until);
    this.qualities.pushFrom(others.qualities, from, until);
    if (others.hasSuspect) this.#hasSuspect = true;
  }
}
