import type { Rig } from "../rig/rig.ts";
import { prepareLoad } from "./load.ts";
import { monotonicMs } from "./monotonic.ts";
import type { PaceJob, PaceResult } from "./pace.ts";

/** Pumps in the fleet for which the product must stay usable. */
export const PUMPS = 10_000;
/** A pump sends all of its values once a minute. */
const EVERY_MS = 60_000;
const SHORT_EVERY_MS = 1_000;

/** What each device sends in a message, how often, and how it connects. */
interface Shape extends Pick<PaceJob, "isTls" | "isStorm" | "endsWithServer" | "behaviour" | "hasNoStatus"> {
  /** All without it. */
  readonly points?: readonly string[];
  readonly everyMs?: number;
  /** Once a second instead. */
  readonly isShort: boolean;
}

/** Results of the pumps' messages. */
interface PumpsResult {
  readonly sent: PaceResult;
  /** From the first message until the last acknowledgement, ms. */
  readonly tookMs: number;
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
  const { isTls, isStorm, endsWithServer, behaviour, hasNoStatus } = shape;
  const edges = rig.campus.pumps.map((pump) => ({
    ...pump,
    devices: pump.devices.map(({ ssid, points }) => ({ ssid, points: shape.points ?? points })),
  }));
  const everyMs = shape.isShort ? SHORT_EVERY_MS : (shape.everyMs ?? EVERY_MS);
  const pointsPerMessage = edges[0]?.devices[0]?.points.length ?? 1;
  const startedAtMs = monotonicMs();
  const load = await prepareLoad({
    kind: "pace",
    isTls,
    isStorm,
    endsWithServer,
    behaviour,
    hasNoStatus,
    port: isTls ? rig.mqttTlsPort : rig.mqttPort,
    edges,
    seed: 1,
    pointsPerMessage,
    readingsPerSecond: (edges.length * pointsPerMessage * 1_000) / everyMs,
  });
  const connectedMs = monotonicMs() - startedAtMs;
  return {
    connectedMs,
    everyMs,
    async sendWhile(work) {
      const ended = load.go();
      await work();
      load.stop();
      const sent = await ended;
      return { sent, tookMs: spanOf(sent) };
    },
  };
}

function spanOf({ sentAtMs, acknowledgedAtMs }: PaceResult): number {
  const last = acknowledgedAtMs.reduce((max, atMs) => (atMs > max ? atMs : max), 0);
  return last - (sentAtMs[0] ?? 0);
}
