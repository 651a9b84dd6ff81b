import type { BenchOptions } from "../bench.ts";
import { fillHistory } from "../rig/fill-history.ts";
import { askOurTrend, measureOurStored, measureOurWatched } from "../rig/own-work.ts";
import { waitUntilClosed } from "../rig/quiet.ts";
import type { Rig } from "../rig/rig.ts";
import { compare, type Compared, type Rounds } from "../rounds.ts";
import { formatNumber, rowOf, type Table } from "../table.ts";
import { askFuxaTrend, type History } from "./fuxa.ts";
import { atBestRate, measureStored, measureTrend, measureWatched } from "./measure.ts";
import type { MessageShape, Peer } from "./peer.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Values of a day: 10.4 million. */
const TREND = { points: 1_200, everyMs: 10_000 };
const SHORT_TREND = { points: 100, everyMs: 60_000 };
const POINTS_PER_GATEWAY = 100;
/** Share of the better peer's latency, and of FUXA's trend. */
const TIME_TARGET = 1 / 20;

type Parts = { readonly options: BenchOptions; readonly rounds: Rounds; readonly rig: Rig };
type Outcome = Promise<Pick<Table, "rows" | "notes">>;

/** A peer in one of its settings. */
export interface Rival {
  readonly name: string;
  readonly start: (shape: MessageShape) => Promise<Peer>;
  /** Rates of single messages a second; it stores most at one of them. */
  readonly rates?: readonly number[];
  /** Minimum ratio of our rate to its rate; none against a setup that its documentation does not have. */
  readonly storedTarget?: number;
  /** Ours must be at most this share of its memory. */
  readonly memoryTarget?: number;
  /** Set up in a way that its documentation does not describe: printed beside the others, and no reference. */
  readonly isByHand?: boolean;
}

const percent = ({ reference }: Compared) => `${Math.round(reference * 100)} %`;

/** Messages of one value that are stored, a second. */
export async function compareStored({ options, rounds, rig }: Parts, rivals: readonly Rival[]): Outcome {
  const durationMs = options.isShort ? 1_000 : 3_000;
  const measured = rivals.map(({ start, rates = [] }) =>
    atBestRate(options.isShort ? rates.slice(0, 1) : rates, (readingsPerSecond) =>
      options.rigs.with(() => start("single"), measureStored({ readingsPerSecond, durationMs })),
    ),
  );
  const ours = () => measureOurStored(rig, options.isShort);
  const found = await rounds.measure("stored", options.rounds, [ours, ...measured.map((one) => one.measure)]);
  const rows = rivals.map(({ name, storedTarget: least }, at) =>
    rowOf(`stored against ${name}`, "messages/s", compare(found, "perSecond", at + 1), { least }),
  );
  const rates = rivals.map(
    ({ name }, at) => `${name} at ${formatNumber(measured[at]?.best() ?? 0)} a second`,
  );
  const note = `Stored: a message has one value. Peers are offered several rates in the first round, and the best again in the others: ${rates.join(", ")}.`;
  return { rows, notes: [note] };
}

/** Latency from publishing to the screen, and memory, at 5,000 values a second. */
export async function compareWatched({ options, rounds, rig }: Parts, rivals: readonly Rival[]): Outcome {
  const pace = { readingsPerSecond: 5_000, durationMs: options.isShort ? 2_000 : 20_000 };
  const measureAt = ({ start }: Rival) => options.rigs.with(() => start("device"), measureWatched(pace));
  const found = await rounds.measure("latency and memory", options.rounds, [
    () => measureOurWatched(rig, pace),
    ...rivals.map((rival) => () => measureAt(rival)),
  ]);
  const burdens = rivals.map(({ isByHand }, at) =>
    isByHand ? Number.POSITIVE_INFINITY : compare(found, "burdenMs", at + 1).reference,
  );
  const latencies = rivals.map(({ name }, at) => {
    const most = burdens[at] === Math.min(...burdens) ? TIME_TARGET : undefined;
    return rowOf(`publish → screen p99 at 5,000/s against ${name}`, "ms", compare(found, "p99Ms", at + 1), {
      most,
    });
  });
  const memories = rivals.map(({ name, memoryTarget: most }, at) =>
    rowOf(`memory at 5,000/s against ${name}`, "MB", compare(found, "megabytes", at + 1), { most }),
  );
  const shares = [{ name: "Verandah" }, ...rivals].map(({ name }, at) => {
    const [shown, stored] = [compare(found, "shown", at), compare(found, "stored", at)];
    return `${name} ${percent(shown)} shown, ${percent(stored)} stored`;
  });
  const note = `Latency and memory: 500 devices send their 10 values each second, ${pace.durationMs / 1_000} s long, to one screen with 100 of the points. A few seconds after the last message: ${shares.join("; ")}.`;
  return { rows: [...latencies, ...memories], notes: [note] };
}

/** The trend of one point over the day with all 10 million values. */
export async function compareTrend(
  { options, rounds, rig }: Parts,
  startFuxa: (history: History) => Promise<Peer>,
): Outcome {
  const untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const history = { ...(options.isShort ? SHORT_TREND : TREND), fromMs: untilMs - DAY_MS, untilMs };
  const samples = DAY_MS / history.everyMs;
  const edges = rig.campus.gateways.slice(0, Math.ceil(history.points / POINTS_PER_GATEWAY));
  await using fuxa = await startFuxa(history);
  const readings = await fillHistory(rig, { ...history, edges });
  if (readings !== history.points * samples) throw new Error(`${readings} readings are not those of FUXA.`);
  if (!options.isShort) await waitUntilClosed(rig.databaseUrl);
  options.print(`${formatNumber(readings)} values of a day are stored in both.`);
  const found = await rounds.measure("24 h trend", options.rounds, [
    () => measureTrend(history, (at) => askOurTrend(rig, at, history)),
    () => measureTrend(history, (at) => askFuxaTrend(fuxa, at, history)),
  ]);
  const compared = compare(found, "ms", 1);
  const work = `24 h trend at ${formatNumber(readings / 1e6)} million against FUXA`;
  const note = `Trend: ${formatNumber(history.points)} points, a value each ${history.everyMs / 1_000} s for 24 h, warm, over HTTP until the reply is read. Verandah was sent them by MQTT and answers 300 buckets. FUXA's archive of the day was written into its own file in its own format, which has no index, and it answers all ${formatNumber(samples)} samples: it reads the whole day of all points.`;
  return { rows: [rowOf(work, "ms", compared, { most: TIME_TARGET })], notes: [note] };
}
