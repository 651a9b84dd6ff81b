import type { Ctx } from "#core/ctx.ts";

import type { EdgeRow } from "./devices.repository.ts";
import * as repository from "./edge-clocks.repository.ts";

export type { EdgeClock } from "./edge-clocks.repository.ts";

/** A clock's offset is stored again when it has moved by this, ms. */
const CLOCK_NEWS_MS = 30_000;

/**
 * Notes how far an edge's clock is ahead of ours, ms: what it says next is judged by it.
 *
 * @returns whether that is news to the database
 */
export function noteEdgeClock(edge: EdgeRow, offsetMs: number): boolean {
  edge.clockOffsetMs = offsetMs;
  return Math.abs(offsetMs - edge.storedClockOffsetMs) > CLOCK_NEWS_MS;
}

/** Notes how far an edge's clock is ahead of ours, ms, and keeps it when it is news. */
export async function recordEdgeClock(ctx: Ctx, edge: EdgeRow, offsetMs: number): Promise<void> {
  if (!noteEdgeClock(edge, offsetMs)) return;
  await repository.updateEdgeClock(ctx.db, edge.id, offsetMs);
  edge.storedClockOffsetMs = offsetMs;
}

/** Edges whose clocks are off by more than `moreThanMs`, of any campus, and those of `alsoIds` however right they are. */
export function listClocks(
  ctx: Ctx,
  moreThanMs: number,
  alsoIds: readonly number[],
): Promise<repository.EdgeClock[]> {
  return repository.listClocks(ctx.db, moreThanMs, alsoIds);
}

/** A message that comes this soon after it was written has not waited, ms. */
const LIVE_MS = 60_000;

interface Written {
  epoch: string;
  seq: number;
  /** When at the earliest, by our clock, ms. */
  fromMs: number;
  isLive: boolean;
}

/** How far a clock was ahead of ours when a message was written, ms, and whether that was just now. */
interface ClockVerdict {
  offsetMs: number;
  isLive: boolean;
}

/**
 * Judges the clocks of senders by messages that may have waited. What came cannot be written later than it came, so a message from ahead
 * is of a clock that is ahead; and what is numbered higher was written later, so a message that says it is older than a live one before
 * it is of a clock that was put back. What is merely filled in is neither.
 */
export class ClockWatch {
  /** Of each sender the message with the highest number. */
  readonly #newest = new Map<number, Written>();

  /** @param sender what is known of its clock until now @param atMs when the message came */
  judge(
    sender: Pick<EdgeRow, "id" | "clockOffsetMs">,
    { epoch, seq, sentAt }: { epoch: string; seq: number; sentAt: number },
    atMs: number,
  ): ClockVerdict {
    const known = sender.clockOffsetMs;
    const atLeastMs = Math.max(known, sentAt - atMs);
    const newest = this.#newest.get(sender.id);
    const last = newest?.epoch === epoch ? newest : undefined;
    if (last && seq <= last.seq) return { offsetMs: atLeastMs, isLive: false };
    const notBeforeMs = last?.isLive ? Math.min(last.fromMs, atMs) : -Infinity;
    const offsetMs = Math.min(atLeastMs, sentAt - notBeforeMs);
    const fromMs = offsetMs === known ? sentAt - known : notBeforeMs;
    const isLive = atMs - fromMs <= LIVE_MS;
    this.#newest.set(sender.id, { epoch, seq, fromMs, isLive });
    return { offsetMs, isLive };
  }
}
