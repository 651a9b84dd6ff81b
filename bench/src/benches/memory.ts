import { setTimeout as sleep } from "node:timers/promises";

import { bytesOf } from "../../../faults/src/rig/memory.ts";
import { familyOf } from "../../../faults/src/rig/process-family.ts";
import { commandLine } from "../../../tools/process/processes.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { prepareLoad } from "../load/load.ts";
import { makeCampus } from "../rig/campus.ts";
import type { WholeSystem } from "../rig/started-system.ts";
import { Rounds, spreadOf } from "../rounds.ts";
import { limitedRow } from "../table.ts";

const POINTS_PER_MESSAGE = 10;
const READINGS_PER_SECOND = 5_000;
const DURATION_MS = 75_000;
const SHORT_DURATION_MS = 1_000;
const SAMPLE_MS = 1_000;
/** The last part of the time, in which the memory is stable. */
const SETTLED_SHARE = 0.4;

const MEGABYTE = 1_048_576;
const TARGET_MB = 270;

/** The programs of a real site that `npm start` runs, by a part of their command lines. */
const programs = [
  { name: "server", word: "apps/server/src/main.ts" },
  { name: "PostgreSQL", word: "postgres" },
  { name: "supervisor", word: "tools/start.ts" },
  { name: "npm", word: "" },
] as const;

interface Sample {
  readonly total: number;
  readonly parts: readonly number[];
}

function sampleOf(pid: number): Sample {
  const left = new Map(familyOf(pid).map((member) => [member, commandLine(member) ?? ""]));
  const parts = programs.map(({ word }) => {
    const mine = [...left].filter(([, command]) => command.includes(word)).map(([member]) => member);
    for (const member of mine) left.delete(member);
    return bytesOf(mine) / MEGABYTE;
  });
  return { total: parts.reduce((sum, part) => sum + part, 0), parts };
}

async function measure(options: BenchOptions, system: WholeSystem) {
  const rounds = new Rounds(system.dataDir, options.print);
  await rounds.probe();
  const atRest = sampleOf(system.pid);
  const sender = await prepareLoad({
    kind: "pace",
    port: system.mqttPort,
    edges: makeCampus({}).gateways,
    seed: 1,
    pointsPerMessage: POINTS_PER_MESSAGE,
    readingsPerSecond: READINGS_PER_SECOND,
  });
  const ended = sender.go();
  const samples: Sample[] = [];
  const endsAtMs = performance.now() + (options.isShort ? SHORT_DURATION_MS : DURATION_MS);
  while (performance.now() < endsAtMs) {
    await sleep(SAMPLE_MS);
    samples.push(sampleOf(system.pid));
  }
  sender.stop();
  const sent = await ended;
  const unacknowledged = sent.acknowledgedAtMs.filter(Number.isNaN).length;
  if (unacknowledged > 0) throw new Error(`${unacknowledged} messages were not acknowledged.`);
  return { atRest, samples, machine: rounds.describeMachine() };
}

export const memory: Bench = {
  name: "memory",
  describe: "all processes of npm start together at 5,000 points, 1 Hz, without the demo",
  async run(options) {
    const { atRest, samples, machine } = await options.rigs.useWhole({ isDemo: false }, (system) =>
      measure(options, system),
    );
    const settled = samples.slice(-Math.ceil(samples.length * SETTLED_SHARE));
    const total = spreadOf(settled.map((sample) => sample.total));
    const parts = programs.map(({ name }, at) => ({
      work: name,
      unit: "MB",
      ours: spreadOf(settled.map((sample) => sample.parts[at] ?? 0)).median,
    }));
    return {
      title: "memory: all processes together at 5,000 points, 1 Hz",
      rows: [
        limitedRow("all processes", "MB", total.median, TARGET_MB),
        ...parts,
        { work: "all processes, before the first reading", unit: "MB", ours: atRest.total },
      ],
      notes: [
        `Proportional set size (shared pages counted once); median of the last ${settled.length} s, range ${Math.round(total.min)} to ${Math.round(total.max)} MB, highest ever ${Math.round(spreadOf(samples.map((sample) => sample.total)).max)} MB.`,
        "There is no reference. The embedded PostgreSQL, the server and their supervisor, started by npm start with DEMO=off and a site file.",
        machine,
      ],
    };
  },
};
