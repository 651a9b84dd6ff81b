import { setTimeout as sleep } from "node:timers/promises";

import type { Bench, BenchOptions } from "../bench.ts";
import { prepareLoad } from "../load/load.ts";
import type { BenchEdge } from "../rig/campus.ts";
import { coreShareOver } from "../rig/processor.ts";
import type { Rig } from "../rig/rig.ts";
import { Rounds } from "../rounds.ts";
import { rowOf } from "../table.ts";

/** Of one point each. It leaves time for the load tool and PostgreSQL on the same two cores. */
const MESSAGES_PER_SECOND = 4_000;
const SHORT_MESSAGES_PER_SECOND = 400;
const WARM_UP_MS = 3_000;
const DURATION_MS = 10_000;
const SHORT_MS = 500;
/** Two processes on free cores then store 1.8 times the values of one. */
const RATIO_MAX = 1 / 0.9;

interface Broker {
  readonly mqttPort: number;
  readonly edges: readonly BenchEdge[];
}

/** Sends evenly to the brokers. @returns processor time of all processes and PostgreSQL for each value, µs */
async function measure(
  rig: Rig,
  brokers: readonly Broker[],
  others: readonly number[],
  { isShort }: BenchOptions,
): Promise<number> {
  const perSecond = isShort ? SHORT_MESSAGES_PER_SECOND : MESSAGES_PER_SECOND;
  const loads = await Promise.all(
    brokers.map(({ mqttPort, edges }) =>
      prepareLoad({
        kind: "pace",
        port: mqttPort,
        edges,
        seed: 1,
        pointsPerMessage: 1,
        readingsPerSecond: perSecond / brokers.length,
      }),
    ),
  );
  const ended = loads.map((load) => load.go());
  await sleep(isShort ? SHORT_MS : WARM_UP_MS);
  const percent = await coreShareOver(rig, isShort ? SHORT_MS : DURATION_MS, ...others);
  for (const load of loads) load.stop();
  const sent = await Promise.all(ended);
  const lost = sent.flatMap(({ acknowledgedAtMs }) => Array.from(acknowledgedAtMs)).filter(Number.isNaN);
  if (lost.length > 0) throw new Error(`${lost.length} messages were not acknowledged.`);
  return ((percent / 100) * 1_000_000) / perSecond;
}

export const processes: Bench = {
  name: "processes",
  describe: "processor time for each value at two processes with brokers, against the same values at one",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      await using second = await rig.startBroker();
      const rounds = new Rounds(rig.folder, options.print);
      const { gateways } = rig.campus;
      const half = gateways.length / 2;
      const one = { mqttPort: rig.mqttPort, edges: gateways };
      const two = [
        { mqttPort: rig.mqttPort, edges: gateways.slice(0, half) },
        { mqttPort: second.mqttPort, edges: gateways.slice(half) },
      ];
      const found = await rounds.compare("two processes", options.rounds, {
        ours: () => measure(rig, two, [second.pid], options),
        reference: () => measure(rig, [one], [second.pid], options),
      });
      const work = `${MESSAGES_PER_SECOND.toLocaleString("en")} messages/s of one value, half to each of two processes`;
      return {
        title: "processes: processor time of the server and PostgreSQL for each value",
        rows: [rowOf(work, "µs", found, { most: RATIO_MAX })],
        notes: [
          "Reference: all values to one of the two processes, the other idle. Where the time for each value does not grow, two processes on free cores store as many values each as one; this machine has no free core to show it directly.",
          rounds.describeMachine(),
        ],
      };
    }),
};
