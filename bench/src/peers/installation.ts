import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
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
// Without its install script SQLite has no binary, whatever the machine's settings say of scripts.
const args = ["install", "--ignore-scripts=false", "--no-audit", "--no-fund", "--omit=dev"];

/** Installs each peer with npm into a folder of `parent` with its name, where npm keeps the packages of an earlier run. @throws StartError with npm's last words */
export function installPeers(parent: string, print: (text: string) => void): void {
  for (const [peer, dependencies] of Object.entries(packages)) {
    print(
      `Installing ${peer} with npm; the first time its SQLite may have to be compiled, which takes minutes.`,
    );
    const cwd = path.join(parent, peer);
    mkdirSync(cwd, { recursive: true });
    writeFileSync(path.join(cwd, "package.json"), JSON.stringify({ private: true, dependencies }));
    const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
    if (status === 0 && existsSync(path.join(cwd, "node_modules/sqlite3/build/Release/node_sqlite3.node")))
      continue;
    const why = `The peers bench measures nothing: ${peer} could not be installed. It needs a registry, and for SQLite a prebuilt binary or a compiler with Python.`;
    throw new StartError(`${(stdout + stderr).trim().slice(-2_000)}\n${why}`);
  }
}
