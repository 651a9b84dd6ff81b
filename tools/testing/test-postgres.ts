import { rmSync } from "node:fs";

import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { makeDataFolder } from "./started-system.ts";

/** This database is deleted after the run, so it need not survive a power failure. */
const throwAway = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  // It delays the deletion of databases, and none exists long enough to need it.
  autovacuum: "off",
};

/** One PostgreSQL for all tests of a run, in memory where there is room, unless TEST_DATABASE_URL names one. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const data = makeDataFolder({ isQuick: true });
  const postgres = await startEmbeddedPostgres({ dataDir: data.path, settings: throwAway });
  process.env["TEST_DATABASE_URL"] = postgres.url;
  // An interrupted run is not torn down.
  const end = () => {
    process.kill(postgres.postmaster.pid, "SIGQUIT");
    rmSync(data.path, { recursive: true, force: true });
  };
  process.once("exit", end);
  process.once("SIGTERM", () => process.exit(1));
  return async () => {
    process.off("exit", end);
    delete process.env["TEST_DATABASE_URL"];
    await postgres.stop();
    await data.remove();
  };
}
