import { parseArgs } from "node:util";

import { onShutdown } from "../../tools/process/shutdown.ts";
import { describeFailure, StartError } from "../../tools/process/start-error.ts";
import type { Bench, BenchOptions } from "./bench.ts";
import { benches } from "./registry.ts";
import { Rigs } from "./rig/rigs.ts";
import { formatTable } from "./table.ts";

const ROUNDS = 3;
const say = (text: string) => console.log(text);

function usage(): string {
  const lines = benches.map(({ name, describe }) => `  ${name.padEnd(10)}${describe}`);
  return `Usage: npm run bench -- [name …] [--short] [--largest] [--rounds n]\n${lines.join("\n")}`;
}

/** @throws StartError for a name or a flag that is none */
function readArguments(): { chosen: readonly Bench[]; options: Omit<BenchOptions, "rigs" | "say"> } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      short: { type: "boolean", default: false },
      largest: { type: "boolean", default: false },
      rounds: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const rounds = Number(values.rounds ?? (values.short ? 1 : ROUNDS));
  const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
  const isWrong = unknown.length > 0 || !Number.isSafeInteger(rounds) || rounds < 1;
  if (values.help || isWrong) throw new StartError(usage());
  const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { chosen, options: { isShort: values.short, isLargest: values.largest, rounds } };
}

async function run(): Promise<void> {
  const { chosen, options } = readArguments();
  await using rigs = new Rigs({ isShared: options.isShort, say });
  onShutdown(
    () => void rigs[Symbol.asyncDispose]().then(() => process.exit(1)),
    () => process.exit(1),
  );
  for (const bench of chosen) {
    say(`${bench.name}: ${bench.describe}`);
    const startedAtMs = performance.now();
    const table = await bench.run({ ...options, rigs, say });
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    say(`\n${formatTable(table)}\n- It took ${seconds} s.\n`);
  }
}

try {
  await run();
  process.exit(0);
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
