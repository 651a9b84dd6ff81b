import { monotonicMs } from "../load/monotonic.ts";
import { latencyOf } from "../rounds.ts";

const WARM_UP = 2;
const TIMES = 10;

/** Requests a day of one point after the other over HTTP. @returns how many samples the reply contains */
export type AskTrend = (nth: number) => Promise<number>;

/** Median of the time until the whole reply has arrived, warm, ms. @throws Error when a reply has another number of samples */
export async function measureTrend(ask: AskTrend, samples: number): Promise<number> {
  const tookMs: number[] = [];
  for (let nth = 0; nth < WARM_UP + TIMES; nth += 1) {
    const askedAtMs = monotonicMs();
    const found = await ask(nth);
    if (nth >= WARM_UP) tookMs.push(monotonicMs() - askedAtMs);
    if (found !== samples) throw new Error(`A trend speaks of ${found} samples instead of ${samples}.`);
  }
  return latencyOf(tookMs).p50;
}
