import { setTimeout as sleep } from "node:timers/promises";

import { runLoad } from "../load/load.ts";
import { monotonicMs } from "../load/monotonic.ts";
import {
  describeWatched,
  megabytesOf,
  type Pace,
  POINTS_PER_DEVICE,
  type Stored,
  warmUpPace,
} from "../rig/own-work.ts";
import { medianOfWarm } from "../rounds.ts";
import type { History } from "./fuxa.ts";
import { type MessageShape, type Peer, screenTags, tags, topicOf } from "./peer.ts";

const POLL_MS = 250;
/** Readings that are not stored within this time after the last message count as dropped, ms. */
const DRAIN_MAX_MS = 4_000;
/** All readings are stored when no new row appears for this time, ms. */
const QUIET_MS = 1_000;
/** Time for the updates of the last messages, ms. */
const LAST_UPDATES_MS = 3_000;
const TREND = { warmUp: 2, times: 10 };

/** Sends all points in rotation. */
function send(peer: Peer, shape: MessageShape, pace: Pace) {
  const topics = [...new Set(tags.map((tag) => topicOf(tag, shape)))];
  const keys = shape === "device" ? tags.slice(0, POINTS_PER_DEVICE).map(({ key }) => key) : [];
  return runLoad({ kind: "plain-pace", port: peer.mqttPort, topics, keys, ...pace });
}

async function warmUp(peer: Peer, shape: MessageShape): Promise<number> {
  await send(peer, shape, warmUpPace);
  await sleep(QUIET_MS);
  return peer.countStored();
}

/** Single-point messages that a peer stored a second, from the first message until the last row. */
export const measureStored = (pace: Pace) => async (peer: Peer) => {
  const before = await warmUp(peer, "single");
  const sent = await send(peer, "single", pace);
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
  return { perSecond: (stored / (changedAtMs - sent.startedAtMs)) * 1_000 };
};

/** Tries all rates the first time, and only the best of them from then on. */
export function atBestRate(rates: readonly number[], measureAt: (rate: number) => Promise<Stored>) {
  let chosen = rates;
  return {
    best: () => chosen[0] ?? 0,
    measure: async () => {
      const found = [];
      for (const rate of chosen) found.push({ rate, ...(await measureAt(rate)) });
      const [best] = found.toSorted((a, b) => b.perSecond - a.perSecond);
      chosen = [best?.rate ?? 0];
      return { perSecond: best?.perSecond ?? Number.NaN };
    },
  };
}

/** Collects the updates of a screen that opens now; each value is the time of its sending, and repeated or earlier ones do not count. */
export function collectUpdates() {
  const openedAtMs = monotonicMs();
  const lastOf = new Map<string, number>();
  const latenciesMs: number[] = [];
  const take = (tag: string, value: unknown) => {
    const sentAtMs = Number(value);
    if (!(sentAtMs > (lastOf.get(tag) ?? openedAtMs))) return;
    lastOf.set(tag, sentAtMs);
    latenciesMs.push(monotonicMs() - sentAtMs);
  };
  return { latenciesMs, take };
}

/** Sends whole devices at a rate while one screen with 100 points is open. */
export const measureWatched = (pace: Pace) => async (peer: Peer) => {
  const before = await warmUp(peer, "device");
  const { latenciesMs, take } = collectUpdates();
  const screen = await peer.openScreen(take);
  const { readings } = await send(peer, "device", pace);
  const megabytes = megabytesOf(peer.pid);
  await sleep(LAST_UPDATES_MS);
  screen.close();
  const shown = latenciesMs.length / ((readings * screenTags.length) / tags.length);
  return describeWatched(latenciesMs, megabytes, shown, (peer.countStored() - before) / readings);
};

/** Asks for one point after the other. @returns the median until the whole reply has arrived, warm. @throws Error for a wrong number of samples */
export async function measureTrend(history: History, ask: (at: number) => Promise<number>) {
  const samples = (history.untilMs - history.fromMs) / history.everyMs;
  let nth = 0;
  const ms = await medianOfWarm(TREND, async () => {
    const askedAtMs = monotonicMs();
    const found = await ask((nth++ * (POINTS_PER_DEVICE + 1)) % history.points);
    if (found !== samples) throw new Error(`A trend speaks of ${found} samples instead of ${samples}.`);
    return monotonicMs() - askedAtMs;
  });
  return { ms };
}
