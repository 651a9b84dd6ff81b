import { readFileSync } from "node:fs";
import path from "node:path";

import type { Commands, Outcome } from "../process/run.ts";

export const repository = path.resolve(import.meta.dirname, "../..");

/** One step of verify: its name, and the faults that it finds (empty without any). */
export interface Check {
  readonly name: string;
  readonly run: (commands: Commands) => Promise<string>;
}

/** Runs a program of node_modules/.bin in the repository. */
function runTool(commands: Commands, tool: string, args: readonly string[]): Promise<Outcome> {
  return commands.run(path.join(repository, "node_modules/.bin", tool), args, {
    cwd: repository,
    // The number of concurrent checks equals the number of cores. Those written in Go take twice the time when each uses all cores.
    env: { ...process.env, GOMAXPROCS: "1" },
  });
}

/** A check that is one command, and passes when the command succeeds. */
export function commandCheck(name: string, tool: string, args: readonly string[]): Check {
  return {
    name,
    run: async (commands) => {
      const { code, output } = await runTool(commands, tool, args);
      return code === 0 ? "" : output.trim() || `${tool} ended with code ${code}`;
    },
  };
}

export function readText(file: string): string {
  return readFileSync(path.join(repository, file), "utf8");
}
