import { globSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Commands } from "../process/run.ts";
import { onShutdown } from "../process/shutdown.ts";
import { repository } from "../system/settings.ts";
import { readText } from "./seeds.ts";

/** A program of node_modules/.bin with its arguments; it passes when it succeeds. */
type Check = readonly [name: string, tool: string, ...args: string[]];

/** Slowest first, so that all cores finish together. */
const checks: readonly Check[] = [
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["unused code", "knip", "--treat-config-hints-as-errors"],
  ...typeChecks(),
  ["format", "oxfmt", "--check"],
  // Spelling and forbidden words in comments, test names, documents and English texts; see cspell.json.
  ["spelling", "cspell", "--no-progress", "--no-summary", "."],
];
/** Those of our own are tests, which run with the other tests too. */
const ownRules: Check = ["own rules", "vitest", "run", "tools/checks", "packages/texts"];

/** The type check of every workspace, of the tools and of the configuration files; a workspace without one is a failure. */
function typeChecks(): Check[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readText("package.json"));
  const packages = workspaces.map((pattern) => `${pattern}/package.json`);
  const folders = globSync(packages, { cwd: repository }).map((file) => path.dirname(file));
  return [...folders.toSorted(), "tools", "."].map((folder) => {
    const name = `types of ${folder === "." ? "configuration" : folder}`;
    return [name, "tsc", "--project", `${folder}/tsconfig.json`, "--checkers", "1"];
  });
}

/** Runs these checks, as many at a time as there are cores, and returns the names of failed ones. */
export async function verify(commands: Commands, wanted = checks): Promise<string[]> {
  const waiting = [...wanted];
  const failed: string[] = [];
  async function work(): Promise<void> {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, tool, ...args] = check;
      const startedAtMs = performance.now();
      const { code, output } = await commands.run(path.join(repository, "node_modules/.bin", tool), args, {
        cwd: repository,
        // Those written in Go take twice the time when each uses all cores.
        env: { ...process.env, GOMAXPROCS: "1" },
      });
      const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
      console.log(`${code === 0 ? "ok    " : "failed"} ${name} (${seconds} s)`);
      if (code === 0) continue;
      console.log(output.trim() || `${tool} ended with code ${code}`);
      failed.push(name);
    }
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return failed;
}

if (import.meta.main) {
  const commands = new Commands();
  const abandon = () => {
    commands.close();
    process.exit(1);
  };
  onShutdown(abandon, abandon);
  const failed = await verify(commands, [...checks, ownRules]);
  if (failed.length > 0) console.error(`Verify has failed: ${failed.join(", ")}.`);
  process.exit(failed.length > 0 ? 1 : 0);
}
