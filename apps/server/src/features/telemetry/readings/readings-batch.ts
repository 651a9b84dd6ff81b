import type { StoredValue } from "#core/bus.ts";

import type { PointRow } from "../points.repository.ts";
import type { Sample } from "./change-filter.ts";
import { ReadingColumns } from "./reading-columns.ts";

/** Readings that are committed together, and the promise that their senders wait for. */
export class ReadingsBatch {
  readonly rows = new ReadingColumns("ms");
  /** Readings with a wrong clock. */
  readonly misdated = new ReadingColumns("timestamps");
  readonly #newest = new Map<number, StoredValue>();
  readonly #outcome = Promise.withResolvers<void>();
  /** Number of rows after the rows of each sender. */
  readonly #rowsUntil: number[] = [];
  /** Number of readings received, including those that are not stored. */
  readings = 0;

  get hasSenders(): boolean {
    return this.#rowsUntil.length > 0;
  }

  /** Whether the batch contains no rows for the database. */
  get isEmpty(): boolean {
    return this.rows.length === 0 && this.#newest.size === 0;
  }

  setLatest(point: PointRow, { atMs, value, quality }: Readonly<Sample>): void {
    const newest = this.#newest.get(point.pointId);
    if (!newest) this.#newest.set(point.pointId, { point, atMs, value, quality });
    else if (atMs > newest.atMs) {
      newest.atMs = atMs;
      newest.value = value;
      newest.quality = quality;
    }
  }

  /** Removes the latest values of points that have a newer one in the database. */
  dropLatest(pointIds: readonly number[]): void {
    for (const pointId of pointIds) this.#newest.delete(pointId);
  }

  newest(): StoredValue[] {
    return [...this.#newest.values()];
  }

  /**
   * The newest values as columns, ordered by point: all writers lock rows in the same order.
   *
   * @param isKnown whether a point has a latest value already
   */
  latest(isKnown: (pointId: number) => boolean): { known: ReadingColumns; first: ReadingColumns } {
    const known = new ReadingColumns("timestamps");
    const first = new ReadingColumns("timestamps");
    for (const pointId of Uint32Array.from(this.#newest.keys()).toSorted()) {
      const newest = this.#newest.get(pointId);
      if (newest) (isKnown(pointId) ? known : first).add(pointId, newest);
    }
    return { known, first };
  }

  pointIds(): Iterable<number> {
    return this.#newest.keys();
  }

  /**
   * Waits for the batch, for the sender of `readings` values whose rows were added last. All senders share one promise: with thousands of
   * senders, separate ones would use more memory than the readings.
   *
   * @returns when the batch is committed
   */
  wait(readings: number): Promise<void> {
    this.readings += readings;
    this.#rowsUntil.push(this.rows.length);
    return this.#outcome.promise;
  }

  /** Splits the batch into one batch per sender. These contain no latest values: the next reading of each point sets them. */
  split(): ReadingsBatch[] {
    let from = 0;
    return this.#rowsUntil.map((until) => {
      const part = new ReadingsBatch();
      part.rows.addFrom(this.rows, from, until);
      part.#rowsUntil.push(part.rows.length);
      from = until;
      return part;
    });
  }

  /** Resolves the promise of all senders, or rejects it with `error`. */
  settle(error?: Error): void {
    if (!error) return this.#outcome.resolve();
    // Avoids an unhandled rejection of a batch without senders.
    this.#outcome.promise.catch(() => undefined);
    this.#outcome.reject(error);
  }
}
