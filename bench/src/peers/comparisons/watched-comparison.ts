import type { BenchOptions } from "../../bench.ts";
import type { Rig } from "../../rig/rig.ts";
import { type Rounds, spreadOf } from "../../rounds.ts";
import { formatNumber, type Row } from "../../table.ts";
import { measureWatched, type Watched } from "../measure.ts";
import type { StartPeer } from "../peer.ts";
import { measureOurWatched } from "../verandah.ts";
import { compare, measureInRotation } from "./compare.ts";

const READINGS_PER_SECOND = 5_000;
const DURATION_MS = 20_000;
const SHORT_DURATION_MS = 2_000;
/** Of the better peer's. */
const LATENCY_TARGET = 20;

/** A peer in one of its settings. */
export interface WatchedRival {
  readonly name: string;
  readonly start: StartPeer;
  /** Ours must be at most this share of its memory. */
  readonly memoryTarget?: number;
  /** Set up in a way that its documentation does not describe: printed beside the others, and no reference. */
  readonly isByHand?: boolean;
}

const describeWatched = ({ p99Ms, megabytes, arrivedShare, storedShare }: Watched) =>
  `p99 ${formatNumber(p99Ms)} ms, ${Math.round(megabytes)} MB, ${percent(arrivedShare)} shown, ${percent(storedShare)} stored`;
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Latency from publishing to the screen, and memory, at 5,000 values a second. */
export async function compareWatched(
  options: BenchOptions,
  rounds: Rounds,
  rig: Rig,
  rivals: readonly WatchedRival[],
): Promise<{ rows: Row[]; notes: string[] }> {
  const durationMs = options.isShort ? SHORT_DURATION_MS : DURATION_MS;
  const found = await measureInRotation<Watched>("latency and memory", rounds, options, [
    {
      name: "Verandah",
      measure: () => measureOurWatched(rig, READINGS_PER_SECOND, durationMs),
      describe: describeWatched,
    },
    ...rivals.map(({ name, start }) => ({
      name,
      describe: describeWatched,
      measure: () =>
        options.rigs.with(
          () => start("device"),
          (peer) => measureWatched(peer, READINGS_PER_SECOND, durationMs),
        ),
    })),
  ]);
  const of = (name: string, result: keyof Watched) => found(name).map((watched) => watched[result]);
  const latencies = rivals.map(({ name, isByHand }) => ({
    name,
    // A system that shows few of the values is not better because it shows those soon.
    burden: isByHand
      ? Number.POSITIVE_INFINITY
      : spreadOf(found(name).map(({ p99Ms, arrivedShare }) => p99Ms / arrivedShare)).median,
    compared: compare(of("Verandah", "p99Ms"), of(name, "p99Ms")),
  }));
  const least = Math.min(...latencies.map(({ burden }) => burden));
  const rows = latencies.map(({ name, burden, compared }): Row => ({
    work: `publish → screen p99 at 5,000/s against ${name}`,
    unit: "ms",
    ...compared,
    ...(burden === least && {
      target: {
        text: `ratio ≤ 1/${LATENCY_TARGET}`,
        isReached: compared.ratio.median <= 1 / LATENCY_TARGET,
      },
    }),
  }));
  const memory = rivals.map(({ name, memoryTarget }): Row => {
    const compared = compare(of("Verandah", "megabytes"), of(name, "megabytes"));
    const target = memoryTarget && {
      text: `ratio ≤ ${memoryTarget}`,
      isReached: compared.ratio.median <= memoryTarget,
    };
    return {
      work: `memory at 5,000/s against ${name}`,
      unit: "MB",
      ...compared,
      ...(target && { target }),
    };
  });
  const shares = ["Verandah", ...rivals.map(({ name }) => name)].map(
    (name) =>
      `${name} ${percent(spreadOf(of(name, "arrivedShare")).median)} shown, ${percent(spreadOf(of(name, "storedShare")).median)} stored`,
  );
  return {
    rows: [...rows, ...memory],
    notes: [
      `Latency and memory: 500 devices send their 10 values each second, ${durationMs / 1_000} s long, to one screen with 100 of the points. A few seconds after the last message: ${shares.join("; ")}.`,
    ],
  };
}
