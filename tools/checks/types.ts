import { existsSync, globSync } from "node:fs";
import path from "node:path";

import { commandCheck, type Check, readText, repository } from "./check.ts";

/** The type check of every workspace, of the tools and of the configuration files; a workspace without one is a failure. */
export function typeChecks(): Check[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readText("package.json"));
  const folders = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: repository },
  ).map((file) => path.dirname(file));
  return [...folders.toSorted(), "tools", "."].map((folder) => {
    const project = path.join(folder, "tsconfig.json");
    const name = folder === "." ? "types of configuration" : `types of ${folder}`;
    return existsSync(path.join(repository, project))
      ? commandCheck(name, "tsc", ["--project", project, "--checkers", "1"])
      : { name, run: () => `${project} is missing.` };
  });
}
