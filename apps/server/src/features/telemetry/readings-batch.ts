import type { StoredValue } from "#core/bus.ts";

import type { Sample } from "./change-filter.ts";
import type { PointRow } from "./points.repository.ts";
import { ReadingColumns } from "./reading-columns.ts";

/** What is committed together, and who waits for it. */
export class ReadingsBatch {
  readonly rows = new ReadingColumns("ms");
  /** Those of wrong clocks. */
  readonly misdated = new ReadingColumns("timestamps");
  readonly #newest = new Map<number, StoredValue>();
  readonly #outcome = Promise.withResolvers<void>();
  /** How many rows there were after each sender's. */
  readonly #rowsUntil: number[] = [];
  /** Readings that came, whether they are stored or not. */
  readings = 0;

  get hasSenders(): boolean {
    return this.#rowsUntil.length > 0;
  }

  /** Nothing in it is for the database. */
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

  /** The newest value of each point. */
  newest(): StoredValue[] {
    return [...this.#newest.values()];
  }

  /**
   * The newest values as columns, by point: whoever locks several does so in the same order.
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

  /** The points that have a newest value. */
  pointIds(): Iterable<number> {
    return this.#newest.keys();
  }

  /**
   * Waits for the batch, as the sender of `readings` values, whose rows are the last that were added. All senders share one outcome: in a
   * flood, what each of thousands would hold by itself is more than the readings.
   *
   * @returns when it is committed
   */
  wait(readings: number): Promise<void> {
    this.readings += readings;
    this.#rowsUntil.push(this.rows.length);
    return this.#outcome.promise;
  }

  /** One batch a sender, with its rows only: the latest values come again with the next reading. */
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

  /** Tells all who wait that it is committed, or why not. */
  settle(error?: Error): void {
    if (!error) return this.#outcome.resolve();
    // One that nobody has sent anything to fails unheard.
    this.#outcome.promise.catch(() => undefined);
    this.#outcome.reject(error);
  }
}
