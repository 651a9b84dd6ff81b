import { spawn, type ChildProcess } from "node:child_process";

import { end } from "../process/processes.ts";
import { StartError } from "../process/start-error.ts";
import type { DataFolder } from "./data-folder.ts";
import { type HealthCalls, watchHealth } from "./health-watch.ts";
import { createProgramConsole } from "./program-console.ts";
import { repository } from "./settings.ts";

/** Delay before a program that ended during its start is started again: doubled each time, up to the longest. */
const BACK_OFF_MS = 1_000;
const BACK_OFF_MAX_MS = 30_000;
/** Maximum time until a program is ready: a new version may first migrate years of readings. */
const READY_TIMEOUT_MS = 600_000;

const stopSteps = { SIGTERM: 2_800, SIGKILL: 1_000 };

/** A field of a message from a program; undefined when it has none. */
export function fieldOf(message: unknown, name: string): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined;
}

/** A field that is a number. */
export function numberOf(message: unknown, name: string): number | undefined {
  const value = fieldOf(message, name);
  return typeof value === "number" ? value : undefined;
}

export interface ProgramOptions {
  readonly name: string;
  /** Relative to the repository. */
  readonly entry: string;
  /** Memory limit of its JavaScript; without it Node uses several times as much as it needs. */
  readonly heapMaxMegabyte: number;
  /** Evaluated at every start. */
  readonly args?: () => readonly string[];
  readonly environment: () => NodeJS.ProcessEnv;
  /** More of its environment, sent as a message `start`: meanwhile the program loads. */
  readonly settings?: () => Promise<NodeJS.ProcessEnv>;
  readonly folder: DataFolder;
  /** Without it, to the console. */
  readonly print?: (text: string) => void;
  /** Called with each message, also after a restart. */
  readonly onMessage?: (message: unknown) => void;
  /** Target of the health check, from its ready message. A program without answers is restarted. */
  readonly health?: (message: unknown) => HealthCalls | undefined;
}

/**
 * Garbage collection empties small spaces for new objects soon, and frees them. From this heap on they would fill too often: with thousands
 * of devices that connect at once a third of the time went into it.
 */
const LARGE_HEAP_MEGABYTE = 1_000;

/** In a separate group: a Ctrl-C in the terminal reaches the supervisor, which stops the programs in order. */
export function spawnProgram(
  entry: string,
  args: readonly string[],
  heapMaxMegabyte: number,
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const flags = [
    `--max-semi-space-size=${heapMaxMegabyte < LARGE_HEAP_MEGABYTE ? 2 : 16}`,
    `--max-old-space-size=${heapMaxMegabyte}`,
  ];
  return spawn(process.execPath, [...flags, entry, ...args], {
    cwd: repository,
    detached: true,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

export type Program = ReturnType<typeof createProgram>;

/** A program of the system as a child process: logged, restarted when it ends, stopped in order. */
export function createProgram(options: ProgramOptions) {
  const { name, folder, print = (text: string) => console.log(text) } = options;
  const log = folder.openLog(name);
  const { readLog, showError, showProgress } = createProgramConsole(name, print);
  let running: ChildProcess | undefined;
  let isStopping = false;
  let failures = 0;
  let restartTimer: NodeJS.Timeout | undefined;

  function launch(): Promise<{ ready: unknown } | { lastOutput: string }> {
    const { entry, args = () => [], heapMaxMegabyte, environment, settings, onMessage, health } = options;
    const child = spawnProgram(entry, args(), heapMaxMegabyte, environment());
    running = child;
    if (child.pid && !folder.remember(name, child.pid))
      print(`${name} runs as process ${child.pid}, which could not be written to ${folder.path}`);
    // Without its settings it cannot start. Who sets them reports why there are none.
    settings?.().then(
      (known) => child.connected && child.send({ type: "start", environment: known }),
      () => child.kill(),
    );
    return new Promise((resolve) => {
      let isReady = false;
      let lastOutput = "";
      let unwatch: (() => void) | undefined;
      const timeout = setTimeout(() => {
        lastOutput ||= `${name} was not ready within ${READY_TIMEOUT_MS / 1_000} s; see its log.`;
        child.kill("SIGKILL");
      }, READY_TIMEOUT_MS);
      child.stdout?.on("data", (chunk: Buffer) => {
        log(chunk.toString());
        readLog(chunk.toString());
      });
      child.stderr?.on("data", (chunk: Buffer) => {
        log(chunk.toString());
        lastOutput = (lastOutput + chunk.toString()).slice(-4_000);
        if (isReady) showError(chunk.toString().trim());
      });
      // Messages of other types are ignored.
      child.on("message", (message) => {
        onMessage?.(message);
        const type = fieldOf(message, "type");
        if (type === "progress") {
          timeout.refresh();
          showProgress(
            String(fieldOf(message, "text")),
            numberOf(message, "done"),
            numberOf(message, "total"),
          );
        }
        if (type !== "ready") return;
        clearTimeout(timeout);
        isReady = true;
        failures = 0;
        const calls = health?.(message);
        if (calls)
          unwatch = watchHealth(calls, () => {
            // While it is being stopped it need not answer.
            if (running !== child || isStopping) return;
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
        if (running !== child || isStopping) return;
        running = undefined;
        if (!isReady) return;
        print(`${name} has ended (${signal ?? `code ${code}`}); starting it again`);
        void relaunch();
      });
    });
  }

  async function relaunch(): Promise<void> {
    const outcome = await launch();
    if ("ready" in outcome || isStopping) return;
    if (outcome.lastOutput) showError(outcome.lastOutput);
    const waitMs = Math.min(BACK_OFF_MS * 2 ** failures, BACK_OFF_MAX_MS);
    failures += 1;
    print(`${name} did not start; trying again in ${waitMs / 1_000} s`);
    restartTimer = setTimeout(() => void relaunch(), waitMs);
  }

  return {
    /** Starts it for the first time and resolves with its ready message. @throws StartError with its output when it ends instead */
    async start(): Promise<unknown> {
      const outcome = await launch();
      if ("ready" in outcome) return outcome.ready;
      throw new StartError(outcome.lastOutput || `${name} did not start; see its log.`);
    },
    send: (message: Record<string, unknown>) => void running?.send(message),
    /** Stops it, within the time a person waits. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(restartTimer);
      if (running?.pid) await end(running.pid, stopSteps);
      folder.forget(name);
    },
    kill(): void {
      isStopping = true;
      running?.kill("SIGKILL");
    },
    /** Restarts it, because its input has changed. */
    async restart(): Promise<void> {
      if (isStopping) return;
      clearTimeout(restartTimer);
      const child = running;
      running = undefined;
      if (child?.pid) await end(child.pid, stopSteps);
      if (!isStopping) await relaunch();
    },
  };
}
