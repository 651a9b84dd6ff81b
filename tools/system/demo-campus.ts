import { globSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import { describeAccounts, startDemoActivity } from "../../apps/simulator/src/demo-activity.ts";
import { startArguments } from "../../apps/simulator/src/demo-requests.ts";
import { provision } from "../../apps/simulator/src/provisioning.ts";
import { machineEnvironment } from "../process/machine-environment.ts";
import type { DataFolder } from "./data-folder.ts";
import { createProgram, type Program } from "./program.ts";
import type { StartSettings } from "./settings.ts";

export const simulatorReady = z.object({
  controlPort: z.int(),
  gateways: z.array(z.object({ ssid: z.string(), configFile: z.string() })),
});

/** It contains none of the server's secrets. */
const environment = () => machineEnvironment("LOG_LEVEL", "NODE_ENV");

export type DemoCampus = ReturnType<typeof createDemoCampus>;

/** The simulated field and its gateways, whose settings the simulator writes. */
export function createDemoCampus(
  folder: DataFolder,
  { isDemo, DEMO_SITE, DEMO_HISTORY_DAYS }: StartSettings,
) {
  const dir = folder.file(isDemo ? "demo" : "added-demo");
  const site = isDemo || DEMO_SITE === "small" ? DEMO_SITE : "bengaluru";
  /** By the gateway's id, with the settings that it has read. */
  const gateways = new Map<string, { program: Program; config: string }>();
  const ending = new AbortController();
  let broker: string | undefined;
  let started: Promise<void> | undefined;

  const simulator = createProgram({
    folder,
    environment,
    name: "simulator",
    entry: "apps/simulator/src/main.ts",
    heapMaxMegabyte: 256,
    args: () => startArguments({ dir, broker, site, days: DEMO_HISTORY_DAYS }),
    onMessage: (message) => void followMoves(message),
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

  /** Starts the simulator, which connects once the broker has its port, then its gateways. @throws StartError */
  async function start(mqttPort: Promise<number>): Promise<void> {
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
  }

  return {
    describeAccounts,
    /** Writes the campus's description and passwords once, and returns its site files. @throws SettingsError */
    async provision(): Promise<string[]> {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      provision(dir, site);
      return globSync(path.join(dir, "site-*.json")).toSorted();
    },
    start: (mqttPort: Promise<number>) => (started ??= start(mqttPort)),
    /** Sets the office hours, and adds bookings and overrides with the calls of a demo account. */
    startActivity: (url: string, account?: { username: string; password: string }) =>
      startDemoActivity({ dir, url, site, days: DEMO_HISTORY_DAYS, account, signal: ending.signal }),
    /** All that it leaves when it has stopped. */
    files: () => [dir, ...globSync(folder.file("logs", "{simulator,gateway}*"))],
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
