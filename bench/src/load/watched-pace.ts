import { setTimeout as sleep } from "node:timers/promises";

import type { Rig } from "../rig/rig.ts";
import { type Deliveries, matchDeliveries } from "./deliveries.ts";
import { prepareLoad } from "./load.ts";
import type { PaceJob, PaceResult } from "./pace.ts";
import type { Stream } from "./viewers.ts";

/** Time for the events of the last messages, ms. */
const LAST_EVENTS_MS = 1_500;
/** A session may have 20; the server ends more. */
const STREAMS_PER_SESSION = 20;

/** `count` streams on the building's screen, each following the devices of `devicesOf`. */
export async function makeStreams(
  rig: Rig,
  count: number,
  devicesOf: (stream: number) => readonly string[],
): Promise<Stream[]> {
  const tokens = await rig.users.tokensOf(Math.ceil(count / STREAMS_PER_SESSION));
  return Array.from({ length: count }, (_, at) => ({
    token: tokens[Math.floor(at / STREAMS_PER_SESSION)] ?? "",
    buildingId: rig.users.buildingId,
    devices: devicesOf(at),
  }));
}

/** Sends at a pace while streams are open. @throws Error when a stream ended meanwhile */
export async function runWatchedPace(
  rig: Rig,
  streams: readonly Stream[],
  pace: Omit<PaceJob, "kind" | "port" | "seed">,
): Promise<{ sent: PaceResult; deliveries: Deliveries }> {
  const viewers = await prepareLoad({ kind: "viewers", url: rig.url, streams });
  const sender = await prepareLoad({ kind: "pace", port: rig.mqttPort, seed: 1, ...pace });
  const results = viewers.go();
  const sent = await sender.go();
  await sleep(LAST_EVENTS_MS);
  viewers.stop();
  const events = await results;
  if (events.lost > 0) throw new Error(`${events.lost} of ${streams.length} live streams were ended.`);
  return { sent, deliveries: matchDeliveries(sent, events, streams) };
}
