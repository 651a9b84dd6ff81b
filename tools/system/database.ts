import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";

import { startEmbeddedPostgres, type EmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { killPostmaster } from "../postgres/postmaster.ts";
import { describeFailure } from "../process/start-error.ts";
import type { DataFolder } from "./data-folder.ts";
import { type HealthCalls, watchHealth } from "./health-watch.ts";

/** Delay before a failed start is repeated, ms. */
const RETRY_MS = 1_000;
/** A recovery that takes longer is aborted by a stop; it starts again at the next start. */
const STOP_WAIT_MS = 1_500;

/** A health call to PostgreSQL. An error of the server, such as "too many clients", is an answer as well. */
const callDatabase = (connectionString: string) => async (maxMs: number) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: maxMs, query_timeout: maxMs });
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
export function createDatabase(
  folder: DataFolder,
  print: (text: string) => void,
  health: Omit<HealthCalls, "call"> = {},
) {
  const log = folder.openLog("postgres");
  const abort = new AbortController();
  let isStopping = false;
  let starting: Promise<EmbeddedPostgres> | undefined;

  async function start(): Promise<EmbeddedPostgres> {
    starting = startEmbeddedPostgres({ dataDir: folder.path, print, log, signal: abort.signal });
    const postgres = await starting;
    const { postmaster, url } = postgres;
    const unwatch = watchHealth({ ...health, call: callDatabase(url) }, () => {
      if (isStopping) return;
      print("The database does not answer; ending it");
      void killPostmaster(postmaster.pid);
    });
    void postmaster.ended.then(unwatch).then(startAgain);
    return postgres;
  }

  async function startAgain(): Promise<void> {
    if (isStopping) return;
    print("The database has ended; starting it again");
    try {
      await start();
    } catch (error) {
      print(describeFailure(error));
      await sleep(RETRY_MS);
      await startAgain();
    }
  }

  return {
    /** Starts it; a restart keeps its URL. @throws StartError */
    start,
    async stop(): Promise<void> {
      isStopping = true;
      const abortTimer = setTimeout(() => abort.abort(), STOP_WAIT_MS);
      const postgres = await starting?.catch(() => undefined);
      clearTimeout(abortTimer);
      await postgres?.stop();
    },
    /** Kills it; the next start restores everything from its log. */
    kill(): void {
      isStopping = true;
      abort.abort();
    },
  };
}
