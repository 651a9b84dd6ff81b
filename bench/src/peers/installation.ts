import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Commands } from "../../../tools/process/run.ts";
import { StartError } from "../../../tools/process/start-error.ts";

/** Packages of each peer, exact. */
const packages = {
  fuxa: { "@frangoteam/fuxa": "1.3.4" },
  "node-red": {
    "node-red": "5.0.7",
    "node-red-node-sqlite": "1.1.1",
    "@flowfuse/node-red-dashboard": "1.31.0",
  },
} as const;

type PeerName = keyof typeof packages;

const OUTPUT_SHOWN = 2_000;
const MARK = "installed.json";

/** Folders for the installation and the data of the peers. */
export interface Installation extends Disposable {
  /** For data that is deleted after the run. */
  readonly scratch: string;
  /** Folder of a peer's `node_modules`. */
  readonly modulesOf: (peer: PeerName) => string;
}

/**
 * Installs the peers with npm and its settings: into `keptFolder` if given, where a later run finds them, otherwise into a folder that is
 * deleted after this run.
 *
 * @throws StartError with npm's output when they cannot be installed
 */
export async function installPeers(
  keptFolder: string | undefined,
  print: (text: string) => void,
): Promise<Installation> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), "verandah-peers-"));
  const folder = keptFolder ? path.resolve(keptFolder) : path.join(scratch, "installed");
  const remove = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  // An interrupted run does not dispose of anything.
  process.once("exit", remove);
  const dispose = () => {
    process.off("exit", remove);
    remove();
  };
  try {
    for (const peer of ["fuxa", "node-red"] as const) await installPeer(path.join(folder, peer), peer, print);
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    scratch,
    modulesOf: (peer) => path.join(folder, peer, "node_modules"),
    [Symbol.dispose]: dispose,
  };
}

async function installPeer(folder: string, peer: PeerName, print: (text: string) => void): Promise<void> {
  const wanted = JSON.stringify({ name: `bench-${peer}`, private: true, dependencies: packages[peer] });
  const mark = path.join(folder, MARK);
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  print(`Installing ${peer} with npm; its SQLite may have to be compiled, which takes minutes.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), wanted);
  const commands = new Commands();
  const interrupt = () => commands.close();
  process.once("exit", interrupt);
  // Without its install script SQLite has no binary, whatever the machine's settings say of scripts.
  const args = ["install", "--ignore-scripts=false", "--no-audit", "--no-fund", "--omit=dev"];
  const { code, output } = await commands.run("npm", args, { cwd: folder });
  process.off("exit", interrupt);
  if (code !== 0)
    throw new StartError(
      `${output.trim().slice(-OUTPUT_SHOWN)}\nThe peers bench measures nothing: ${peer} could not be installed (npm's words above). It needs a registry, and for SQLite a prebuilt binary or a compiler with Python.`,
    );
  if (!existsSync(path.join(folder, "node_modules/sqlite3/build/Release/node_sqlite3.node")))
    throw new StartError(
      `The peers bench measures nothing: npm installed ${peer} without the binary of its SQLite, because install scripts are switched off or no compiler is here.`,
    );
  writeFileSync(mark, wanted);
}
