import type { PointRow } from "./points.repository.ts";
import type { Misdated, ReadingColumns } from "./readings.repository.ts";

/** The newest value of a point in a batch. */
interface Newest {
  point: PointRow;
  atMs: number;
  value: number;
  quality: number;
}

const emptyColumns = (): ReadingColumns => ({ pointIds: [], atMs: [], values: [], qualities: [] });

/** What is committed together, and who waits for it. */
export class ReadingsBatch {
  readonly rows: ReadingColumns = emptyColumns();
  readonly misdated: Misdated = { pointIds: [], atMs: [], values: [] };
  readonly #newest = new Map<number, Newest>();
  readonly #waiting: {
    done: () => void;
    failed: (error: Error) => void;
    readings: number;
    rowsUntil: number;
  }[] = [];
  /** Readings that came, whether they are stored or not. */
  readings = 0;

  get hasSenders(): boolean {
    return this.#waiting.length > 0;
  }

  /** Nothing in it is for the database. */
  get isEmpty(): boolean {
    return this.rows.pointIds.length === 0 && this.#newest.size === 0;
  }

  add(pointId: number, sample: { atMs: number; value: number; quality: number }): void {
    this.rows.pointIds.push(pointId);
    this.rows.atMs.push(sample.atMs);
    this.rows.values.push(sample.value);
    this.rows.qualities.push(sample.quality);
  }

  addMisdated(pointId: number, atMs: number, value: number): void {
    this.misdated.pointIds.push(pointId);
    this.misdated.atMs.push(atMs);
    this.misdated.values.push(value);
  }

  setLatest(point: PointRow, atMs: number, value: number, quality: number): void {
    const newest = this.#newest.get(point.pointId);
    if (!newest) this.#newest.set(point.pointId, { point, atMs, value, quality });
    else if (atMs > newest.atMs) Object.assign(newest, { atMs, value, quality });
  }

  newest(): Newest[] {
    return [...this.#newest.values()];
  }

  /**
   * The newest values of the points that `takes`, as columns, by point: whoever locks several does so in the same order.
   */
  latest(takes: (pointId: number) => boolean): ReadingColumns {
    const columns = emptyColumns();
    const taken = this.newest().filter(({ point }) => takes(point.pointId));
    for (const { point, atMs, value, quality } of taken.toSorted(
      (x, y) => x.point.pointId - y.point.pointId,
    )) {
      columns.pointIds.push(point.pointId);
      columns.atMs.push(atMs);
      columns.values.push(value);
      columns.qualities.push(quality);
    }
    return columns;
  }

  /** Waits for the batch, as the sender of `readings` values, whose rows are the last that were added. */
  wait(readings: number): Promise<void> {
    this.readings += readings;
    return new Promise<void>((done, failed) => {
      this.#waiting.push({ done, failed, readings, rowsUntil: this.rows.pointIds.length });
    });
  }

  /** One batch a sender, with its rows only: the latest values come again with the next reading. */
  split(): ReadingsBatch[] {
    let from = 0;
    return this.#waiting.map((waiting) => {
      const part = new ReadingsBatch();
      for (let at = from; at < waiting.rowsUntil; at += 1)
        part.add(this.rows.pointIds[at] ?? 0, {
          atMs: this.rows.atMs[at] ?? 0,
          value: this.rows.values[at] ?? 0,
          quality: this.rows.qualities[at] ?? 0,
        });
      from = waiting.rowsUntil;
      part.#waiting.push({ ...waiting, rowsUntil: part.rows.pointIds.length });
      part.readings = waiting.readings;
      return part;
    });
  }

  /** Tells all who wait that it is committed, or why not. */
  settle(error?: Error): void {
    for (const { done, failed } of this.#waiting) {
      if (error) failed(error);
      else done();
    }
  }
}
