import { existsSync, globSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import type { Commands } from "../process/run.ts";
import { type Check, commandCheck, readText, repository } from "./check.ts";
import { docPaths } from "./doc-paths.ts";
import { plainPhrases, spelling, spellingBites } from "./phrases.ts";
import { seededBreach } from "./seeded-breach.ts";
import { texts } from "./texts.ts";

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

/** The type check of every workspace, of the tools and of the configuration files; a workspace without one is a failure. */
function typeChecks(): Check[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readText("package.json"));
  const packages = workspaces.map((pattern) => `${pattern}/package.json`);
  const folders = globSync(packages, { cwd: repository }).map((file) => path.dirname(file));
  return [...folders.toSorted(), "tools", "."].map((folder) => {
    const project = path.join(folder, "tsconfig.json");
    const name = folder === "." ? "types of configuration" : `types of ${folder}`;
    return existsSync(path.join(repository, project))
      ? commandCheck(name, "tsc", ["--project", project, "--checkers", "1"])
      : { name, run: () => `${project} is missing.` };
  });
}

const version = /^(npm:[\w./@-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** The lock file names no registry, and every dependency is pinned, so that each clone installs the same anywhere. */
const lockFile: Check = {
  name: "lock file",
  run: () => {
    const text = readText("package-lock.json");
    const hosts = text.match(/"resolved": "[a-z+]+:\/\/[^"]*"/g) ?? [];
    const { packages }: { packages: Record<string, Record<string, object>> } = JSON.parse(text);
    const loose = Object.entries(packages)
      .filter(([folder]) => !folder.includes("node_modules/"))
      .flatMap(([folder, { dependencies, devDependencies, optionalDependencies }]) =>
        Object.entries<unknown>({ ...dependencies, ...devDependencies, ...optionalDependencies })
          .filter(([name, range]) => !name.startsWith("@verandah/") && !version.test(String(range)))
          .map(
            ([name, range]) => `${folder || "."}/package.json: ${name} is ${String(range)}, not one version.`,
          ),
      );
    return [...hosts.map((host) => `package-lock.json names a host: ${host}`), ...loose].join("\n");
  },
};

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
