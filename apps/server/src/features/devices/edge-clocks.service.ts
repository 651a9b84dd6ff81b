import { asService, type Ctx, publishChange } from "#core/ctx.ts";

import * as repository from "./edge-clocks.repository.ts";
import type { EdgeRow } from "./edge-sessions.service.ts";

export type { EdgeClock } from "./edge-clocks.repository.ts";

/** The offset of a clock is stored again after a change of this size, ms. */
const STORE_CHANGE_MS = 30_000;

/**
 * Records the offset of an edge's clock from the server's in memory, ms. The next messages of the edge are checked with it.
 *
 * @returns whether the database needs an update
 */
export function updateEdgeOffset(edge: EdgeRow, offsetMs: number): boolean {
  edge.clockOffsetMs = offsetMs;
  return Math.abs(offsetMs - edge.storedClockOffsetMs) > STORE_CHANGE_MS;
}

/** Records the offset of an edge's clock from the server's, ms, and stores it after a larger change. */
export async function recordEdgeClock(ctx: Ctx, edge: EdgeRow, offsetMs: number): Promise<void> {
  if (!updateEdgeOffset(edge, offsetMs)) return;
  await repository.updateEdgeClock(ctx.db, edge, offsetMs);
  edge.storedClockOffsetMs = offsetMs;
  publishChange(ctx, "device-states", { campusId: edge.campusId });
}

/** Edges of any campus whose clocks are wrong by more than `moreThanMs`, and the edges `alsoIds` with any offset. */
export const listClocks = asService(repository.listClocks);

/** A message that arrives this soon after it was written was not queued, ms. */
const LIVE_MS = 60_000;

interface Written {
  epoch: string;
  seq: number;
  /** The earliest time at which the message can have been written, by the server's clock, ms. */
  fromMs: number;
  isLive: boolean;
}

/** Offset of the clock when a message was written, ms, and whether the message was not queued. */
interface ClockCheck {
  offsetMs: number;
  isLive: boolean;
}

/**
 * Checks the clocks of senders with messages that may have been queued. A message cannot be written after its arrival, so a time in the
 * future means a fast clock. A message with a higher number was written later. If its time is before that of an earlier live message, the
 * clock was set back. Other times of queued messages prove nothing.
 */
export class ClockWatch {
  /** The message with the highest number of each sender. */
  readonly #newest = new Map<number, Written>();

  /** @param sender the sender with its last known offset @param atMs arrival of the message */
  check(
    sender: Pick<EdgeRow, "id" | "clockOffsetMs">,
    { epoch, seq, sentAt }: { epoch: string; seq: number; sentAt: number },
    atMs: number,
  ): ClockCheck {
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
