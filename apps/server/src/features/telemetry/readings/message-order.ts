/** Missing numbers stored per sender. If more are missing, the sender counts as out of order until they arrive or time out. */
const MISSING_MAX = 10_000;
/** A message that is missing for longer counts as dropped by its sender, ms. */
const DROPPED_AFTER_MS = 10 * 60_000;

interface Sender {
  epoch: string;
  highest: number;
  missing: Set<number>;
  /** Time of the last gap, ms. */
  gapAtMs: number;
}

/**
 * Follows the message numbers of each sender. After an outage an outbox sends the newest message first and fills the gap later, so messages
 * may arrive out of order. The state is in memory: after a start the first message restarts the order.
 */
export class MessageOrder {
  readonly #senders = new Map<number, Sender>();
  /** Number of messages that were received before. */
  repeated = 0;

  /** Records a message. @returns whether this is the next message and no earlier message is missing */
  record(senderId: number, { epoch, seq }: { epoch: string; seq: number }, nowMs: number): boolean {
    const sender = this.#senders.get(senderId);
    if (sender?.epoch !== epoch) {
      this.#senders.set(senderId, { epoch, highest: seq, missing: new Set(), gapAtMs: nowMs });
      return false;
    }
    if (seq <= sender.highest) {
      if (!sender.missing.delete(seq)) this.repeated += 1;
      return false;
    }
    const gap = seq - sender.highest - 1;
    for (let number = seq - 1; number > sender.highest && sender.missing.size < MISSING_MAX; number -= 1)
      sender.missing.add(number);
    sender.highest = seq;
    if (gap > 0) sender.gapAtMs = nowMs;
    if (nowMs - sender.gapAtMs > DROPPED_AFTER_MS) sender.missing.clear();
    return gap === 0 && sender.missing.size === 0;
  }
}
