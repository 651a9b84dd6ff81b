import { setTimeout as sleep } from "node:timers/promises";

import { bytesOf } from "../../../faults/src/rig/memory.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { prepareLoad } from "../load/load.ts";
import type { Stream } from "../load/viewers.ts";
import { makeStreams, runWatchedPace } from "../load/watched-pace.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds, spreadOf } from "../rounds.ts";
import { limitedRow } from "../table.ts";

const POINTS_PER_MESSAGE = 10;
/** Devices of the floor that each stream follows: the most of one stream. */
const FLOOR_DEVICES = 500;
/** Each of these devices of the floor sends once a second. */
const SENDING_DEVICES = 10;
const DURATION_MS = 8_000;
const SHORT_DURATION_MS = 500;
const SETTLE_MS = 10_000;
const SHORT_SETTLE_MS = 200;
const MEMORY_SAMPLES = 8;
const MEMORY_SAMPLE_MS = 500;

const MEMORY_TARGET_KB = 30;

const full = { many: 1_000, few: 100 };
const short = { many: 40, few: 4 };

function paceOf(rig: Rig, options: BenchOptions) {
  const { gateways } = rig.campus;
  const perGateway = gateways[0]?.devices.length ?? 1;
  return {
    edges: gateways.slice(0, SENDING_DEVICES / perGateway),
    pointsPerMessage: POINTS_PER_MESSAGE,
    readingsPerSecond: SENDING_DEVICES * POINTS_PER_MESSAGE,
    durationMs: options.isShort ? SHORT_DURATION_MS : DURATION_MS,
  };
}

/** The server's memory while `streams` are open and receive events, bytes. */
async function measureMemory(rig: Rig, options: BenchOptions, streams: readonly Stream[]): Promise<number> {
  const { durationMs: _, ...pace } = paceOf(rig, options);
  const viewers = await prepareLoad({ kind: "viewers", url: rig.url, streams });
  const sender = await prepareLoad({ kind: "pace", port: rig.mqttPort, seed: 1, ...pace });
  const ended = [viewers.go(), sender.go()];
  await sleep(options.isShort ? SHORT_SETTLE_MS : SETTLE_MS);
  const samples: number[] = [];
  for (let sample = 0; sample < MEMORY_SAMPLES; sample += 1) {
    samples.push(bytesOf([rig.serverPid]));
    await sleep(options.isShort ? 1 : MEMORY_SAMPLE_MS);
  }
  sender.stop();
  viewers.stop();
  await Promise.all(ended);
  return spreadOf(samples).median;
}

export const viewers: Bench = {
  name: "viewers",
  describe: "1,000 live streams on one server that follow a floor of 500 devices each, against 100 streams",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      const rounds = new Rounds(rig.folder, options.print);
      const counts = options.isShort ? short : full;
      const pace = paceOf(rig, options);
      const devices = rig.campus.gateways.flatMap((edge) => edge.devices.map(({ ssid }) => ssid));
      const floor = devices.slice(0, FLOOR_DEVICES).toSorted();
      const many = await makeStreams(rig, counts.many, () => floor);
      const few = many.slice(0, counts.few);

      // Fewer streams first: a process seldom returns memory.
      const fewBytes = await measureMemory(rig, options, few);
      const manyBytes = await measureMemory(rig, options, many);
      const memoryKb = (manyBytes - fewBytes) / (many.length - few.length) / 1_024;

      const lost = { ours: 0, reference: 0 };
      const watch = async (side: keyof typeof lost, streams: readonly Stream[]) => {
        const { deliveries } = await runWatchedPace(rig, streams, pace);
        lost[side] += deliveries.missed + deliveries.overtaken;
        const { p50, p99 } = latencyOf(deliveries.latenciesMs);
        return { p50, p99 };
      };
      const work = `${many.length} streams`;
      const latencies = await rounds.compareAll(work, options.rounds, {
        ours: () => watch("ours", many),
        reference: () => watch("reference", few),
      });
      return {
        title: `viewers: ${many.length} live streams that follow ${floor.length} devices each, with ${SENDING_DEVICES} updates a second, against ${few.length}`,
        rows: [
          limitedRow("memory a stream", "KB", memoryKb, MEMORY_TARGET_KB),
          { work: "missed updates", unit: "", ...lost, target: { text: "0", isReached: lost.ours === 0 } },
          { work: "publish → event, p50", unit: "ms", ...latencies("p50") },
          { work: "publish → event, p99", unit: "ms", ...latencies("p99") },
        ],
        notes: [
          `Memory: what the server's process grew by from ${few.length} to ${many.length} streams, a stream; as a whole ${Math.round(manyBytes / 1_048_576)} MB.`,
          "An update that came only as a later one counts as missed.",
          rounds.describeMachine(),
        ],
      };
    }),
};
