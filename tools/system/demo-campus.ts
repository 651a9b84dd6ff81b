import { globSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import { demoAccounts, startDemoActivity } from "../../apps/simulator/src/demo-activity.ts";
import { machineEnvironment } from "../process/machine-environment.ts";
import type { Commands } from "../process/run.ts";
import { StartError } from "../process/start-error.ts";
import type { DataFolder } from "./data-folder.ts";
import { createProgram, type Program } from "./program.ts";
import { repository, type StartSettings } from "./settings.ts";

const ACCOUNTS_MAX_MS = 5_000;

export const simulatorReady = z.object({
  controlPort: z.int(),
  gateways: z.array(z.object({ ssid: z.string(), configFile: z.string() })),
});

/** It contains none of the server's secrets. */
const environment = () => machineEnvironment("LOG_LEVEL", "NODE_ENV");

export type DemoCampus = ReturnType<typeof createDemoCampus>;

/** The simulated field and its gateways, whose settings the simulator writes. */
export function createDemoCampus(folder: DataFolder, { DEMO_SITE, DEMO_HISTORY_DAYS }: StartSettings) {
  const dir = folder.file("demo");
  /** By the gateway's id, with the settings that it has read. */
  const gateways = new Map<string, { program: Program; config: string }>();
  const ending = new AbortController();
  let broker: string | undefined;

  const simulator = createProgram({
    folder,
    environment,
    name: "simulator",
    entry: "apps/simulator/src/main.ts",
    heapMaxMegabyte: 256,
    args: () => [
      `--settings=${path.join(dir, "simulator.json")}`,
      `--state=${dir}`,
      ...(broker === undefined ? [] : [`--mqtt=${broker}`]),
      `--site=${DEMO_SITE}`,
      ...(DEMO_HISTORY_DAYS === undefined ? [] : [`--history-days=${DEMO_HISTORY_DAYS}`]),
    ],
    onReady: (message) => void followMoves(message),
  });
  const gatewayPrograms = () => Array.from(gateways.values(), ({ program }) => program);

  /** A restarted simulator may have other ports, and has then written other settings for its gateways. */
  async function followMoves(message: unknown): Promise<void> {
    for (const { ssid, configFile } of simulatorReady.safeParse(message).data?.gateways ?? []) {
      const known = gateways.get(ssid);
      const config = readFileSync(configFile, "utf8");
      if (!known || known.config === config) continue;
      known.config = config;
      await known.program.restart();
    }
  }

  return {
    /** Writes the campus's description and passwords once, and returns its site files. @throws StartError */
    async provision(commands: Commands): Promise<string[]> {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const { code, output } = await commands.run(
        process.execPath,
        ["apps/simulator/src/provision.ts", "--out", dir, `--site=${DEMO_SITE}`],
        { cwd: repository, env: environment() },
      );
      if (code !== 0) throw new StartError(`The demo campus could not be made:\n${output.trim()}`);
      return globSync(path.join(dir, "site-*.json")).toSorted();
    },
    /** Starts the simulator, which connects once the broker has its port, then its gateways. @throws StartError */
    async start(mqttPort: Promise<number>): Promise<void> {
      const connecting = mqttPort.then((port) => {
        broker = `mqtt://127.0.0.1:${port}`;
        simulator.send({ type: "broker", url: broker });
      });
      const [ready] = await Promise.all([simulator.start(), connecting]);
      const starts = simulatorReady.parse(ready).gateways.map(({ ssid, configFile }) => {
        const program = createProgram({
          folder,
          environment,
          name: gateways.size === 0 ? "gateway" : `gateway-${ssid}`,
          entry: "apps/gateway/src/main.ts",
          heapMaxMegabyte: 192,
          args: () => ["--config", configFile],
        });
        gateways.set(ssid, { program, config: readFileSync(configFile, "utf8") });
        return program.start();
      });
      await Promise.all(starts);
    },
    /** Sets the office hours, and adds bookings and overrides with the calls of a demo account. */
    async startActivity(url: string): Promise<void> {
      const { signal } = ending;
      await startDemoActivity({ dir, url, site: DEMO_SITE, days: DEMO_HISTORY_DAYS, signal });
    },
    /** The line that names the demo's accounts; undefined when there are none. */
    async describeAccounts(url: string): Promise<string | undefined> {
      const reply = await fetch(new URL("/v1/auth/demo-accounts", url), {
        signal: AbortSignal.timeout(ACCOUNTS_MAX_MS),
      });
      const { accounts = [] } = demoAccounts.safeParse(await reply.json()).data ?? {};
      const names = accounts.map(({ username }) => username).join(", ");
      return accounts[0] && `Accounts: ${names} (password ${accounts[0].password})`;
    },
    restartSimulator: () => simulator.restart(),
    restartGateways: () => Promise.all(gatewayPrograms().map((program) => program.restart())),
    async stop(): Promise<void> {
      ending.abort();
      await Promise.all([simulator, ...gatewayPrograms()].map((program) => program.stop()));
    },
    kill(): void {
      for (const program of [simulator, ...gatewayPrograms()]) program.kill();
    },
  };
}
