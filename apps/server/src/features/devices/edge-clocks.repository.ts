import { sql } from "kysely";

import type { Db } from "#core/db.ts";

import { type LostThing, placeOfEdge } from "./lost-devices.repository.ts";

export async function updateEdgeClock(db: Db, edgeId: number, clockOffsetMs: number): Promise<void> {
  await db.updateTable("edges").set({ clock_offset_ms: clockOffsetMs }).where("id", "=", edgeId).execute();
}

/** An edge whose clock is wrong. */
export interface WrongClock extends LostThing {
  /** How far it is ahead of ours, ms. */
  offsetMs: number;
  isOnline: boolean;
}

/** Edges whose clocks are off by more than `moreThanMs`, of any campus. */
export async function listWrongClocks(db: Db, moreThanMs: number): Promise<WrongClock[]> {
  const { rows } = await sql<WrongClock>`
    select e.id, e.campus_id as "campusId", e.name, e.clock_offset_ms as "offsetMs", e.state = 'online' as "isOnline",
      ${placeOfEdge} as "locationId"
    from edges e where e.kind <> 'importer' and abs(e.clock_offset_ms) > ${moreThanMs}`.execute(db);
  return rows;
}
