import { setTimeout as sleep } from "node:timers/promises";

import { familyOf } from "../../../tools/process/processes.ts";
import { runLoad } from "../load/load.ts";
import { monotonicMs } from "../load/monotonic.ts";
import { bytesOf } from "../rig/memory.ts";
import { latencyOf } from "../rounds.ts";
import type { Peer } from "./peer.ts";
import { DEVICES, type MessageShape, publishing, screenTags, tagsOf } from "./tags.ts";

/** Messages to every system before the measurement, so that no first time is measured. */
export const warmUpLoad = { readingsPerSecond: 500, durationMs: 2_000 } as const;
const POLL_MS = 250;
/** Readings that are not stored within this time after the last message count as dropped, ms. */
const DRAIN_MAX_MS = 4_000;
/** All readings are stored when no new row appears for this time, ms. */
const QUIET_MS = 1_000;
/** Time for the updates of the last messages, ms. */
const LAST_UPDATES_MS = 3_000;

/** Rate of single-point messages that a peer stored, from the first message until the last row. */
export async function measureStored(
  peer: Peer,
  messagesPerSecond: number,
  durationMs: number,
): Promise<number> {
  await warmUp(peer, "single");
  const before = peer.countStored();
  const sent = await runLoad({
    kind: "plain-pace",
    port: peer.mqttPort,
    ...publishing("single"),
    readingsPerSecond: messagesPerSecond,
    durationMs,
  });
  let stored = peer.countStored() - before;
  let changedAtMs = monotonicMs();
  const deadlineMs = changedAtMs + DRAIN_MAX_MS;
  const isQuiet = () => stored > 0 && monotonicMs() - changedAtMs > QUIET_MS;
  while (stored < sent.readings && monotonicMs() < deadlineMs && !isQuiet()) {
    await sleep(POLL_MS);
    const now = peer.countStored() - before;
    if (now > stored) changedAtMs = monotonicMs();
    stored = now;
  }
  return (stored / (changedAtMs - sent.startedAtMs)) * 1_000;
}

/** Measurements of a busy system with an open screen. */
export interface Watched {
  /** From publishing until the screen had it, 99th percentile. */
  readonly p99Ms: number;
  /** Memory of all its processes at the end of the load. */
  readonly megabytes: number;
  /** Share of the screen's values that arrived shortly after the last was sent. */
  readonly arrivedShare: number;
  /** Share of all values that were stored by then. */
  readonly storedShare: number;
}

const BYTES_PER_MB = 1_048_576;

/** Megabytes of a process and its descendants. */
export const megabytesOf = (...pids: readonly number[]) => bytesOf(pids.flatMap(familyOf)) / BYTES_PER_MB;

/** Sends whole devices at a rate while one screen with 100 points is open. */
export async function measureWatched(
  peer: Peer,
  readingsPerSecond: number,
  durationMs: number,
): Promise<Watched> {
  await warmUp(peer, "device");
  const before = peer.countStored();
  const screen = await peer.openScreen(screenTags);
  const sent = await runLoad({
    kind: "plain-pace",
    port: peer.mqttPort,
    ...publishing("device"),
    readingsPerSecond,
    durationMs,
  });
  const megabytes = megabytesOf(peer.pid);
  await sleep(LAST_UPDATES_MS);
  screen.close();
  const shown = (sent.readings * screenTags.length) / tagsOf(DEVICES).length;
  return {
    p99Ms: latencyOf(screen.latenciesMs).p99,
    megabytes,
    arrivedShare: screen.latenciesMs.length / shown,
    storedShare: (peer.countStored() - before) / sent.readings,
  };
}

async function warmUp(peer: Peer, shape: MessageShape): Promise<void> {
  await runLoad({
    kind: "plain-pace",
    port: peer.mqttPort,
    ...publishing(shape),
    ...warmUpLoad,
  });
  await sleep(QUIET_MS);
}
