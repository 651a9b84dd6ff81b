import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { end, hasEnded } from "../../tools/process/processes.ts";
import { StartError } from "../../tools/process/start-error.ts";
import type { CellNetwork, Host } from "./network.ts";

const POLL_MS = 100;
/** RestartSec of the units. */
const RESTART_MS = 1_000;
/** On a busy machine too, ms. */
const READY_MAX_MS = 120_000;
const ANSWER_MAX_MS = 2_000;
const KILLED_MAX_MS = 10_000;
const stopSteps = { SIGTERM: 15_000, SIGKILL: 1_000 };
const LOG_SHOWN_CHARACTERS = 3_000;

/** Waits until something is so; an error counts as no. @throws StartError with `what` after the time */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  maxMs: number = READY_MAX_MS,
): Promise<void> {
  const deadlineMs = performance.now() + maxMs;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadlineMs) throw new StartError(`Waited in vain: ${what}`);
    await sleep(POLL_MS);
  }
}

/** Whether a server accepts connections (`tcp://host:port`), or answers with success (`http://…`). */
async function answers(url: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "tcp:") {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MAX_MS) });
    await reply.body?.cancel();
    return reply.ok;
  }
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: ANSWER_MAX_MS });
    const finish = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => finish(true));
    for (const event of ["error", "timeout"]) socket.once(event, () => finish(false));
  });
}

export interface ProgramOptions {
  readonly name: string;
  readonly host: Host;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** File of its output. */
  readonly log: string;
  /** Address that answers when it can work. */
  readonly ready: string;
}

/** A program on a host of the cell, which can be killed and started again. */
export class CellProgram {
  readonly name: string;
  readonly host: Host;
  readonly #network: CellNetwork;
  #options: ProgramOptions;
  #child: ChildProcess | undefined;

  constructor(network: CellNetwork, options: ProgramOptions) {
    this.#network = network;
    this.#options = options;
    this.name = options.name;
    this.host = options.host;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Its next starts are from another folder. */
  useFolder(cwd: string): void {
    this.#options = { ...this.#options, cwd };
  }

  /** As its systemd unit does, starts it again when it ends before it is ready. @throws StartError with the end of its log */
  async start(): Promise<void> {
    const { name, log, ready } = this.#options;
    this.#spawn();
    try {
      await until(`${name} answers at ${ready}`, async () => {
        if (this.isRunning) return answers(ready);
        await sleep(RESTART_MS);
        this.#spawn();
        return false;
      });
    } catch (error) {
      const text = readFileSync(log, "utf8").slice(-LOG_SHOWN_CHARACTERS);
      throw new StartError(`${error instanceof Error ? error.message : name}\n${text}`, { cause: error });
    }
  }

  #spawn(): void {
    const { host, command, environment, cwd, log } = this.#options;
    const [program = "", ...args] = this.#network.on(host, command);
    const output = openSync(log, "a");
    this.#child = spawn(program, args, {
      cwd,
      // A separate group: a Ctrl-C reaches the script only, which stops all in order.
      detached: true,
      env: { PATH: process.env["PATH"], LANG: "C.UTF-8", ...environment },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
  }

  signal(name: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(name);
  }

  /** kill -9, and waits until it has ended. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await hasEnded(this.#child?.pid ?? 0, KILLED_MAX_MS);
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    if (this.#child?.pid && this.isRunning) await end(this.#child.pid, stopSteps);
  }
}
