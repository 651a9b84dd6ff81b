import { parseArgs } from "node:util";

import { onShutdown } from "../../tools/process/shutdown.ts";
import { describeFailure, StartError } from "../../tools/process/start-error.ts";
import type { Bench, BenchOptions } from "./bench.ts";
import { benches } from "./registry.ts";
import { Rigs } from "./rig/rigs.ts";
import { formatTable } from "./table.ts";

const ROUNDS = 3;
const print = (text: string) => console.log(text);

function usage(): string {
  const lines = benches.map(({ name, describe }) => `  ${name.padEnd(10)}${describe}`);
  return `Usage: npm run bench -- [name …] [--short] [--largest] [--rounds n]\n${lines.join("\n")}`;
}

/** @throws StartError for an unknown name or flag */
function readArguments(): { chosen: readonly Bench[]; options: Omit<BenchOptions, "rigs" | "print"> } {
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

/** Prints a bench's table. @returns whether there is one */
async function measureAndPrint(
  bench: Bench,
  options: BenchOptions,
  isStopping: () => boolean,
): Promise<boolean> {
  print(`${bench.name}: ${bench.describe}`);
  const startedAtMs = performance.now();
  try {
    const table = await bench.run(options);
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    print(`\n${formatTable(table)}\n- It took ${seconds} s.\n`);
    return true;
  } catch (error) {
    // The other benches continue; a bench that Ctrl-C ended has not failed.
    if (!isStopping()) console.error(`${bench.name} has failed: ${describeFailure(error)}\n`);
    return false;
  }
}

/** @returns how many benches failed; undefined when it was stopped, and the process is ending */
async function run(): Promise<number | undefined> {
  const { chosen, options } = readArguments();
  const rigs = new Rigs({ isShared: options.isShort, print });
  let isStopping = false;
  onShutdown(
    () => {
      isStopping = true;
      void rigs[Symbol.asyncDispose]().finally(() => process.exit(1));
    },
    () => process.exit(1),
  );
  let failed = 0;
  for (const bench of chosen)
    if (!isStopping && !(await measureAndPrint(bench, { ...options, rigs, print }, () => isStopping)))
      failed += 1;
  if (isStopping) return undefined;
  await rigs[Symbol.asyncDispose]();
  return failed;
}

try {
  const failed = await run();
  if (failed !== undefined) process.exit(failed > 0 ? 1 : 0);
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
