import { sql } from "kysely";

import { inParts } from "#core/database/in-parts.ts";
import { type Db, type Row, queryRows } from "#core/db.ts";

const locationColumns = [
  "id",
  "uuid",
  "campusId",
  "parentId",
  "zoneType",
  "name",
  "floorType",
  "buildingId",
  "floorId",
  "zoneId",
  "isActive",
  "version",
] as const;

export type LocationRow = Row<"locations", (typeof locationColumns)[number]>;

export async function findLocation(db: Db, campusId: number, id: number): Promise<LocationRow | undefined> {
  const row = await db
    .selectFrom("locations")
    .select(locationColumns)
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row;
}

export async function findLocationOfAny(db: Db, id: number): Promise<LocationRow | undefined> {
  const row = await db
    .selectFrom("locations")
    .select(locationColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row;
}

/** All locations of a campus, parents before children. */
export async function listLocations(db: Db, campusId: number): Promise<LocationRow[]> {
  const rows = await db
    .selectFrom("locations")
    .select(locationColumns)
    .where("campusId", "=", campusId)
    .orderBy("id")
    .execute();
  return rows;
}

/** The ids of a location and of all locations below it; with `withCampus` also of the locations of its campus outside all buildings. */
export async function listIdsBelow(
  db: Db,
  location: LocationRow,
  { withCampus }: { withCampus: boolean },
): Promise<number[]> {
  const { id } = location;
  const rows = await db
    .selectFrom("locations")
    .select("id")
    .where("campusId", "=", location.campusId)
    .$if(location.zoneType !== "GL_LOCATION_TYPE_CAMPUS", (query) =>
      query.where((where) =>
        where.or([
          where("id", "=", id),
          where("buildingId", "=", id),
          where("floorId", "=", id),
          where("zoneId", "=", id),
          ...(withCampus ? [where("buildingId", "is", null)] : []),
        ]),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

export async function findCampusByKey(db: Db, key: string) {
  return db.selectFrom("campuses").select(["id", "siteSha256"]).where("key", "=", key).executeTakeFirst();
}

/** Every campus with one of `ssids` that it has, as a gateway or a device; null without one. */
export async function listCampusKeys(db: Db, ssids: readonly string[]) {
  const given = sql`any (${[...ssids]}::text[])`;
  return queryRows(db)<{ key: string; name: string; ssid: string | null }>`
    select c.key, c.name, coalesce(
      (select min(e.ssid) from edges e where e.campus_id = c.id and e.ssid = ${given}),
      (select min(d.ssid) from devices d where d.campus_id = c.id and d.ssid = ${given})) as ssid
    from campuses c order by c.id`;
}

export interface CampusRow extends Row<
  "campuses",
  "key" | "name" | "city" | "timeZone" | "latitude" | "longitude"
> {
  /** Missing: the present one stays. */
  siteSha256?: string;
}

export async function upsertCampus(db: Db, campus: CampusRow): Promise<number> {
  const { id } = await db
    .insertInto("campuses")
    .values(campus)
    .onConflict((conflict) => conflict.column("key").doUpdateSet(campus))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface NewLocation extends Row<
  "locations",
  "key" | "zoneType" | "name" | "floorType" | "parentId" | "buildingId" | "floorId" | "zoneId"
> {
  outline: unknown;
  isActive?: boolean | undefined;
  /** The floor whose plan has the outline. */
  planFloorId?: number | undefined;
}

type AddedLocation = Pick<LocationRow, "id" | "buildingId" | "floorId" | "zoneId">;

/** Inserts or updates locations, but does not move them. @returns the locations by key */
export async function upsertLocations(
  db: Db,
  campusId: number,
  locations: readonly NewLocation[],
): Promise<Map<string, AddedLocation>> {
  const added = new Map<string, AddedLocation>();
  for (const some of inParts(locations))
    for (const { key, ...row } of await upsertSomeLocations(db, campusId, some)) added.set(key, row);
  return added;
}

function upsertSomeLocations(db: Db, campusId: number, locations: readonly NewLocation[]) {
  return db
    .insertInto("locations")
    .values(
      locations.map((location) => ({
        campusId,
        key: location.key,
        zoneType: location.zoneType,
        name: location.name,
        floorType: location.floorType,
        parentId: location.parentId,
        buildingId: location.buildingId,
        floorId: location.floorId,
        zoneId: location.zoneId,
        outline: location.outline === undefined ? null : JSON.stringify(location.outline),
        planFloorId: location.planFloorId ?? null,
        isActive: location.isActive ?? true,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["campusId", "key"]).doUpdateSet((excluded) => ({
        name: sql<string>`case when locations.is_renamed then locations.name else excluded.name end`,
        floorType: excluded.ref("excluded.floorType"),
        outline: excluded.ref("excluded.outline"),
        planFloorId: excluded.ref("excluded.planFloorId"),
        isActive: sql<boolean>`case when locations.version > 1 then locations.is_active else excluded.is_active end`,
      })),
    )
    .returning(["id", "key", "buildingId", "floorId", "zoneId"])
    .execute();
}

/** Sets a column of locations to their own id: the building of a building is the building itself, and so on. */
export async function updateOwnAncestor(
  db: Db,
  ids: readonly number[],
  column: "buildingId" | "floorId" | "zoneId",
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("locations")
    .set((row) => ({ [column]: row.ref("id") }))
    .where("id", "in", [...ids])
    .execute();
}

export async function listCampuses(db: Db) {
  return db
    .selectFrom("campuses")
    .innerJoin("locations", "locations.campusId", "campuses.id")
    .select(["campuses.id", "campuses.name", "timeZone", "locations.id as locationId"])
    .where("zoneType", "=", "GL_LOCATION_TYPE_CAMPUS")
    .orderBy("campuses.id")
    .execute();
}

/** Every campus with its city and coordinates. */
export function listCityCampuses(db: Db) {
  return db
    .selectFrom("campuses")
    .select(["id", "name", "city", "latitude", "longitude"])
    .orderBy("city")
    .orderBy("name")
    .execute();
}

/** The buildings of all campuses, in the order of their creation. */
export function listBuildings(db: Db) {
  return db
    .selectFrom("locations")
    .innerJoin("campuses", "campuses.id", "locations.campusId")
    .select(["campusId", "locations.id as buildingId", "locations.name", "campuses.name as campusName"])
    .where("zoneType", "=", "GL_LOCATION_TYPE_BUILDING")
    .orderBy("locations.id")
    .execute();
}

export interface NewSpace extends Row<"spaces", "key" | "name" | "kind" | "seats" | "zoneId"> {
  facilities?: string[] | undefined;
  isActive?: boolean | undefined;
  position?: [number, number] | undefined;
  /** The floor whose plan has the position. */
  planFloorId: number | undefined;
}

/** Adds and changes seats and rooms. Changes of an administrator stay. */
export async function upsertSpaces(db: Db, campusId: number, spaces: readonly NewSpace[]): Promise<void> {
  for (const some of inParts(spaces)) await upsertSomeSpaces(db, campusId, some);
}

async function upsertSomeSpaces(db: Db, campusId: number, spaces: readonly NewSpace[]): Promise<void> {
  const rows = spaces.map(
    ({ key, name, kind, seats, facilities = [], isActive = true, position, zoneId, planFloorId }) => ({
      campusId,
      zoneId,
      key,
      name,
      kind,
      seats,
      facilities,
      isActive,
      positionX: position?.[0] ?? null,
      positionY: position?.[1] ?? null,
      planFloorId: planFloorId ?? null,
    }),
  );
  await db
    .insertInto("spaces")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["campusId", "key"]).doUpdateSet({
        zoneId: sql`case when spaces.is_moved then spaces.zone_id else excluded.zone_id end`,
        name: sql`case when spaces.is_renamed then spaces.name else excluded.name end`,
        seats: sql`case when spaces.is_equipped then spaces.seats else excluded.seats end`,
        facilities: sql`case when spaces.is_equipped then spaces.facilities else excluded.facilities end`,
        positionX: sql`excluded.position_x`,
        positionY: sql`excluded.position_y`,
        planFloorId: sql`excluded.plan_floor_id`,
        isActive: sql`case when spaces.version > 1 then spaces.is_active else excluded.is_active end`,
      }),
    )
    .execute();
}
