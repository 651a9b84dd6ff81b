/** A value of a point. `quality`: 0 good; others as `storedQualityOf` returns them. */
export interface Sample {
  atMs: number;
  value: number;
  quality: number;
}

/** The last values of one point. Both objects are reused, because a new object per value would cost garbage collection. */
interface LastValues {
  /** The value stored last. */
  readonly stored: Sample;
  /** The newest unchanged value that was not stored. Valid only while `hasSkipped`. */
  readonly skipped: Sample;
  hasSkipped: boolean;
}

/** Receives the values to store. */
interface Store {
  add: (pointId: number, sample: Readonly<Sample>) => void;
}

/**
 * An unchanged value is stored at least this often, ms. This distinguishes an unchanged value from a device that does not send and keeps
 * means over minutes correct.
 * Source: docs/adr/0012.
 */
export const STORED_HEARTBEAT_MS = 60_000;

function copy(from: Readonly<Sample>, to: Sample): void {
  to.atMs = from.atMs;
  to.value = from.value;
  to.quality = from.quality;
}

/**
 * Decides which values are stored: a change of quality or beyond the point's deadband, together with the last unchanged value before it, so
 * that a sudden change does not become a slope; an unchanged value whose heartbeat is due; and every value that is out of order. The state
 * is in memory: after a start the first value is stored.
 */
export class ChangeFilter {
  readonly #lastValues = new Map<number, LastValues>();

  /**
   * Adds the value to `store`, with the skipped value before it where necessary, or adds nothing. `deadband` in the point's unit; instants
   * in ms.
   *
   * @param sample copied, not retained
   * @param isInOrder whether no older value of this point can follow; otherwise every value is stored
   * @returns number of values stored, up to 2
   */
  storeIfChanged(
    point: { pointId: number; deadband: number },
    sample: Readonly<Sample>,
    isInOrder: boolean,
    store: Store,
  ): number {
    const last = this.#lastValues.get(point.pointId);
    if (!last) {
      this.#lastValues.set(point.pointId, {
        stored: { ...sample },
        skipped: { ...sample },
        hasSkipped: false,
      });
      store.add(point.pointId, sample);
      return 1;
    }
    const { stored, skipped, hasSkipped } = last;
    if (sample.atMs <= stored.atMs) {
      store.add(point.pointId, sample);
      return 1;
    }
    const isSame =
      sample.quality === stored.quality && Math.abs(sample.value - stored.value) <= point.deadband;
    const isDue = sample.atMs - stored.atMs >= STORED_HEARTBEAT_MS;
    if (isInOrder && isSame && !isDue) {
      copy(sample, skipped);
      last.hasSkipped = true;
      return 0;
    }
    last.hasSkipped = false;
    const storesSkipped = hasSkipped && !(isInOrder && isSame);
    if (storesSkipped) store.add(point.pointId, skipped);
    store.add(point.pointId, sample);
    copy(hasSkipped && sample.atMs <= skipped.atMs ? skipped : sample, stored);
    return storesSkipped ? 2 : 1;
  }
}
