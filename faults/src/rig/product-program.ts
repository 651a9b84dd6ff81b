import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

import { machineEnvironment } from "../../../tools/process/machine-environment.ts";
import { end } from "../../../tools/process/processes.ts";
import { StartError } from "../../../tools/process/start-error.ts";
import { spawnProgram } from "../../../tools/system/program.ts";

/** Memory limit that the supervisor sets for a program of the demo; a leak ends it soon. */
const HEAP_MAX_MEGABYTE = 256;
/** A site with 10,000 pumps is imported in this time, on a busy machine too, ms. */
const READY_MAX_MS = 180_000;
const stopSteps = { SIGTERM: 4_000, SIGKILL: 1_000 };
const OUTPUT_KEPT_CHARACTERS = 100_000;

interface ProductProgramOptions {
  /** Relative to the repository. */
  readonly entry: string;
  readonly args?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly heapMegabyte?: number;
}

/** One of the product's programs, run like its supervisor runs it, which can be killed and started again. */
export class ProductProgram {
  readonly #options: ProductProgramOptions;
  #child: ChildProcess | undefined;
  /** Its output over all restarts; only the end when it is long. */
  output = "";

  constructor(options: ProductProgramOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts it, and does not wait until it is ready. */
  launch(): ChildProcess {
    const { entry, args = [], environment, heapMegabyte = HEAP_MAX_MEGABYTE } = this.#options;
    // A developer's own settings must not point a test to the developer's data.
    const child = spawnProgram(entry, args, heapMegabyte, { ...machineEnvironment(), ...environment });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.output = (this.output + chunk.toString()).slice(-OUTPUT_KEPT_CHARACTERS);
      });
    this.#child = child;
    return child;
  }

  /** Starts it and returns its ready message. @throws StartError with its last output when it ends instead */
  start(): Promise<unknown> {
    const child = this.launch();
    return new Promise((resolve, reject) => {
      const fail = (why: string) =>
        reject(new StartError(`${this.#options.entry} ${why}\n${this.output.slice(-4_000)}`));
      const timer = setTimeout(() => fail("is not ready in time."), READY_MAX_MS);
      child.on("message", (message: object) => {
        if (!("type" in message) || message.type !== "ready") return;
        clearTimeout(timer);
        resolve(message);
      });
      child.once("exit", () => {
        clearTimeout(timer);
        fail("has ended.");
      });
    });
  }

  /** kill -9, and waits until it has ended. */
  async kill(): Promise<void> {
    if (!this.#child || !this.isRunning) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    if (this.pid && this.isRunning) await end(this.pid, stopSteps);
  }
}
