/** A value of a point. `quality`: 0 good, 1 suspect. */
export interface Sample {
  atMs: number;
  value: number;
  quality: number;
}

/** The last values of one point; both are written over, because an object a value is what the collector would work on. */
interface Known {
  /** Last stored. */
  readonly stored: Sample;
  /** The newest that was left out since, because it says the same; while `isHeld`. */
  readonly held: Sample;
  isHeld: boolean;
}

/** Takes what is worth storing. */
interface Store {
  add: (pointId: number, sample: Readonly<Sample>) => void;
}

/**
 * An unchanged value is stored at least this often, so that sameness can be told from silence and a mean over minutes stays true, ms.
 * Source: docs/adr/0012.
 */
export const STORED_HEARTBEAT_MS = 60_000;

function copy(from: Readonly<Sample>, to: Sample): void {
  to.atMs = from.atMs;
  to.value = from.value;
  to.quality = from.quality;
}

/**
 * Tells which values are worth storing: a change of more than the point's dead-band or of quality, together with the last value before
 * it that was left out, so that a step stays a step; an unchanged value whose heartbeat is due; and everything that comes out of order. A
 * copy in memory: after a start the first value is news.
 */
export class ChangeFilter {
  readonly #known = new Map<number, Known>();

  /**
   * Puts into `store` what is worth storing when a value comes. `deadband` in the point's unit; instants in ms.
   *
   * @param sample copied, not kept
   * @param isInOrder whether nothing older of this point can be on its way; without that nothing is left out
   * @returns how many it stored, up to 2
   */
  take(
    point: { pointId: number; deadband: number },
    sample: Readonly<Sample>,
    isInOrder: boolean,
    store: Store,
  ): number {
    const known = this.#known.get(point.pointId);
    if (!known) {
      this.#known.set(point.pointId, { stored: { ...sample }, held: { ...sample }, isHeld: false });
      store.add(point.pointId, sample);
      return 1;
    }
    const { stored, held, isHeld } = known;
    if (sample.atMs <= stored.atMs) {
      store.add(point.pointId, sample);
      return 1;
    }
    const isSame =
      sample.quality === stored.quality && Math.abs(sample.value - stored.value) <= point.deadband;
    const isDue = sample.atMs - stored.atMs >= STORED_HEARTBEAT_MS;
    if (isInOrder && isSame && !isDue) {
      copy(sample, held);
      known.isHeld = true;
      return 0;
    }
    known.isHeld = false;
    const storesHeld = isHeld && !(isInOrder && isSame);
    if (storesHeld) store.add(point.pointId, held);
    store.add(point.pointId, sample);
    copy(isHeld && sample.atMs <= held.atMs ? held : sample, stored);
    return storesHeld ? 2 : 1;
  }
}
