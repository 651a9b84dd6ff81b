import { sql } from "kysely";

import { openDb } from "#core/db.ts";

/** A database whose connections plan `text` ahead. */
export const openPlanningDb = (databaseUrl: string, text: string, connectionsMax: number) =>
  openDb(databaseUrl, { connectionsMax, plannedAhead: sql.raw(text) });
