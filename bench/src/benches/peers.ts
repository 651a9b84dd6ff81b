import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { StartError } from "../../../tools/process/start-error.ts";
import type { Bench } from "../bench.ts";
import { compareStored, compareTrend, compareWatched } from "../peers/comparisons.ts";
import { type History, startFuxa } from "../peers/fuxa.ts";
import { startNodeRed, type Storing } from "../peers/node-red.ts";
import type { MessageShape } from "../peers/peer.ts";
import { Rounds } from "../rounds.ts";

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

const FUXA_TARGET = 10;
const NODE_RED_TARGET = 20;
const MEMORY_TARGET = 0.5;

/** How often FUXA reads the values that arrived over MQTT: its default, and a fast setting from its range of 50 ms to a minute, ms. */
const FUXA_POLL_MS = 1_000;
const FUXA_QUICK_POLL_MS = 200;

export const peers: Bench = {
  name: "peers",
  describe: "the same work on FUXA and on Node-RED with SQLite and a dashboard, installed for it by npm",
  needsRegistry: true,
  async run(options) {
    return await options.rigs.use({}, async (rig) => {
      const installed = path.resolve(process.env["PEERS_DIR"] ?? path.join(rig.folder, "peers"));
      installPeers(installed, options.print);
      const placesOf = (peer: string) => ({
        modules: path.join(installed, peer, "node_modules"),
        scratch: rig.folder,
      });
      const fuxa = (pollMs: number, history?: History) => (shape: MessageShape) =>
        startFuxa(placesOf("fuxa"), pollMs, shape, history);
      const nodeRed = (storing: Storing) => (shape: MessageShape) =>
        startNodeRed(placesOf("node-red"), storing, shape);
      const rounds = new Rounds(rig.folder, options.print);
      const parts = { options, rounds, rig };
      const watched = await compareWatched(parts, [
        { name: "FUXA", start: fuxa(FUXA_POLL_MS), memoryTarget: MEMORY_TARGET },
        { name: `FUXA, looking each ${FUXA_QUICK_POLL_MS} ms`, start: fuxa(FUXA_QUICK_POLL_MS) },
        { name: "Node-RED", start: nodeRed("documented") },
        { name: "Node-RED, batched by hand", start: nodeRed("batched"), isByHand: true },
      ]);
      const stored = await compareStored(parts, [
        {
          name: "FUXA",
          start: fuxa(FUXA_QUICK_POLL_MS),
          rates: [1_000, 2_500],
          storedTarget: FUXA_TARGET,
        },
        {
          name: "Node-RED",
          start: nodeRed("documented"),
          rates: [1_500, 3_000, 6_000],
          storedTarget: NODE_RED_TARGET,
        },
        { name: "Node-RED, batched by hand", start: nodeRed("batched"), rates: [10_000, 20_000] },
      ]);
      const trend = await compareTrend(parts, (history) => fuxa(FUXA_POLL_MS, history)("single"));
      return {
        title: "peers: FUXA 1.3.4 and Node-RED 5.0.7 at the same work",
        rows: [...stored.rows, ...watched.rows, ...trend.rows],
        notes: [
          "FUXA: its MQTT device with 5,000 recorded tags, its SQLite storage, its Socket.IO. Node-RED: MQTT in, SQLite node (synchronous), FlowFuse dashboard with 100 texts; as documented it inserts message by message, batched by hand it has a log ahead, and a join node and a function make one insert of 500.",
          "Peers take QoS 0 from an aedes broker beside them, whose memory is not counted; Verandah's broker is inside it, takes QoS 1 with a password and acknowledges what is committed. FUXA's tables have no index. Both pass values on to the screen before they are stored, Verandah after.",
          ...stored.notes,
          ...watched.notes,
          ...trend.notes,
          rounds.describeMachine(),
        ],
      };
    });
  },
};
