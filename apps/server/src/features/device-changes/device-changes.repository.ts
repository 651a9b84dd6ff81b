import type { PointDescription } from "@verandah/field/points.ts";
import { sql } from "kysely";

import { type Db, queryColumn, queryRow, queryRows, type Row, runSql } from "#core/db.ts";

export interface DeviceModel extends Row<"devices", "id" | "ssid" | "version" | "type"> {
  buildingId: number | null;
  points: Pick<Row<"points", "paramId" | "unit" | "intervalMs">, "paramId" | "unit" | "intervalMs">[];
  hidden: string[];
}

/** A device of a campus with its points; those of its gateway's connection are left out. */
export function findModel(db: Db, campusId: number, id: number, leftOut: readonly string[]) {
  const own = sql`p.device_id = d.id and p.param_id <> all (${[...leftOut]}::text[])`;
  return queryRow(db)<DeviceModel>`
    select d.id, d.ssid, d.version, d.type, l.building_id,
      coalesce((select jsonb_agg(jsonb_build_object('paramId', p.param_id, 'unit', p.unit, 'intervalMs', p.interval_ms) order by p.id)
        from points p where ${own}), '[]') as points,
      array(select p.param_id from points p where ${own} and p.hidden_at is not null order by p.id) as hidden
    from devices d join locations l on l.id = d.location_id
    where d.campus_id = ${campusId} and d.id = ${id} and d.removed_at is null`;
}

export interface Replacement extends Row<"deviceReplacements", "at" | "serialNumber" | "note"> {
  by: string;
}

export function listReplacements(db: Db, deviceId: number) {
  return queryRows(db)<Replacement>`
    select r.at, u.username as by, r.serial_number, r.note from device_replacements r join users u on u.id = r.replaced_by
    where r.device_id = ${deviceId} order by r.at desc, r.id desc`;
}

export async function insertReplacement(
  db: Db,
  replacement: Row<"deviceReplacements", "deviceId" | "at" | "replacedBy" | "serialNumber" | "note">,
): Promise<void> {
  await db.insertInto("deviceReplacements").values(replacement).execute();
}

/** Hides a point, or shows it with null. @returns whether that changed something */
export async function updateHidden(
  db: Db,
  deviceId: number,
  paramIds: readonly string[],
  at: Date | null,
): Promise<boolean> {
  const ids = await queryColumn(db)<number>`
    update points set hidden_at = ${at} where device_id = ${deviceId} and param_id = any (${[...paramIds]}::text[])
      and (hidden_at is null) = ${at !== null} returning id`;
  return ids.length > 0;
}

/** Gives a device another type, with the points of the type. */
export async function updateType(
  db: Db,
  deviceId: number,
  { type, subsystem }: { type: string; subsystem: string },
  points: readonly PointDescription[],
): Promise<void> {
  await runSql(db)`update devices set type = ${type}, subsystem = ${subsystem} where id = ${deviceId}`;
  await db
    .insertInto("points")
    .values(
      points.map(({ min, max, ...point }) => ({
        deviceId,
        ...point,
        minValue: min ?? null,
        maxValue: max ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["deviceId", "paramId"]).doUpdateSet((excluded) => ({
        kind: excluded.ref("excluded.kind"),
        minValue: excluded.ref("excluded.minValue"),
        maxValue: excluded.ref("excluded.maxValue"),
        hiddenAt: null,
      })),
    )
    .execute();
}
