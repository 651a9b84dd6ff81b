import { type Db, openDb, pingDb } from "../db.ts";

/** A call without a result after this time checks whether the database responds, ms. */
const CHECK_AFTER_MS = 1_900;
/** Timeout of that check, ms. */
const PROBE_MS = 1_100;

/**
 * The connection of the check. It is opened now and stays open: on a busy machine a login takes longer than the check. One that hangs is
 * closed soon, so that the next check opens another.
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
 * A database that hangs returns no error, so a call would wait as long as its client. Long work continues while the database responds to
 * other queries, on a connection of the check's own: those of the calls may all be busy.
 */
export function createDatabaseTimeout(probeDb: Db): WithDatabaseTimeout {
  let probe: Promise<boolean> | undefined;

  /** Runs one check at a time for all waiting calls. */
  function isResponding(): Promise<boolean> {
    probe ??= new Promise<boolean>((resolve) => {
      // In two parts: after a long computation the first one ends at once, and an answer that arrived meanwhile is read before the second.
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
