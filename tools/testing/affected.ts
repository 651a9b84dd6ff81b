import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { repository } from "../system/settings.ts";

const sources = ["{apps,packages}/*/src/**/*.{ts,tsx}", "{tools,faults,bench}/**/*.ts"];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
/** Names after `from`, `import` and `new URL`, which starts a thread or a process. */
const importPattern = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*"([.#][^"\n]+|@verandah\/[^"\n]+)"/g;

/** They import every feature, so nearly each test would depend on each file through them. */
const composition =
  /^apps\/(server\/src\/[^/]+|web\/src\/app\/.+|(server|web)\/src\/testing\/.+)(?<!\.test)\.tsx?$/;

/** The feature that a file belongs to. Its tests use it through the whole app. */
const featureOf = (file: string) => /^apps\/[^/]+\/src\/features\/[^/]+/.exec(file)?.[0] ?? "";

const git = (...args: string[]) => execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();

/** Files that differ from the merge base with main, or on main from the last commit; new ones included. Relative to the repository. */
export function changedFiles(): string[] {
  const base = git("merge-base", "main", "HEAD");
  const changed = [git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")];
  return changed.flatMap((names) => names.split("\n").filter(Boolean));
}

/** The files of ours that `file` imports, relative to the repository. */
function importsOf(file: string): string[] {
  if (composition.test(file)) return [];
  const require = createRequire(path.join(repository, file));
  const text = readFileSync(path.join(repository, file), "utf8");
  return Array.from(text.matchAll(importPattern)).flatMap(([, name = ""]) => {
    try {
      return [path.relative(repository, require.resolve(name))];
    } catch {
      // A file that is generated, or one that the change has removed.
      return [];
    }
  });
}

/** The test files that depend on one of the changed files by their own imports, or by those of their feature. Relative to the repository. */
export function affectedTests(changed: readonly string[]): string[] {
  const files = globSync(sources, { cwd: repository, exclude: ["**/node_modules", "**/dist"] });
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const name of importsOf(file)) importers.set(name, [...(importers.get(name) ?? []), file]);
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const features = new Set([...reached].filter((file) => !isTest(file)).map(featureOf));
  features.delete("");
  return files.filter((file) => isTest(file) && (reached.has(file) || features.has(featureOf(file))));
}
