/** Numbers that are remembered as missing of one sender; beyond them it counts as out of order until they come or are given up. */
const MISSING_MAX = 10_000;
/** What has not come by then was dropped by its sender, ms. */
const GIVEN_UP_AFTER_MS = 10 * 60_000;

interface Sender {
  epoch: string;
  highest: number;
  missing: Set<number>;
  /** When the last gap was seen, ms. */
  gapAtMs: number;
}

/**
 * Follows the numbers of each sender's messages: an outbox delivers the newest first, and what comes in order has to be told from what
 * leaves a gap that is filled later. A copy in memory: after a start the first message begins anew.
 */
export class MessageOrder {
  readonly #senders = new Map<number, Sender>();
  /** Messages that had come before. */
  repeated = 0;

  /** Takes note of a message. @returns whether it is the next one, and none before it is missing */
  note(senderId: number, { epoch, seq }: { epoch: string; seq: number }, nowMs: number): boolean {
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
    if (nowMs - sender.gapAtMs > GIVEN_UP_AFTER_MS) sender.missing.clear();
    return gap === 0 && sender.missing.size === 0;
  }
}
