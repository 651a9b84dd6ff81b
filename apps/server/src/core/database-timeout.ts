import { type Db, pingDb } from "./db.ts";

/** A call that has no answer by then asks whether the database is there at all, ms. */
const PATIENCE_MS = 2_000;
/** How long the database has to answer that, ms. */
const PROBE_MS = 800;

/** Waits for work that needs the database. @throws Error with code `ETIMEDOUT` when the database says nothing at all */
export type Patience = <T>(work: Promise<T>, patienceMs?: number) => Promise<T>;

/**
 * A database that hangs refuses nothing, so that a call would wait for as long as its caller does. Work that takes long while the
 * database answers others is left to go on.
 */
export function createPatience(db: Db): Patience {
  let probe: Promise<boolean> | undefined;

  /** One question at a time, however many wait for its answer. */
  function isAnswering(): Promise<boolean> {
    probe ??= new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PROBE_MS);
      pingDb(db)
        .then(
          () => resolve(true),
          () => resolve(false),
        )
        .finally(() => clearTimeout(timer));
    }).finally(() => (probe = undefined));
    return probe;
  }

  return (work, patienceMs = PATIENCE_MS) =>
    new Promise((resolve, reject) => {
      let isSettled = false;
      let timer = setTimeout(() => void look(), patienceMs);

      async function look(): Promise<void> {
        if (!(await isAnswering()))
          return reject(Object.assign(new Error("The database is silent"), { code: "ETIMEDOUT" }));
        if (!isSettled) timer = setTimeout(() => void look(), patienceMs);
      }
      work.then(resolve, reject).finally(() => {
        isSettled = true;
        clearTimeout(timer);
      });
    });
}
