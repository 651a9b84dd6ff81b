import { spawn, type SpawnOptions } from "node:child_process";

const GENTLE_MS = 2_000;

export interface Outcome {
  readonly code: number;
  /** Its output on both streams, in order. */
  readonly output: string;
}

/** Running commands, so that an interrupted tool ends them too. */
export class Commands {
  readonly #running = new Set<number>();
  #isClosed = false;

  /** Runs a command to its end in a separate process group; one that cannot be started has code 127. */
  run(
    command: string,
    args: readonly string[],
    options: SpawnOptions & { onOutput?: (text: string) => void } = {},
  ): Promise<Outcome> {
    if (this.#isClosed) return Promise.resolve({ code: 130, output: "Interrupted." });
    const { onOutput, ...rest } = options;
    return new Promise((resolve) => {
      const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...rest, detached: true });
      const { pid } = child;
      if (pid) this.#running.add(pid);
      let output = "";
      const take = (chunk: Buffer) => {
        output += chunk;
        onOutput?.(chunk.toString());
      };
      child.stdout?.on("data", take);
      child.stderr?.on("data", take);
      const finish = (code: number) => {
        if (pid) this.#running.delete(pid);
        resolve({ code, output });
      };
      child.on("error", (error) => {
        output += error.message;
        finish(127);
      });
      child.on("close", (code) => finish(code ?? 1));
    });
  }

  /** Ends all running commands with their descendants, as Ctrl-C does, and kills those that still run after `gentleMs`. Starts no more. */
  close(gentleMs = GENTLE_MS): void {
    this.#isClosed = true;
    // A killed package manager leaves incomplete files, and a killed runner of journeys its systems.
    this.#signalAll("SIGINT");
    setTimeout(() => this.#signalAll("SIGKILL"), gentleMs).unref();
  }

  #signalAll(name: NodeJS.Signals): void {
    for (const pid of this.#running) {
      try {
        process.kill(-pid, name);
      } catch {
        // It has just ended by itself.
      }
    }
  }
}
