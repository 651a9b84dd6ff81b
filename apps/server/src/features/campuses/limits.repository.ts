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

type Row = Selectable<Tables["alarmSettings"]>;
export type DelayRow = Selectable<Tables["alarmDelays"]>;

/** Settings that were saved, without defaults. */
interface SavedSettings {
  limits: Partial<Configuration>;
  alarmSettings: Partial<AlarmSettings>;
}

function addLimit(limits: Partial<Configuration>, { alarm, limitMin: min, limitMax: max }: Row): void {
  if (max === null) return;
  if (alarm === "overParked") limits.overParked = { overParked: max };
  else if (alarm === "wastage") limits.wastage = { wastage: max };
  else if (alarm === "co2") limits.co2 = { max };
  else if (min !== null) limits[alarm] = { min, max };
}

function addAlarmSetting(
  alarmSettings: Partial<AlarmSettings>,
  { alarm, deadband, onDelaySeconds: on, offDelaySeconds: off }: Row,
): void {
  if (off === null) return;
  if (alarm === "overParked") alarmSettings.overParked = { off_delay_seconds: off };
  else if (deadband !== null && on !== null)
    alarmSettings[alarm] = { deadband, on_delay_seconds: on, off_delay_seconds: off };
}

/** The saved settings of every campus, or of one. `campuses` has campus ids as keys, `places` location ids. */
export async function listSettings(db: Db, campusId?: number) {
  const rows = await db
    .selectFrom("alarmSettings")
    .selectAll()
    .$if(campusId !== undefined, (query) => query.where("campusId", "=", campusId ?? 0))
    .execute();
  const campuses = new Map<number, SavedSettings>();
  const places = new Map<number, Partial<Configuration>>();
  for (const row of rows) {
    if (row.locationId === null) {
      const settings = campuses.get(row.campusId) ?? { limits: {}, alarmSettings: {} };
      campuses.set(row.campusId, settings);
      addLimit(settings.limits, row);
      addAlarmSetting(settings.alarmSettings, row);
    } else {
      const limits = places.get(row.locationId) ?? {};
      places.set(row.locationId, limits);
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

type Settings = Omit<Insertable<Tables["alarmSettings"]>, "campusId" | "locationId">;

/** Saves the named columns of some alarms. Other columns keep their values. */
async function upsertSettings(
  db: Db,
  place: Place,
  columns: readonly (keyof Settings)[],
  settings: readonly Settings[],
): Promise<void> {
  if (settings.length === 0) return;
  await db
    .insertInto("alarmSettings")
    .values(settings.map((row) => ({ campusId: place.campusId, locationId: place.locationId, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(["campusId", "locationId", "alarm"])
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
    .map(({ alarm, min = null, max = null }) => ({ alarm, limitMin: min, limitMax: max }));
  await upsertSettings(db, place, ["limitMin", "limitMax"], rows);
}

/** Replaces the limits that are set for a building, floor or zone. */
export async function replacePlaceLimits(
  db: Db,
  place: { id: number; campusId: number },
  limits: PlaceLimits,
): Promise<void> {
  await db.deleteFrom("alarmSettings").where("locationId", "=", place.id).execute();
  await upsertLimits(db, { campusId: place.campusId, locationId: place.id }, limits);
}

/** Saved delays of alarms of equipment types, of every campus or of one. */
export function listDelays(db: Db, campusId?: number): Promise<DelayRow[]> {
  return db
    .selectFrom("alarmDelays")
    .selectAll()
    .$if(campusId !== undefined, (query) => query.where("campusId", "=", campusId ?? 0))
    .orderBy("alarm")
    .execute();
}

/** Saves delays of alarms of equipment types. */
export async function upsertDelays(db: Db, delays: readonly DelayRow[]): Promise<void> {
  if (delays.length === 0) return;
  await db
    .insertInto("alarmDelays")
    .values(delays)
    .onConflict((conflict) =>
      conflict.columns(["campusId", "alarm"]).doUpdateSet((set) => ({
        onDelaySeconds: set.ref("excluded.onDelaySeconds"),
        offDelaySeconds: set.ref("excluded.offDelaySeconds"),
      })),
    )
    .execute();
}

/** The setting of any kind of alarm. */
interface SavedAlarmSetting {
  deadband?: number;
  on_delay_seconds?: number;
  off_delay_seconds: number;
}

/** Sets deadbands and delays of a campus. */
export async function upsertAlarmSettings(
  db: Db,
  campusId: number,
  alarmSettings: ChangedLimits["alarmSettings"],
): Promise<void> {
  const rows = limitKind.options.flatMap((alarm) => {
    const setting: SavedAlarmSetting | undefined = alarmSettings[alarm];
    if (!setting) return [];
    const { deadband = null, on_delay_seconds: onDelaySeconds = null } = setting;
    return [{ alarm, deadband, onDelaySeconds, offDelaySeconds: setting.off_delay_seconds }];
  });
  const columns = ["deadband", "onDelaySeconds", "offDelaySeconds"] as const;
  await upsertSettings(db, { campusId, locationId: null }, columns, rows);
}
