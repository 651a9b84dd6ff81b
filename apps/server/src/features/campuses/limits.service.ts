import {
  type Configuration,
  defaultConfiguration,
  defaultAlarmSettings,
  type getPlaceConfiguration as getPlaceConfigurationRoute,
  type savePlaceConfiguration as savePlaceConfigurationRoute,
  type LimitKind,
  type AlarmSettings,
  type PlaceLimits,
} from "@verandah/contract/campuses/campuses.ts";
import type {
  ChangedLimits,
  saveLimits as saveLimitsRoute,
} from "@verandah/contract/campuses/limits-preview.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type ActorCtx, type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { refuseField } from "#core/refuse-field.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { findLocation, listLocations, type LocationRow } from "./campuses.repository.ts";
import * as repository from "./limits.repository.ts";

/** The ids of the places that contain an item. */
interface ContainingPlaces {
  campusId: number;
  buildingId: number | null;
  floorId: number | null;
  zoneId: number | null;
}

/** The settings with which the alarms of a place are evaluated. */
export interface LimitSettings {
  limits: Configuration;
  alarmSettings: AlarmSettings;
  /** Delays of alarms of equipment types that the campus has set, by `delayKey`. */
  delays: ReadonlyMap<string, repository.DelayRow>;
}

/** The alarm settings in force at any place. Each limit comes from the nearest place that sets it. */
export interface SettingsByPlace {
  at(place: ContainingPlaces): LimitSettings;
  /** Settings that together contain every limit that is in force at any place. */
  readonly all: readonly LimitSettings[];
}

const defaultSettings: LimitSettings = {
  limits: defaultConfiguration,
  alarmSettings: defaultAlarmSettings,
  delays: new Map(),
};

/** Reads the alarm settings of every campus, or of one. */
export async function loadLimitSettings(ctx: Ctx, campusId?: number): Promise<SettingsByPlace> {
  const { campuses, places } = await repository.listSettings(ctx.db, campusId);
  const rows = await repository.listDelays(ctx.db, campusId);
  const delaysOf = new Map(
    [...Map.groupBy(rows, (row) => row.campusId)].map(([id, own]) => [
      id,
      new Map(own.map((row) => [row.alarm, row])),
    ]),
  );
  const settingsOf = new Map(
    Array.from(campuses, ([id, { limits, alarmSettings }]): [number, LimitSettings] => [
      id,
      {
        limits: { ...defaultConfiguration, ...limits },
        alarmSettings: { ...defaultAlarmSettings, ...alarmSettings },
        delays: defaultSettings.delays,
      },
    ]),
  );
  const ofPlaces = Array.from(places.values(), (own) => ({
    ...defaultSettings,
    limits: { ...defaultConfiguration, ...own },
  }));
  return {
    all: [defaultSettings, ...settingsOf.values(), ...ofPlaces],
    at(place) {
      const settings = {
        ...(settingsOf.get(place.campusId) ?? defaultSettings),
        delays: delaysOf.get(place.campusId) ?? defaultSettings.delays,
      };
      if (places.size === 0) return settings;
      let { limits } = settings;
      for (const id of [place.buildingId, place.floorId, place.zoneId]) {
        const own = id === null ? undefined : places.get(id);
        if (own) limits = { ...limits, ...own };
      }
      return { ...settings, limits };
    },
  };
}

async function getSettings(ctx: ActorCtx): Promise<LimitSettings> {
  const { campusId } = ctx.actor;
  const settings = await loadLimitSettings(ctx, campusId);
  return settings.at({ campusId, buildingId: null, floorId: null, zoneId: null });
}

/** The comfort limits of the caller's campus. */
export async function getConfiguration(ctx: ActorCtx): Promise<Configuration> {
  return (await getSettings(ctx)).limits;
}

type DefinedFields<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The fields of an input that are not undefined. */
const definedFields = <T extends object>(input: T): DefinedFields<T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as DefinedFields<T>;

const kindsWithDeadband = ["temperature", "humidity", "lux", "co2"] as const;

/** The difference of the upper and lower limit of a kind; undefined when `limits` has no limit of the kind. */
function widthOf(limits: PlaceLimits, kind: (typeof kindsWithDeadband)[number]): number | undefined {
  const own: { max: number; min?: number } | undefined = limits[kind];
  return own && own.max - (own.min ?? 0);
}

/**
 * Settings of a campus with changes. `ofPlaces` are the limits of places, which use the deadbands of the campus.
 *
 * @throws AppError `input-invalid` for a deadband as wide as its limits, with which the alarm would never return to normal
 */
export function withChanges(
  settings: LimitSettings,
  { configuration, alarmSettings }: ChangedLimits,
  ofPlaces: Iterable<PlaceLimits> = [],
): LimitSettings {
  const changed = {
    ...settings,
    limits: { ...settings.limits, ...definedFields(configuration) },
    alarmSettings: { ...settings.alarmSettings, ...definedFields(alarmSettings) },
  };
  for (const kind of kindsWithDeadband) {
    if (!configuration[kind] && !alarmSettings[kind]) continue;
    const checked = alarmSettings[kind] ? [changed.limits, ...ofPlaces] : [changed.limits];
    const narrowest = Math.min(...checked.flatMap((limits) => widthOf(limits, kind) ?? []));
    if (changed.alarmSettings[kind].deadband >= narrowest)
      throw refuseField("input-invalid", `alarmSettings.${kind}.deadband`, {
        code: "less-than",
        value: String(narrowest),
      });
  }
  return changed;
}

const isEmpty = (changes: object) => Object.keys(definedFields(changes)).length === 0;

