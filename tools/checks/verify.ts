import os from "node:os";

import type { Commands } from "../process/run.ts";
import { type Check, commandCheck } from "./check.ts";
import { docPaths } from "./doc-paths.ts";
import { lockFile } from "./lock-file.ts";
import { plainPhrases } from "./phrases.ts";
import { seededBreach } from "./seeded-breach.ts";
import { spelling, spellingBites } from "./spelling.ts";
import { texts } from "./texts.ts";
import { typeChecks } from "./types.ts";

/** Slowest first, so that all cores finish together. */
const checks = (): Check[] => [
  commandCheck("lint", "oxlint", ["--type-aware", "--deny-warnings"]),
  commandCheck("unused code", "knip", ["--treat-config-hints-as-errors"]),
  ...typeChecks(),
  commandCheck("format", "oxfmt", ["--check"]),
  spelling,
  spellingBites,
  plainPhrases,
  texts,
  seededBreach,
  docPaths,
  lockFile,
];

/** Runs all checks, as many at a time as there are cores, and returns the names of failed ones. */
export async function verify(commands: Commands, print: (text: string) => void): Promise<string[]> {
  const waiting = checks();
  const failed: string[] = [];
  async function work(): Promise<void> {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAtMs = performance.now();
      const wrong = await check.run(commands);
      const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
      print(`${wrong ? "failed" : "ok    "} ${check.name} (${seconds} s)`);
      if (!wrong) continue;
      print(wrong);
      failed.push(check.name);
    }
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return failed;
}
