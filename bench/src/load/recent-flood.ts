import type { Rig } from "../rig/rig.ts";
import type { FloodJob, FloodResult } from "./flood.ts";
import { runLoad } from "./load.ts";

/** Two of the product's batches: one is written while the next arrives. */
export const UNACKNOWLEDGED_MAX = 40_000;
/** Interval of a point's values: short, so that the values of a round are between the last round's and now, ms. */
export const EVERY_MS = 5;

type Flood = Pick<FloodJob, "edges" | "behaviour" | "pointsPerMessage" | "untilMs" | "durationMaxMs">;

/** Sends one value of each point after the other, in packets made beforehand. */
export function runRecentFlood(rig: Rig, flood: Flood): Promise<FloodResult> {
  return runLoad({
    kind: "flood",
    port: rig.mqttPort,
    seed: 1,
    valuesPerPoint: 1,
    fromMs: 0,
    everyMs: EVERY_MS,
    isRecent: true,
    unacknowledgedMax: UNACKNOWLEDGED_MAX,
    isPrepared: true,
    ...flood,
  });
}
