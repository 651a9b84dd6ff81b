/** What was last stored of a point. */
interface Stored {
  atMs: number;
  value: number;
  quality: number;
}

/**
 * An unchanged value is stored at least this often, so that sameness can be told from silence and a mean over minutes stays true, ms.
 * Source: docs/adr/0012.
 */
const STORED_HEARTBEAT_MS = 60_000;

/**
 * Tells which values are worth storing: a change of more than the point's dead-band or of quality, an unchanged value whose heartbeat
 * is due, and everything that is not newer than what was stored last. A copy in memory: after a start the first value is news.
 */
export class ChangeFilter {
  readonly #stored = new Map<number, Stored>();

  /** Whether to store a value, which is taken as stored when it is. `deadband` in the point's unit; instants in ms. */
  takes(point: { pointId: number; deadband: number }, atMs: number, value: number, quality: number): boolean {
    const last = this.#stored.get(point.pointId);
    if (!last) {
      this.#stored.set(point.pointId, { atMs, value, quality });
      return true;
    }
    if (atMs <= last.atMs) return true;
    const isSame = quality === last.quality && Math.abs(value - last.value) <= point.deadband;
    if (isSame && atMs - last.atMs < STORED_HEARTBEAT_MS) return false;
    last.atMs = atMs;
    last.value = value;
    last.quality = quality;
    return true;
  }
}
