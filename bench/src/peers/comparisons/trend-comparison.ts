import type { BenchOptions } from "../../bench.ts";
import type { Rig } from "../../rig/rig.ts";
import type { Rounds } from "../../rounds.ts";
import { formatNumber, type Row } from "../../table.ts";
import { createArchive, type History } from "../fuxa-storage.ts";
import { askFuxaTrend, type FuxaParts, startFuxa } from "../fuxa.ts";
import { measureTrend } from "../trend.ts";
import { askOurTrend, fillOurHistory } from "../verandah.ts";
import { compare, measureInRotation } from "./compare.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day of these at 10 s is 10.4 million values. */
const TAGS = 1_200;
const SHORT_TAGS = 100;
const EVERY_MS = 10_000;
const SHORT_EVERY_MS = 60_000;
const TARGET = 20;

const describe = (tookMs: number) => `${formatNumber(tookMs)} ms`;

/** The trend of one point over the day with all 10 million values. */
export async function compareTrend(
  options: BenchOptions,
  rounds: Rounds,
  rig: Rig,
  fuxaParts: FuxaParts,
): Promise<{ rows: Row[]; notes: string[] }> {
  const untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const history: History = {
    tags: options.isShort ? SHORT_TAGS : TAGS,
    fromMs: untilMs - DAY_MS,
    untilMs,
    everyMs: options.isShort ? SHORT_EVERY_MS : EVERY_MS,
  };
  const samples = DAY_MS / history.everyMs;
  let rows = 0;
  await using fuxa = await startFuxa(fuxaParts, "single", (storage) => {
    rows = createArchive(storage, history);
  });
  const readings = await fillOurHistory(rig, history, options.isShort);
  if (readings !== rows) throw new Error(`${readings} readings are held against ${rows} rows.`);
  options.print(`${formatNumber(rows)} values of a day are stored in both.`);

  const found = await measureInRotation("24 h trend", rounds, options, [
    { name: "Verandah", measure: () => measureTrend(askOurTrend(rig, history), samples), describe },
    { name: "FUXA", measure: () => measureTrend(askFuxaTrend(fuxa, history), samples), describe },
  ]);
  const compared = compare(found("Verandah"), found("FUXA"));
  const target = { text: `ratio ≤ 1/${TARGET}`, isReached: compared.ratio.median <= 1 / TARGET };
  return {
    rows: [
      {
        work: `24 h trend at ${formatNumber(rows / 1e6)} million against FUXA`,
        unit: "ms",
        ...compared,
        target,
      },
    ],
    notes: [
      `Trend: ${formatNumber(history.tags)} points, a value each ${history.everyMs / 1_000} s for 24 h, warm, over HTTP until the reply is read. Verandah was sent them by MQTT and answers 300 buckets. FUXA's archive of the day was written into its own file in its own format, which has no index, and it answers all ${formatNumber(samples)} samples: it reads the whole day of all points.`,
    ],
  };
}
