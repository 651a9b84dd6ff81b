import { setTimeout as sleep } from "node:timers/promises";

import { startEmbeddedPostgres, type EmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { describeFailure } from "../process/start-error.ts";
import type { DataFolder } from "./data-folder.ts";
import type { LogFile } from "./log-file.ts";

const RESTART_AFTER_MS = 1_000;
const STARTING_PATIENCE_MS = 1_500;

/** The embedded database of the system; it comes back when its process dies. */
export class Database {
  #postgres: Promise<EmbeddedPostgres> | undefined;
  readonly #abort = new AbortController();
  #isStopping = false;
  readonly #folder: DataFolder;
  readonly #log: LogFile;
  readonly #say: (text: string) => void;

  constructor(folder: DataFolder, say: (text: string) => void) {
    this.#folder = folder;
    this.#log = folder.openLog("postgres");
    this.#say = say;
  }

  /** Starts it and answers its URL, which a restart keeps. @throws StartError */
  async start(): Promise<string> {
    this.#postgres = startEmbeddedPostgres({
      dataDir: this.#folder.path,
      say: this.#say,
      log: (text) => this.#log.write(text),
      signal: this.#abort.signal,
    });
    const { postmaster, url } = await this.#postgres;
    void postmaster.ended.then(() => this.#keepUp());
    return url;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    // A recovery that is still running would keep a person waiting; it begins again at the next start.
    const impatience = setTimeout(() => this.#abort.abort(), STARTING_PATIENCE_MS);
    const postgres = await this.#postgres?.catch(() => undefined);
    clearTimeout(impatience);
    await postgres?.stop();
  }

  /** Ends it this very moment; its log brings everything back at the next start. */
  kill(): void {
    this.#isStopping = true;
    this.#abort.abort();
  }

  async #keepUp(): Promise<void> {
    while (!this.#isStopping) {
      this.#say("The database has ended; starting it again");
      await sleep(RESTART_AFTER_MS);
      try {
        if (!this.#isStopping) await this.start();
        return;
      } catch (error) {
        this.#say(describeFailure(error));
      }
    }
  }
}
