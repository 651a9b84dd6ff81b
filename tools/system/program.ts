import { spawn, type ChildProcess } from "node:child_process";

import { end } from "../process/processes.ts";
import { StartError } from "../process/start-error.ts";
import type { DataFolder } from "./data-folder.ts";
import { type HealthCalls, watchHealth } from "./health-watch.ts";
import type { LogFile } from "./log-file.ts";
import { programMessage } from "./messages.ts";
import { ProgramConsole } from "./program-console.ts";
import { repository } from "./settings.ts";

/** Delay before a program that ended during its start is started again: doubled each time, up to the longest. */
const BACK_OFF_MS = 1_000;
const BACK_OFF_MAX_MS = 30_000;
/** Maximum time until a program is ready: a new version may first migrate years of readings. */
const READY_TIMEOUT_MS = 600_000;

const stopSteps = [
  ["SIGTERM", 2_800],
  ["SIGKILL", 1_000],
] as const;

export interface ProgramOptions {
  readonly name: string;
  /** Relative to the repository. */
  readonly entry: string;
  /** Memory limit of its JavaScript, MB; without it Node uses several times as much as it needs. */
  readonly heapMaxMegabyte: number;
  /** Evaluated at every start. */
  readonly args: () => readonly string[];
  readonly environment: () => NodeJS.ProcessEnv;
  readonly folder: DataFolder;
  readonly print: (text: string) => void;
  /** Called with each ready message, also after a restart. */
  readonly onReady?: (message: unknown) => void;
  /** Target of the health check, from its ready message. A program without answers is restarted. */
  readonly health?: (message: unknown) => HealthCalls;
}

/** Node's flags for a program: small spaces for new objects, which garbage collection empties and frees soon. */
export function heapFlags(maxMegabyte: number): string[] {
  return ["--max-semi-space-size=8", `--max-old-space-size=${maxMegabyte}`];
}

/** A program of the system as a child process: logged, restarted when it ends, stopped in order. */
export class Program {
  readonly #options: ProgramOptions;
  readonly #log: LogFile;
  readonly #console: ProgramConsole;
  #child: ChildProcess | undefined;
  #isStopping = false;
  #failures = 0;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#log = options.folder.openLog(options.name);
    this.#console = new ProgramConsole(options.name, options.print);
  }

  /** Starts it for the first time and resolves with its ready message. @throws StartError with its output when it ends instead */
  async start(): Promise<unknown> {
    const outcome = await this.#launch();
    if ("ready" in outcome) return outcome.ready;
    throw new StartError(outcome.lastOutput || `${this.#options.name} did not start; see its log.`);
  }

  /** Sends it a message over its channel. */
  send(message: { type: string } & Record<string, unknown>): void {
    this.#child?.send(message);
  }

  /** Stops it, within the time a person waits. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    if (this.#child?.pid) await end(this.#child.pid, stopSteps);
    this.#options.folder.forget(this.#options.name);
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill("SIGKILL");
  }

  /** Restarts it, because its input has changed. */
  async restart(): Promise<void> {
    if (this.#isStopping) return;
    clearTimeout(this.#restart);
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid) await end(child.pid, stopSteps);
    if (!this.#isStopping) await this.#relaunch();
  }

  #launch(): Promise<{ ready: unknown } | { lastOutput: string }> {
    const { name, entry, args, environment, folder, print, heapMaxMegabyte, onReady, health } = this.#options;
    // In a separate group: a Ctrl-C in the terminal reaches the supervisor, which stops the programs in order.
    const child = spawn(process.execPath, [...heapFlags(heapMaxMegabyte), entry, ...args()], {
      cwd: repository,
      detached: true,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    if (child.pid && !folder.remember(name, child.pid))
      print(`${name} runs as process ${child.pid}, which could not be written to ${folder.path}`);
    return new Promise((resolve) => {
      let isReady = false;
      let lastOutput = "";
      let unwatch: (() => void) | undefined;
      const timeout = setTimeout(() => {
        lastOutput ||= `${name} was not ready within ${READY_TIMEOUT_MS / 1_000} s; see its log.`;
        child.kill("SIGKILL");
      }, READY_TIMEOUT_MS);
      child.stdout?.on("data", (chunk: Buffer) => {
        this.#log.write(chunk.toString());
        this.#console.readLog(chunk.toString());
      });
      child.stderr?.on("data", (chunk: Buffer) => {
        this.#log.write(chunk.toString());
        lastOutput = (lastOutput + chunk.toString()).slice(-4_000);
        if (isReady) this.#console.showError(chunk.toString().trim());
      });
      child.on("message", (value) => {
        const message = programMessage.safeParse(value).data;
        if (message?.type === "progress") {
          timeout.refresh();
          this.#console.showProgress(message.text, message.done, message.total);
        }
        if (message?.type !== "ready") return;
        clearTimeout(timeout);
        isReady = true;
        this.#failures = 0;
        onReady?.(message);
        if (health)
          unwatch = watchHealth(health(message), () => {
            print(`${name} does not answer any more; ending it`);
            // A hung or suspended program reacts to no other signal.
            child.kill("SIGKILL");
          });
        resolve({ ready: message });
      });
      child.on("error", (error) => (lastOutput += error.message));
      child.on("close", (code, signal) => {
        clearTimeout(timeout);
        unwatch?.();
        resolve({ lastOutput: lastOutput.trim() });
        if (this.#child !== child || this.#isStopping) return;
        this.#child = undefined;
        if (!isReady) return;
        print(`${name} has ended (${signal ?? `code ${code}`}); starting it again`);
        void this.#relaunch();
      });
    });
  }

  async #relaunch(): Promise<void> {
    const outcome = await this.#launch();
    if ("ready" in outcome || this.#isStopping) return;
    if (outcome.lastOutput) this.#console.showError(outcome.lastOutput);
    const waitMs = Math.min(BACK_OFF_MS * 2 ** this.#failures, BACK_OFF_MAX_MS);
    this.#failures += 1;
    this.#options.print(`${this.#options.name} did not start; trying again in ${waitMs / 1_000} s`);
    this.#restart = setTimeout(() => void this.#relaunch(), waitMs);
  }
}
