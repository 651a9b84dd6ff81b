import type { ComfortKind, ComfortOutcome } from "@verandah/contract/comfort-reports.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRow, queryRows, runSql } from "#core/db.ts";

interface ReportRow extends Row<"comfortReports", "id" | "zoneId" | "note" | "closedAt"> {
  kind: ComfortKind;
  zoneName: string;
  floorId: number;
  floorName: string;
  at: Date;
  outcome: ComfortOutcome | null;
}

export interface OwnReportRow extends ReportRow {
  spaceId: number;
  spaceName: string;
  isSeen: boolean;
}

/** The reports of one kind about one zone that are open, or that were closed together. */
export interface ZoneReportRow extends ReportRow {
  names: string[];
  closedBy: string | null;
}

const placesOf = sql`join locations z on z.id = r.zone_id join locations f on f.id = z.floor_id`;
const placeColumns = sql`z.id as "zoneId", z.name as "zoneName", f.id as "floorId", f.name as "floorName"`;
const closing = sql`r.outcome, r.note, r.closed_at`;

/** @returns undefined when the user has an open report about the zone */
export async function insertReport(
  db: Db,
  report: {
    campusId: number;
    userId: number;
    spaceId: number;
    zoneId: number;
    kind: ComfortKind;
    createdAt: Date;
  },
): Promise<number | undefined> {
  const row = await db
    .insertInto("comfortReports")
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The reports of a user, newest first: open reports, and those closed after `closedAfter` that the user has not seen by `seenAfter`. */
export function listOwn(
  db: Db,
  { campusId, userId }: { campusId: number; userId: number },
  { closedAfter, seenAfter }: { closedAfter: Date; seenAfter: Date },
) {
  return queryRows(db)<OwnReportRow>`
    select r.id, r.kind, ${placeColumns}, s.id as "spaceId", s.name as "spaceName", r.created_at as at, ${closing}, r.seen_at is not null as "isSeen"
    from comfort_reports r join spaces s on s.id = r.space_id ${placesOf}
    where r.campus_id = ${campusId} and r.user_id = ${userId}
      and (r.closed_at is null or (r.closed_at > ${closedAfter} and (r.seen_at is null or r.seen_at > ${seenAfter})))
    order by r.id desc`;
}

/** Stores when a user first saw the outcomes of their reports. */
export async function updateSeen(db: Db, userId: number, ids: readonly number[], at: Date): Promise<void> {
  await runSql(db)`
    update comfort_reports set seen_at = ${at}
    where user_id = ${userId} and id = any (${[...ids]}::int[]) and closed_at is not null and seen_at is null`;
}

/** The reports of zones that are open, the oldest first, then those closed after an instant, the newest first. */
export function listOfZones(db: Db, zoneIds: readonly number[], closedAfter: Date) {
  return queryRows(db)<ZoneReportRow>`
    select min(r.id) as id, r.kind, ${placeColumns}, min(r.created_at) as at, array_agg(u.username order by r.id) as names, ${closing},
      c.username as "closedBy"
    from comfort_reports r ${placesOf} join users u on u.id = r.user_id left join users c on c.id = r.closed_by
    where r.zone_id = any (${[...zoneIds]}::int[]) and (r.closed_at is null and z.removed_at is null or r.closed_at > ${closedAfter})
    group by r.kind, z.id, f.id, r.outcome, r.note, r.closed_at, c.username
    order by r.closed_at desc nulls first, at`;
}

/** The number of zones and kinds with open reports. */
export async function countOpen(db: Db, zoneIds: readonly number[]): Promise<number> {
  const row = await queryRow(db)<{ count: number }>`
    select count(distinct (r.zone_id, kind))::int as count from comfort_reports r join locations z on z.id = r.zone_id
    where z.id = any (${[...zoneIds]}::int[]) and closed_at is null and z.removed_at is null`;
  return row?.count ?? 0;
}

export async function lockReport(db: Db, campusId: number, id: number) {
  const row = await queryRow(db)<{ zoneId: number; kind: ComfortKind; closedById: number | null }>`
    select zone_id, kind, closed_by as "closedById" from comfort_reports
    where campus_id = ${campusId} and id = ${id} for update`;
  if (!row) return undefined;
  const { zoneId, kind, closedById } = row;
  const closer =
    closedById === null
      ? undefined
      : await db.selectFrom("users").select("username").where("id", "=", closedById).executeTakeFirst();
  return { zoneId, kind, closedBy: closer?.username ?? null };
}

/** Closes all open reports of a zone of one kind. @returns their ids */
export async function closeReports(
  db: Db,
  { zoneId, kind }: { zoneId: number; kind: ComfortKind },
  closed: { outcome: ComfortOutcome; note: string; by: number; at: Date },
): Promise<number[]> {
  const rows = await db
    .updateTable("comfortReports")
    .set({ closedAt: closed.at, closedBy: closed.by, outcome: closed.outcome, note: closed.note })
    .where("zoneId", "=", zoneId)
    .where("kind", "=", kind)
    .where("closedAt", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}
