import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../tools/postgres/embedded-postgres.ts";
import { hasEnded } from "../../../tools/process/processes.ts";
import { familyOf } from "./process-family.ts";

const GONE_MAX_MS = 10_000;

/** The product's own PostgreSQL with its own settings (fsync on), which can be killed and started again at the same address. */
export class BreakablePostgres {
  readonly #dataDir: string;
  #running: EmbeddedPostgres | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Starts it, also after a kill. @returns its address, always the same */
  async start(): Promise<string> {
    this.#running = await startEmbeddedPostgres({ dataDir: this.#dataDir });
    return this.#running.url;
  }

  /** kill -9 of the postmaster and all its children; waits until all have ended. */
  async kill(): Promise<void> {
    const postmaster = this.#running?.postmaster;
    if (!postmaster) return;
    const pids = familyOf(postmaster.pid);
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // A child that has just ended by itself counts as killed.
      }
    }
    await Promise.all(pids.map((pid) => hasEnded(pid, GONE_MAX_MS)));
    await postmaster.ended;
    this.#running = undefined;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
