import { sql } from "kysely";

import { type Db, queryRows } from "#core/db.ts";

import { isAsleep } from "./device-states.repository.ts";
import { type LostItem, placeOfEdge } from "./lost-devices.repository.ts";

/** Stores the offset of an edge's clock, unless a later connection exists. */
export async function updateEdgeClock(
  db: Db,
  { id, session }: { id: number; session: number },
  clockOffsetMs: number,
): Promise<void> {
  await db
    .updateTable("edges")
    .set({ clockOffsetMs })
    .where("id", "=", id)
    .where("session", "=", session)
    .execute();
}

export interface EdgeClock extends LostItem {
  /** Offset from the server's clock, ms. Positive: ahead. */
  offsetMs: number;
  /** Whether it is connected, or sleeps between messages that it sends in time. */
  isSending: boolean;
}

/**
 * Edges of any campus whose clocks are wrong by more than `moreThanMs`, and the edges `alsoIds` with any offset. The edge of a removed pump
 * is left out, because it sends nothing more.
 */
export function listClocks(db: Db, moreThanMs: number, alsoIds: readonly number[]) {
  return queryRows(db)<EdgeClock>`
    select e.id, e.campus_id, e.name, e.clock_offset_ms as "offsetMs",
      e.state = 'online' or ${isAsleep} as "isSending",
      ${placeOfEdge} as "locationId"
    from edges e
    where e.kind <> 'importer' and e.id in (
        select id from edges where abs(clock_offset_ms) > ${sql.lit(moreThanMs)} union all select unnest(${[...alsoIds]}::int[]))
      and not exists (select from devices d where d.edge_id = e.id and d.ssid = e.ssid and d.removed_at is not null)`;
}
