/** A value of a point. `quality`: 0 good, 1 suspect. */
interface Sample {
  atMs: number;
  value: number;
  quality: number;
}

interface Known {
  /** Last stored. */
  stored: Sample;
  /** The newest that was left out since, because it says the same. */
  held: Sample | undefined;
}

/**
 * An unchanged value is stored at least this often, so that sameness can be told from silence and a mean over minutes stays true, ms.
 * Source: docs/adr/0012.
 */
const STORED_HEARTBEAT_MS = 60_000;

/**
 * Tells which values are worth storing: a change of more than the point's dead-band or of quality, together with the last value before
 * it that was left out, so that a step stays a step; an unchanged value whose heartbeat is due; and everything that comes out of order. A
 * copy in memory: after a start the first value is news.
 */
export class ChangeFilter {
  readonly #known = new Map<number, Known>();

  /**
   * What to store when a value comes, which is taken as stored then. `deadband` in the point's unit; instants in ms.
   *
   * @param isInOrder whether nothing older of this point can be on its way; without that nothing is left out
   */
  take(point: { pointId: number; deadband: number }, sample: Sample, isInOrder: boolean): Sample[] {
    const known = this.#known.get(point.pointId);
    if (!known) {
      this.#known.set(point.pointId, { stored: sample, held: undefined });
      return [sample];
    }
    const { stored, held } = known;
    if (sample.atMs <= stored.atMs) return [sample];
    const isSame =
      sample.quality === stored.quality && Math.abs(sample.value - stored.value) <= point.deadband;
    const isDue = sample.atMs - stored.atMs >= STORED_HEARTBEAT_MS;
    if (isInOrder && isSame && !isDue) {
      known.held = sample;
      return [];
    }
    known.held = undefined;
    if (!held || sample.atMs > held.atMs) known.stored = sample;
    else known.stored = held;
    return held && !(isInOrder && isSame) ? [held, sample] : [sample];
  }
}
