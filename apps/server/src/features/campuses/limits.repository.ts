import {
  type Configuration,
  type LimitKind,
  limitKind,
  type AlarmSettings,
  type PlaceLimits,
} from "@verandah/contract/campuses/campuses.ts";
import type { ChangedLimits } from "@verandah/contract/campuses/limits-preview.ts";
import { type Insertable, type Selectable, sql } from "kysely";

import type { Tables } from "#core/database/tables.ts";
import type { Db } from "#core/db.ts";

type Row = Selectable<Tables["alarm_settings"]>;

/** Settings that were saved, without defaults. */
interface SavedSettings {
  limits: Partial<Configuration>;
  alarmSettings: Partial<AlarmSettings>;
}

function addLimit(limits: Partial<Configuration>, { alarm, limit_min: min, limit_max: max }: Row): void {
  if (max === null) return;
  if (alarm === "overParked") limits.overParked = { overParked: max };
  else if (alarm === "wastage") limits.wastage = { wastage: max };
  else if (alarm === "co2") limits.co2 = { max };
  else if (min !== null) limits[alarm] = { min, max };
}

function addAlarmSetting(alarmSettings: Partial<AlarmSettings>, row: Row): void {
  const { alarm, deadband, on_delay_seconds, off_delay_seconds } = row;
  if (off_delay_seconds === null) return;
  if (alarm === "overParked") alarmSettings.overParked = { off_delay_seconds };
  else if (deadband !== null && on_delay_seconds !== null)
    alarmSettings[alarm] = { deadband, on_delay_seconds, off_delay_seconds };
}

/** The saved settings of every campus, or of one. `campuses` has campus ids as keys, `places` location ids. */
export async function listSettings(
  db: Db,
  campusId?: number,
): Promise<{ campuses: Map<number, SavedSettings>; places: Map<number, Partial<Configuration>> }> {
  const rows = await db
    .selectFrom("alarm_settings")
    .selectAll()
    .$if(campusId !== undefined, (query) => query.where("campus_id", "=", campusId ?? 0))
    .execute();
  const campuses = new Map<number, SavedSettings>();
  const places = new Map<number, Partial<Configuration>>();
  for (const row of rows) {
    if (row.location_id === null) {
      const settings = campuses.get(row.campus_id) ?? { limits: {}, alarmSettings: {} };
      campuses.set(row.campus_id, settings);
      addLimit(settings.limits, row);
      addAlarmSetting(settings.alarmSettings, row);
    } else {
      const limits = places.get(row.location_id) ?? {};
      places.set(row.location_id, limits);
      addLimit(limits, row);
    }
  }
  return { campuses, places };
}

interface Place {
  campusId: number;
  /** Null for the campus itself. */
  locationId: number | null;
}

type Settings = Omit<Insertable<Tables["alarm_settings"]>, "campus_id" | "location_id">;

/** Saves the named columns of some alarms. Other columns keep their values. */
async function upsertSettings(
  db: Db,
  place: Place,
  columns: readonly (keyof Settings)[],
  settings: readonly Settings[],
): Promise<void> {
  if (settings.length === 0) return;
  await db
    .insertInto("alarm_settings")
    .values(settings.map((row) => ({ campus_id: place.campusId, location_id: place.locationId, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(["campus_id", "location_id", "alarm"])
        .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))),
    )
    .execute();
}

/** Sets limits of a campus or of a place. Limits that are left out stay. */
export async function upsertLimits(db: Db, place: Place, limits: PlaceLimits): Promise<void> {
  const { temperature, humidity, lux, co2, overParked, wastage } = limits;
  const all: { alarm: LimitKind; min?: number | undefined; max: number | undefined }[] = [
    { alarm: "temperature", min: temperature?.min, max: temperature?.max },
    { alarm: "humidity", min: humidity?.min, max: humidity?.max },
    { alarm: "lux", min: lux?.min, max: lux?.max },
    { alarm: "co2", max: co2?.max },
    { alarm: "overParked", max: overParked?.overParked },
    { alarm: "wastage", max: wastage?.wastage },
  ];
  const rows = all
    .filter(({ max }) => max !== undefined)
    .map(({ alarm, min = null, max = null }) => ({ alarm, limit_min: min, limit_max: max }));
  await upsertSettings(db, place, ["limit_min", "limit_max"], rows);
}

/** Replaces the limits that are set for a building, floor or zone. */
export async function replacePlaceLimits(
  db: Db,
  place: { id: number; campusId: number },
  limits: PlaceLimits,
): Promise<void> {
  await db.deleteFrom("alarm_settings").where("location_id", "=", place.id).execute();
  await upsertLimits(db, { campusId: place.campusId, locationId: place.id }, limits);
}

/** Saved delays of alarms of equipment types, of every campus or of one. */
export function listDelays(db: Db, campusId?: number): Promise<Selectable<Tables["alarm_delays"]>[]> {
  return db
    .selectFrom("alarm_delays")
    .selectAll()
    .$if(campusId !== undefined, (query) => query.where("campus_id", "=", campusId ?? 0))
    .orderBy("alarm")
    .execute();
}

/** Saves delays of alarms of equipment types. */
export async function upsertDelays(db: Db, delays: Selectable<Tables["alarm_delays"]>[]): Promise<void> {
  if (delays.length === 0) return;
  await db
    .insertInto("alarm_delays")
    .values(delays)
    .onConflict((conflict) =>
      conflict.columns(["campus_id", "alarm"]).doUpdateSet((set) => ({
        on_delay_seconds: set.ref("excluded.on_delay_seconds"),
        off_delay_seconds: set.ref("excluded.off_delay_seconds"),
      })),
    )
    .execute();
}

/** Sets deadbands and delays of a campus. */
export async function upsertAlarmSettings(
  db: Db,
  campusId: number,
  alarmSettings: ChangedLimits["alarmSettings"],
): Promise<void> {
  const rows = limitKind.options
    .filter((alarm) => alarmSettings[alarm])
    .map((alarm) => ({ alarm, ...alarmSettings[alarm] }));
  const columns = ["deadband", "on_delay_seconds", "off_delay_seconds"] as const;
  await upsertSettings(db, { campusId, locationId: null }, columns, rows);
}
