import { setTimeout as sleep } from "node:timers/promises";

import type { z } from "zod";

import { Commands } from "../process/run.ts";
import { StartError } from "../process/start-error.ts";
import { DataFolder } from "./data-folder.ts";
import { Database } from "./database.ts";
import { DemoCampus } from "./demo-campus.ts";
import { callUrl } from "./health-watch.ts";
import { demoAccounts, serverReady } from "./messages.ts";
import { checkPort } from "./ports.ts";
import { Program } from "./program.ts";
import { ProgressPrinter } from "./progress.ts";
import { serverEnvironment } from "./server-environment.ts";
import { type StartSettings, urlOf } from "./settings.ts";
import { buildWeb } from "./web-build.ts";

/** Time for the field to disconnect in order while the broker still listens, ms. */
const LEAVE_MS = 500;

export interface SystemOptions {
  readonly settings: StartSettings;
  readonly print: (text: string) => void;
  /** Built when its sources have changed, unless another program serves it. */
  readonly isWebServed: boolean;
  /** Added to the server's environment. */
  readonly serverEnvironment?: NodeJS.ProcessEnv;
}

/** All of Verandah on this machine: database, server and, in a demo, the field. */
export class System {
  readonly #options: SystemOptions;
  readonly #commands = new Commands();
  readonly #progress: ProgressPrinter;
  server: Program | undefined;
  campus: DemoCampus | undefined;
  #folder: DataFolder | undefined;
  #database: Database | undefined;
  #isStopping = false;

  constructor(options: SystemOptions) {
    this.#options = options;
    this.#progress = new ProgressPrinter(options.print);
  }

  /** Starts everything and returns the server's address. @throws StartError */
  async start(): Promise<string> {
    const { settings, print, isWebServed } = this.#options;
    const folder = DataFolder.claim(settings.dataDir);
    this.#folder = folder;
    await folder.endLeftOvers((command) => command.includes("apps/") && command.includes("src/main.ts"));
    await checkPort(settings.host, settings.port);

    const shared = { folder, print, progress: this.#progress };
    const campus = settings.isDemo ? new DemoCampus(shared, settings) : undefined;
    this.campus = campus;
    const [databaseUrl, siteFiles] = await Promise.all([
      settings.databaseUrl ?? this.#startDatabase(folder),
      campus?.provision(this.#commands) ?? [],
      isWebServed ? buildWeb(this.#commands, print) : undefined,
    ]);
    this.#refuseWhenStopping();

    let first: z.output<typeof serverReady> | undefined;
    this.server = new Program({
      ...shared,
      name: "server",
      entry: "apps/server/src/main.ts",
      heapMaxMegabyte: settings.serverHeapMegabyte,
      args: () => [],
      environment: () =>
        serverEnvironment(
          { ...process.env, ...this.#options.serverEnvironment },
          { settings, databaseUrl, siteFiles, first },
        ),
      health: (message) => ({
        call: callUrl(new URL("/v1/health", urlOf(settings.host, serverReady.parse(message).port))),
      }),
    });
    const starting = this.server.start().then((message) => (first = serverReady.parse(message)));
    const [ready] = await Promise.all([starting, campus?.start(starting.then(brokerPort))]);
    this.#refuseWhenStopping();
    const url = urlOf(settings.host, ready.port);
    await campus?.startActivity(url);
    return url;
  }

  /** Stops everything: first the field, so that it can disconnect from the server, and the database last. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#commands.close();
    const fieldStops = this.campus?.stop();
    await Promise.race([fieldStops, sleep(LEAVE_MS)]);
    await Promise.all([this.server?.stop(), fieldStops]);
    await this.#database?.stop();
    this.#folder?.release();
  }

  /** Ends everything at once, on a second Ctrl-C. */
  kill(): void {
    this.#commands.close();
    this.server?.kill();
    this.campus?.kill();
    this.#database?.kill();
  }

  async #startDatabase(folder: DataFolder): Promise<string> {
    this.#database = new Database(folder, this.#options.print);
    return this.#database.start();
  }

  #refuseWhenStopping(): void {
    if (this.#isStopping) throw new StartError("Stopped before it was ready.");
  }
}

/** @throws StartError for a server without a broker */
function brokerPort({ mqttPort }: z.output<typeof serverReady>): number {
  if (mqttPort !== undefined) return mqttPort;
  throw new StartError(
    "The demo's field needs the broker: have ingest among VERANDAH_ROLES, or set DEMO=off.",
  );
}

/** The line that names the demo's accounts; undefined when there are none. */
export async function describeAccounts(url: string): Promise<string | undefined> {
  const reply = await fetch(new URL("/v1/auth/demo-accounts", url), { signal: AbortSignal.timeout(5_000) });
  const { data } = demoAccounts.safeParse(await reply.json());
  const [first] = data?.accounts ?? [];
  if (!data || !first) return undefined;
  return `Accounts: ${data.accounts.map(({ username }) => username).join(", ")} (password ${first.password})`;
}
