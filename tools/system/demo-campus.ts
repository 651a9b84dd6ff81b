import { globSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { machineEnvironment } from "../process/machine-environment.ts";
import type { Commands } from "../process/run.ts";
import { StartError } from "../process/start-error.ts";
import { startDemoActivity } from "./demo-activity.ts";
import { simulatorReady } from "./messages.ts";
import { Program, type ProgramOptions } from "./program.ts";
import { repository, type StartSettings } from "./settings.ts";

type Shared = Pick<ProgramOptions, "folder" | "print">;

/** The simulated field and its gateways, whose settings the simulator writes. */
export class DemoCampus {
  readonly #shared: Shared;
  readonly #dir: string;
  readonly #site: StartSettings["demoSite"];
  readonly #simulator: Program;
  /** By the gateway's id, with the settings that it has read. */
  readonly #gateways = new Map<string, { program: Program; config: string }>();
  #broker: string | undefined;
  readonly #ending = new AbortController();

  constructor(shared: Shared, { demoSite, demoHistoryDays: historyDays }: StartSettings) {
    this.#shared = shared;
    this.#site = demoSite;
    this.#dir = shared.folder.file("demo");
    this.#simulator = new Program({
      ...shared,
      name: "simulator",
      entry: "apps/simulator/src/main.ts",
      heapMaxMegabyte: 256,
      args: () => [
        `--settings=${path.join(this.#dir, "simulator.json")}`,
        `--state=${this.#dir}`,
        ...(this.#broker === undefined ? [] : [`--mqtt=${this.#broker}`]),
        `--site=${demoSite}`,
        ...(historyDays === undefined ? [] : [`--history-days=${historyDays}`]),
      ],
      environment: fieldEnvironment,
      onReady: (message) => void this.#followMoves(message),
    });
  }

  /** Writes the campus's description and passwords once, and returns its site files. @throws StartError */
  async provision(commands: Commands): Promise<string[]> {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const { code, output } = await commands.run(
      process.execPath,
      ["apps/simulator/src/provision.ts", "--out", this.#dir, `--site=${this.#site}`],
      { cwd: repository, env: fieldEnvironment() },
    );
    if (code !== 0) throw new StartError(`The demo campus could not be made:\n${output.trim()}`);
    return globSync(path.join(this.#dir, "site-*.json")).toSorted();
  }

  /** Starts the simulator, which connects once the broker has its port, then its gateways. @throws StartError */
  async start(mqttPort: Promise<number>): Promise<void> {
    const connecting = mqttPort.then((port) => {
      this.#broker = `mqtt://127.0.0.1:${port}`;
      this.#simulator.send({ type: "broker", url: this.#broker });
    });
    const [ready] = await Promise.all([this.#simulator.start(), connecting]);
    const { gateways } = simulatorReady.parse(ready);
    await Promise.all(gateways.map(({ ssid, configFile }) => this.#startGateway(ssid, configFile)));
  }

  restartSimulator(): Promise<void> {
    return this.#simulator.restart();
  }

  async restartGateways(): Promise<void> {
    await Promise.all(this.#gatewayPrograms().map((program) => program.restart()));
  }

  /** Sets the office hours, and performs actions of a demo account for the reports about users. */
  async startActivity(url: string): Promise<void> {
    if (this.#site === "campus") await startDemoActivity(this.#dir, url, this.#ending.signal);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#simulator, ...this.#gatewayPrograms()].map((program) => program.stop()));
  }

  kill(): void {
    for (const program of [this.#simulator, ...this.#gatewayPrograms()]) program.kill();
  }

  #gatewayPrograms(): Program[] {
    return Array.from(this.#gateways.values(), ({ program }) => program);
  }

  async #startGateway(ssid: string, configFile: string): Promise<void> {
    const program = new Program({
      ...this.#shared,
      name: this.#gateways.size === 0 ? "gateway" : `gateway-${ssid}`,
      entry: "apps/gateway/src/main.ts",
      heapMaxMegabyte: 192,
      args: () => ["--config", configFile],
      environment: fieldEnvironment,
    });
    this.#gateways.set(ssid, { program, config: readFileSync(configFile, "utf8") });
    await program.start();
  }

  /** A restarted simulator may have other ports, and has then written other settings for its gateways. */
  async #followMoves(message: unknown): Promise<void> {
    for (const { ssid, configFile } of simulatorReady.safeParse(message).data?.gateways ?? []) {
      const known = this.#gateways.get(ssid);
      const config = readFileSync(configFile, "utf8");
      if (!known || known.config === config) continue;
      known.config = config;
      await known.program.restart();
    }
  }
}

/** The environment of the field: none of the server's secrets. */
function fieldEnvironment(): NodeJS.ProcessEnv {
  return machineEnvironment("LOG_LEVEL", "NODE_ENV");
}
