import { type Db, openDb, pingDb } from "../db.ts";

/** A call without a result after this time checks whether the database responds, ms. */
const CHECK_AFTER_MS = 1_900;
/** Timeout of that check, ms. */
const PROBE_MS = 1_100;

/**
 * The connection of the check. It is opened now and stays open, because on a busy machine a login takes longer than the check. A short
 * statement timeout closes a connection that hangs, so that the next check opens a new one.
 */
export function openProbeDb(connectionString: string): ReturnType<typeof openDb> {
  const db = openDb(connectionString, { connectionsMax: 1, statementMaxMs: CHECK_AFTER_MS, staysOpen: true });
  // The check itself reports a database that is down.
  pingDb(db).catch(() => undefined);
  return db;
}

/** Waits for work on the database. @throws Error with code `ETIMEDOUT` when the database does not respond */
export type WithDatabaseTimeout = <T>(work: Promise<T>, checkAfterMs?: number) => Promise<T>;

/**
 * A database that hangs returns no error, so a call would wait until its client disconnects. Long work continues while the database
 * responds to the check. The check has a separate connection, because all connections of the calls may be busy.
 */
export function createDatabaseTimeout(probeDb: Db): WithDatabaseTimeout {
  let probe: Promise<boolean> | undefined;

  /** Runs one check at a time for all waiting calls. */
  function isResponding(): Promise<boolean> {
    probe ??= new Promise<boolean>((resolve) => {
      // Two timers in sequence. After a long computation the first one fires at once, and Node reads a waiting answer before the second.
      let timer = setTimeout(() => {
        timer = setTimeout(() => resolve(false), PROBE_MS / 2);
      }, PROBE_MS / 2);
      pingDb(probeDb)
        .then(
          () => resolve(true),
          () => resolve(false),
        )
        .finally(() => clearTimeout(timer));
    }).finally(() => (probe = undefined));
    return probe;
  }

  return (work, checkAfterMs = CHECK_AFTER_MS) =>
    new Promise((resolve, reject) => {
      let isSettled = false;
      let timer = setTimeout(() => void check(), checkAfterMs);

      async function check(): Promise<void> {
        if (!(await isResponding()))
          return reject(Object.assign(new Error("The database does not respond"), { code: "ETIMEDOUT" }));
        if (!isSettled) timer = setTimeout(() => void check(), checkAfterMs);
      }
      work.then(resolve, reject).finally(() => {
        isSettled = true;
        clearTimeout(timer);
      });
    });
}
