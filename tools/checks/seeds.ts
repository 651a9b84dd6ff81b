import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { repository } from "../system/settings.ts";

export const readText = (file: string): string => readFileSync(path.join(repository, file), "utf8");

/** Runs a program of node_modules/.bin in a folder with these files only. @returns its output */
export function runOnSeeds(files: Readonly<Record<string, string>>, tool: string, args: string[]): string {
  using folder = mkdtempDisposableSync(path.join(os.tmpdir(), "verandah-seeds-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder.path, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder.path, file), text);
  }
  const program = path.join(repository, "node_modules/.bin", tool);
  return spawnSync(program, args, { cwd: folder.path, encoding: "utf8" }).stdout;
}
