import { type RawBuilder, sql } from "kysely";

import { type Db, type Row, queryRows } from "#core/db.ts";

export interface PumpRow extends Row<"devices", "id" | "ssid" | "name" | "state" | "latitude" | "longitude"> {
  lastSeenAt: Date | null;
  /** Since when the asking customer may see it; null: from its first reading on. */
  since: Date | null;
}

/** The pumps of a campus by name; those of one customer, one pump, or those whose name or topic id contains a text. */
export function listPumps(
  db: Db,
  campusId: number,
  which: { ownerId?: number | undefined; ssid?: string; search?: string | undefined; limit: number },
) {
  const { ownerId, ssid, search = "", limit } = which;
  const mapping = sql`from pump_customers c where c.device_id = d.id and c.user_id = ${ownerId ?? null}`;
  const wanted: RawBuilder<unknown>[] = [
    ...(ownerId === undefined ? [] : [sql`exists (select ${mapping})`]),
    ...(ssid === undefined ? [] : [sql`d.ssid = ${ssid}`]),
    ...(search === "" ? [] : [sql`position(lower(${search}) in lower(d.name || ' ' || d.ssid)) > 0`]),
  ];
  return queryRows(db)<PumpRow>`
    select d.id, d.ssid, d.name, d.state, d.latitude, d.longitude, (select c.since ${mapping}) as since,
      (select max(v.at) from points p join latest v on v.point_id = p.id where p.device_id = d.id) as "lastSeenAt"
    from devices d where d.campus_id = ${campusId} and d.type = 'SOLARPUMP' and d.removed_at is null
      ${sql.join(
        wanted.map((one) => sql`and ${one}`),
        sql` `,
      )}
    order by d.name, d.id limit ${limit}`;
}

/** The points of a device by name. */
export async function listPointsOf(db: Db, deviceId: number) {
  return db
    .selectFrom("points")
    .select(["id", "paramId", "intervalMs"])
    .where("deviceId", "=", deviceId)
    .execute();
}

/** Model numbers of those pumps that have a plate, by device id. */
export async function listModels(db: Db, deviceIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("pumpPlates")
    .select(["deviceId", "modelNumber"])
    .where(sql<boolean>`device_id = any (${[...deviceIds]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.deviceId, row.modelNumber]));
}

/** All devices of some types. */
export async function listDevicesOf(db: Db, types: readonly string[]) {
  return db
    .selectFrom("devices")
    .select(["id", "type", "campusId"])
    .where("type", "in", [...types])
    .where("removedAt", "is", null)
    .execute();
}
