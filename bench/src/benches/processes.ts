import { setTimeout as sleep } from "node:timers/promises";

import type { Bench, BenchOptions } from "../bench.ts";
import { prepareLoad } from "../load/load.ts";
import { monotonicMs } from "../load/monotonic.ts";
import type { BenchEdge } from "../rig/campus.ts";
import { coreSharesOver, serverAndPostgres } from "../rig/processor.ts";
import type { Broker, Rig } from "../rig/rig.ts";
import { type Compared, latencyOf, Rounds } from "../rounds.ts";
import { type Row, rowOf } from "../table.ts";

/** Of one value each, to each process. It leaves time for the load tool and PostgreSQL on the same two cores. */
const MESSAGES_PER_SECOND = 2_000;
const SHORT_MESSAGES_PER_SECOND = 500;
const WARM_UP_MS = 3_000;
const DURATION_MS = 10_000;
const SHORT_MS = 1_000;
const PROCESSES = 2;
/** Values of two processes beside those of one. */
const TIMES_MIN = 1.8;

/** Shares of a core, %. */
interface Shares {
  readonly processes: number;
  readonly others: number;
}

async function measureShares(rig: Rig, brokers: readonly Broker[], isShort: boolean): Promise<Shares> {
  const groups = [() => brokers.map(({ pid }) => pid), () => serverAndPostgres(rig)];
  const [processes = Number.NaN, others = Number.NaN] = await coreSharesOver(
    isShort ? SHORT_MS : DURATION_MS,
    groups,
  );
  return { processes, others };
}

interface Side {
  readonly broker: Broker;
  readonly edges: readonly BenchEdge[];
}

/** Sends evenly to the brokers of `sides`, while `brokers` may have idle ones too. @throws Error when a message is lost */
async function measure(
  rig: Rig,
  { sides, brokers, rest }: { sides: readonly Side[]; brokers: readonly Broker[]; rest: Shares },
  { isShort }: BenchOptions,
) {
  const perSecond = isShort ? SHORT_MESSAGES_PER_SECOND : MESSAGES_PER_SECOND;
  const before = await Promise.all(sides.map(({ broker }) => broker.countKept()));
  const loads = await Promise.all(
    sides.map(({ broker: { mqttPort: port }, edges }) =>
      prepareLoad({ kind: "pace", port, edges, seed: 1, pointsPerMessage: 1, readingsPerSecond: perSecond }),
    ),
  );
  const ended = loads.map((load) => load.go());
  await sleep(isShort ? SHORT_MS : WARM_UP_MS);
  const fromMs = monotonicMs();
  const shares = await measureShares(rig, brokers, isShort);
  const untilMs = monotonicMs();
  for (const load of loads) load.stop();
  const sent = await Promise.all(ended);
  for (const [at, { broker }] of sides.entries()) {
    const kept = (await broker.countKept()) - (before[at] ?? 0);
    const messages = sent[at]?.key.length ?? 0;
    if (kept !== messages) throw new Error(`${messages} values were sent, and ${kept} are stored.`);
  }
  const waitsMs = sent.flatMap(({ sentAtMs, acknowledgedAtMs }) =>
    Array.from(acknowledgedAtMs, (atMs, at) => atMs - (sentAtMs[at] ?? Number.NaN)),
  );
  if (waitsMs.some(Number.isNaN)) throw new Error("Not every message was acknowledged.");
  const stored = sent.flatMap(({ acknowledgedAtMs }) =>
    Array.from(acknowledgedAtMs).filter((atMs) => atMs >= fromMs && atMs < untilMs),
  );
  const storedPerSecond = (stored.length * 1_000) / (untilMs - fromMs);
  const microsecondsOf = (percent: number) => (percent * 10_000) / storedPerSecond;
  const processes = microsecondsOf(shares.processes - rest.processes);
  const others = microsecondsOf(shares.others - rest.others);
  return { storedPerSecond, processes, others, all: processes + others, p99: latencyOf(waitsMs).p99 };
}

/** Where cores are free: twice the values, divided by how much more processor time each takes. */
function timesRow(work: string, { ratio: { median, min, max } }: Compared): Row {
  const ratio = { median: PROCESSES / median, min: PROCESSES / max, max: PROCESSES / min };
  const target = { text: `≥ ${TIMES_MIN}`, isReached: ratio.median >= TIMES_MIN };
  return { work, unit: "times", ours: ratio.median, ratio, target };
}

export const processes: Bench = {
  name: "processes",
  describe: "values and processor time of two processes with brokers, against one with half the load",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      await using first = await rig.startBroker("first");
      await using second = await rig.startBroker("second");
      const rounds = new Rounds(rig.folder, options.print);
      const { gateways } = rig.campus;
      const half = gateways.length / PROCESSES;
      const one = { broker: first, edges: gateways.slice(0, half) };
      const two = [one, { broker: second, edges: gateways.slice(half) }];
      const brokers = [first, second];
      if (!options.isShort) await sleep(WARM_UP_MS);
      // A second in the short form is too short to compare.
      const rest = options.isShort
        ? { processes: 0, others: 0 }
        : await measureShares(rig, brokers, options.isShort);
      const of = await rounds.compareAll("two processes", options.rounds, {
        ours: () => measure(rig, { sides: two, brokers, rest }, options),
        reference: () => measure(rig, { sides: [one], brokers, rest }, options),
      });
      return {
        title: `processes: ${MESSAGES_PER_SECOND.toLocaleString("en")} messages/s of one value to each of two processes with brokers, against one of them with as many`,
        rows: [
          rowOf("stored values", "values/s", of("storedPerSecond"), { least: TIMES_MIN }),
          rowOf("processor time of the processes for each value", "µs", of("processes"), {}),
          rowOf("the same of PostgreSQL and the process with api and jobs", "µs", of("others"), {}),
          rowOf("publish → acknowledged, p99", "ms", of("p99"), {}),
          timesRow("values of two beside one, by processor time of the processes", of("processes")),
          timesRow("values of two beside one, by processor time of all", of("all")),
        ],
        notes: [
          `Processor time is that above rest (${rest.processes.toFixed(1)} % of a core for both processes, ${rest.others.toFixed(1)} % for the others). Every message was acknowledged, and every value is stored. Where cores are free, two processes store twice the values of one, divided by how much more processor time each value takes.`,
          rounds.describeMachine(),
        ],
      };
    }),
};
