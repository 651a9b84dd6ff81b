import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { StartError } from "../../../tools/process/start-error.ts";

/** Packages of each peer, exact. */
const packages = {
  fuxa: { "@frangoteam/fuxa": "1.3.4" },
  "node-red": {
    "node-red": "5.0.7",
    "node-red-node-sqlite": "1.1.1",
    "@flowfuse/node-red-dashboard": "1.31.0",
  },
};

/**
 * Installs the peers with npm and its settings, each into a folder of `parent` with its name, unless an earlier run has finished that.
 *
 * @throws StartError with npm's output when they cannot be installed
 */
export function installPeers(parent: string, print: (text: string) => void): void {
  for (const [peer, dependencies] of Object.entries(packages)) {
    const cwd = path.join(parent, peer);
    const wanted = JSON.stringify({ name: `bench-${peer}`, private: true, dependencies });
    const mark = path.join(cwd, "installed.json");
    if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) continue;
    print(`Installing ${peer} with npm; its SQLite may have to be compiled, which takes minutes.`);
    rmSync(cwd, { recursive: true, force: true });
    mkdirSync(cwd, { recursive: true });
    writeFileSync(path.join(cwd, "package.json"), wanted);
    // Without its install script SQLite has no binary, whatever the machine's settings say of scripts.
    const args = ["install", "--ignore-scripts=false", "--no-audit", "--no-fund", "--omit=dev"];
    const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
    const why =
      status !== 0
        ? `${peer} could not be installed (npm's words above). It needs a registry, and for SQLite a prebuilt binary or a compiler with Python.`
        : !existsSync(path.join(cwd, "node_modules/sqlite3/build/Release/node_sqlite3.node")) &&
          `npm installed ${peer} without the binary of its SQLite, because install scripts are switched off or no compiler is here.`;
    if (why)
      throw new StartError(
        `${(stdout + stderr).trim().slice(-2_000)}\nThe peers bench measures nothing: ${why}`,
      );
    writeFileSync(mark, wanted);
  }
}