/** Saves changes of limits and alarm settings of the caller's campus, which are checked together. @throws AppError as `withChanges` */
function saveChanges(ctx: ActorCtx, changes: ChangedLimits): Promise<LimitSettings> {
  const { campusId } = ctx.actor;
  const target = `campus:${campusId}`;
  return inTransaction(ctx, async (inner) => {
    const before = await getSettings(inner);
    const { places } = await repository.listSettings(inner.db, campusId);
    const after = withChanges(before, changes, places.values());
    const { configuration, alarmSettings } = changes;
    await repository.upsertLimits(inner.db, { campusId, locationId: null }, configuration);
    await repository.upsertAlarmSettings(inner.db, campusId, alarmSettings);
    if (!isEmpty(configuration)) {
      const audited = { before: before.limits, after: after.limits };
      await recordAudit(inner, { action: "save-configuration", target, ...audited });
    }
    if (!isEmpty(alarmSettings)) {
      const audited = { before: before.alarmSettings, after: after.alarmSettings };
      await recordAudit(inner, { action: "save-alarm-settings", target, ...audited });
    }
    return getSettings(inner);
  });
}

/** Sets comfort limits of the caller's campus. Limits that are left out stay. Issues and alarms use the new limits within seconds. */
export async function saveConfiguration(ctx: ActorCtx, configuration: PlaceLimits): Promise<Configuration> {
  return (await saveChanges(ctx, { configuration, alarmSettings: {} })).limits;
}

const placesWithLimits = new Set<string>([
  "GL_LOCATION_TYPE_BUILDING",
  "GL_LOCATION_TYPE_FLOOR",
  "GL_LOCATION_TYPE_ZONE",
]);

/** A building, floor or zone of the caller's campus. */
async function getPlace(ctx: ActorCtx, id: number): Promise<LocationRow> {
  const row = await findLocation(ctx.db, ctx.actor.campusId, id);
  if (!row || !placesWithLimits.has(row.zoneType)) throw new AppError("not-found");
  return row;
}

/** The limits of a building, floor or zone of the caller's campus. @throws AppError `not-found` */
export const getPlaceConfiguration: Service<typeof getPlaceConfigurationRoute> = async (ctx, input) => {
  const place = await getPlace(ctx, input.id);
  const { campusId } = ctx.actor;
  const [settings, { places: own }, all] = await Promise.all([
    loadLimitSettings(ctx, campusId),
    repository.listSettings(ctx.db, campusId),
    listLocations(ctx.db, campusId),
  ]);
  const { limits } = settings.at(place);
  const root = all.find((row) => row.parentId === null);
  if (!root) throw new AppError("not-found");
  const above = [place.zoneId, place.floorId, place.buildingId];
  const from = (kind: LimitKind) => {
    const id = above.find((one) => one !== null && own.get(one)?.[kind]);
    const source = all.find((row) => row.id === id) ?? root;
    return { id: source.id, name: source.name };
  };
  return {
    id: place.id,
    name: place.name,
    own: own.get(place.id) ?? {},
    limits,
    from: {
      temperature: from("temperature"),
      humidity: from("humidity"),
      lux: from("lux"),
      co2: from("co2"),
      overParked: from("overParked"),
      wastage: from("wastage"),
    },
  };
};

/**
 * Sets the limits of a building, floor or zone. Limits that are left out are inherited. Issues and alarms use the new limits within
 * seconds.
 *
 * @throws AppError `not-found`; `input-invalid` for the waste limit of a zone, because it applies to all meters of a floor together, and
 * for limits that are not wider than their deadband
 */
export const savePlaceConfiguration: Service<typeof savePlaceConfigurationRoute> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const place = await getPlace(inner, input.id);
    const { id, ...sent } = input;
    const own: PlaceLimits = definedFields(sent);
    if (own.wastage && place.zoneType === "GL_LOCATION_TYPE_ZONE")
      throw new AppError("input-invalid", { fields: { wastage: "Set the waste limit on the floor" } });
    const { alarmSettings } = await getSettings(inner);
    for (const kind of kindsWithDeadband) {
      const { deadband } = alarmSettings[kind];
      const width = widthOf(own, kind) ?? Number.POSITIVE_INFINITY;
      if (deadband < width) continue;
      const value = String((own[kind]?.max ?? 0) - width + deadband);
      throw refuseField("input-invalid", `${kind}.max`, { code: "more-than", value });
    }
    const before = (await repository.listSettings(inner.db, inner.actor.campusId)).places.get(id) ?? {};
    await repository.replacePlaceLimits(inner.db, place, own);
    await recordAudit(inner, { action: "save-configuration", target: `location:${id}`, before, after: own });
    return getPlaceConfiguration(inner, { id });
  });

/** Deadbands and delays of the alarms of the caller's campus. */
export async function getAlarmSettings(ctx: ActorCtx): Promise<AlarmSettings> {
  return (await getSettings(ctx)).alarmSettings;
}

/** Sets deadbands and delays of the alarms of the caller's campus. The new length also applies to running delays. */
export async function saveAlarmSettings(
  ctx: ActorCtx,
  alarmSettings: ChangedLimits["alarmSettings"],
): Promise<AlarmSettings> {
  return (await saveChanges(ctx, { configuration: {}, alarmSettings })).alarmSettings;
}

/** Sets limits and alarm settings of the caller's campus together. @throws AppError `input-invalid` */
export const saveLimits: Service<typeof saveLimitsRoute> = async (ctx, changes) => {
  const { limits: configuration, alarmSettings } = await saveChanges(ctx, changes);
  return { configuration, alarmSettings };
};
