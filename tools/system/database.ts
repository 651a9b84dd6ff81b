import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";

import { startEmbeddedPostgres, type EmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { describeFailure } from "../process/start-error.ts";
import type { DataFolder } from "./data-folder.ts";
import { type HealthCalls, watchHealth } from "./health-watch.ts";

/** Delay before a failed start is repeated, ms. */
const RETRY_MS = 1_000;
const START_TIME_LIMIT_MS = 1_500;

/** A health call to PostgreSQL. An error of the server, such as "too many clients", is an answer as well. */
const callDatabase = (connectionString: string) => async (timeoutMs: number) => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A broken connection reports its error here as well.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
};

/** The embedded database of the system: restarted after it ends, and killed and restarted when it hangs. */
export class Database {
  /** Of the present or the last postmaster. */
  pid: number | undefined;
  #postgres: Promise<EmbeddedPostgres> | undefined;
  readonly #abort = new AbortController();
  #isStopping = false;
  readonly #start: () => Promise<EmbeddedPostgres>;
  readonly #print: (text: string) => void;
  readonly #health: Omit<HealthCalls, "call">;

  constructor(folder: DataFolder, print: (text: string) => void, health: Omit<HealthCalls, "call"> = {}) {
    const logFile = folder.openLog("postgres");
    const log = (text: string) => logFile.write(text);
    this.#start = () =>
      startEmbeddedPostgres({ dataDir: folder.path, print, log, signal: this.#abort.signal });
    this.#print = print;
    this.#health = health;
  }

  /** Starts it and returns its URL, which a restart keeps. @throws StartError */
  async start(): Promise<string> {
    this.#postgres = this.#start();
    const { postmaster, url } = await this.#postgres;
    this.pid = postmaster.pid;
    const unwatch = watchHealth({ ...this.#health, call: callDatabase(url) }, () => {
      if (this.#isStopping) return;
      this.#print("The database does not answer; ending it");
      // A hung or suspended process reacts to no other signal.
      process.kill(postmaster.pid, "SIGKILL");
    });
    void postmaster.ended.then(() => {
      unwatch();
      return this.#startAgain();
    });
    return url;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    // A running recovery would delay the stop; it starts again at the next start.
    const abortTimer = setTimeout(() => this.#abort.abort(), START_TIME_LIMIT_MS);
    const postgres = await this.#postgres?.catch(() => undefined);
    clearTimeout(abortTimer);
    await postgres?.stop();
  }

  /** Kills it; the next start restores everything from its log. */
  kill(): void {
    this.#isStopping = true;
    this.#abort.abort();
  }

  async #startAgain(): Promise<void> {
    while (!this.#isStopping) {
      this.#print("The database has ended; starting it again");
      try {
        await this.start();
        return;
      } catch (error) {
        this.#print(describeFailure(error));
        await sleep(RETRY_MS);
      }
    }
  }
}
