import { runLoad } from "../load/load.ts";
import type { BenchEdge } from "./campus.ts";
import type { Rig } from "./rig.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Values a message at least, or a message would be hardly more than its head. */
const VALUES_MIN = 100;
const UNACKNOWLEDGED_MAX = 40_000;

/** Readings of the past: every point of `edges` from `fromMs` until `untilMs`, which are whole days apart. */
export interface HistoryBlock {
  readonly edges: readonly BenchEdge[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly everyMs: number;
}

/** Stores the past as fast as it is taken, an hour or a day of all points after the other. @returns how many readings */
export async function fillHistory(rig: Rig, block: HistoryBlock): Promise<number> {
  const { readings } = await runLoad({
    kind: "flood",
    port: rig.mqttPort,
    behaviour: "wandering",
    seed: 1,
    pointsPerMessage: 1,
    valuesPerPoint: (HOUR_MS / block.everyMs < VALUES_MIN ? DAY_MS : HOUR_MS) / block.everyMs,
    isRecent: false,
    unacknowledgedMax: UNACKNOWLEDGED_MAX,
    durationMaxMs: Infinity,
    isPrepared: false,
    ...block,
  });
  return readings;
}

/** The points number `from` to `until` of some edges, in their order. */
export function slicePoints(edges: readonly BenchEdge[], from: number, until: number): BenchEdge[] {
  let at = 0;
  return edges.flatMap((edge) => {
    const devices = edge.devices.flatMap((device) => {
      const points = device.points.slice(Math.max(0, from - at), Math.max(0, until - at));
      at += device.points.length;
      return points.length > 0 ? [{ ...device, points }] : [];
    });
    return devices.length > 0 ? [{ ...edge, devices }] : [];
  });
}
