import { bytesOf } from "../../../faults/src/rig/memory.ts";
import type { Rig } from "../rig/rig.ts";
import { prepareLoad } from "./load.ts";
import { monotonicMs } from "./monotonic.ts";
import type { PaceResult } from "./pace.ts";

/** Pumps in the fleet for which the product must stay usable. */
export const PUMPS = 10_000;
/** A pump sends all of its values once a minute. */
const EVERY_MS = 60_000;
const SHORT_EVERY_MS = 1_000;

/** What each device sends: so many of its points in turn, so often. */
interface Shape {
  /** All points without it. */
  readonly pointsPerMessage?: number;
  readonly everyMs?: number;
  /** No status before each message. */
  readonly hasNoStatus?: boolean;
  /** Once a second instead. */
  readonly isShort: boolean;
}

/** Stored readings by `GET /metrics`; a value that equals the last one is not stored again. */
const storedMetrics = ["stored", "unchanged"].map(
  (outcome) => `verandah_readings_total{outcome="${outcome}"}`,
);

/** Results of the pumps' messages. */
interface PumpsResult {
  readonly sent: PaceResult;
  /** From the first message until the last acknowledgement, ms. */
  readonly tookMs: number;
  /** Readings that were sent and are not in the database. */
  readonly lost: number;
  /** Of the server's process, with all connections open. */
  readonly serverBytes: number;
}

/** The pumps of a rig, each connected as itself. */
export interface ConnectedPumps {
  /** Time until all are logged in, ms. */
  readonly connectedMs: number;
  /** All pumps send evenly until `work` ends. */
  readonly sendWhile: (work: () => Promise<void>) => Promise<PumpsResult>;
  readonly everyMs: number;
}

/** Connects each pump with its name and password, its last will and the subscription to its commands. */
export async function connectPumps(rig: Rig, shape: Shape): Promise<ConnectedPumps> {
  const { pumps } = rig.campus;
  const everyMs = shape.isShort ? SHORT_EVERY_MS : (shape.everyMs ?? EVERY_MS);
  const points = shape.pointsPerMessage ?? pumps[0]?.devices[0]?.points.length ?? 1;
  const startedAtMs = monotonicMs();
  const load = await prepareLoad({
    kind: "pace",
    port: rig.mqttPort,
    edges: pumps,
    seed: 1,
    pointsPerMessage: points,
    hasNoStatus: shape.hasNoStatus,
    readingsPerSecond: (pumps.length * points * 1_000) / everyMs,
  });
  const connectedMs = monotonicMs() - startedAtMs;
  const countKept = async () => {
    const results = await Promise.all(storedMetrics.map((name) => rig.metric(name)));
    return results.reduce((sum, result) => sum + result, 0);
  };
  return {
    connectedMs,
    everyMs,
    async sendWhile(work) {
      const before = await countKept();
      const ended = load.go();
      await work();
      const serverBytes = bytesOf([rig.serverPid]);
      load.stop();
      const sent = await ended;
      const tookMs = spanOf(sent);
      return { sent, tookMs, lost: sent.key.length * points - ((await countKept()) - before), serverBytes };
    },
  };
}

function spanOf({ sentAtMs, acknowledgedAtMs }: PaceResult): number {
  const last = acknowledgedAtMs.reduce((max, atMs) => (atMs > max ? atMs : max), 0);
  return last - (sentAtMs[0] ?? 0);
}
