import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import type { Commands } from "../process/run.ts";

export const repository = path.resolve(import.meta.dirname, "../..");

/** One step of verify: its name, and the faults that it finds (empty without any). */
export interface Check {
  readonly name: string;
  readonly run: (commands: Commands) => string | Promise<string>;
}

/** Runs a program of node_modules/.bin. */
function runTool(commands: Commands, tool: string, args: readonly string[], cwd = repository) {
  return commands.run(path.join(repository, "node_modules/.bin", tool), args, {
    cwd,
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

/** Runs a program in a folder with these files only. @returns its output */
export async function runOnSeeds(
  commands: Commands,
  files: Readonly<Record<string, string>>,
  tool: string,
  args: readonly string[],
): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-seeds-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    return (await runTool(commands, tool, args, folder)).output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
