import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";

import type { Db } from "#core/db.ts";

import type { UnitGroup } from "../timetable.ts";

/** The groups of a building, by name. */
export function listGroups(db: Db, buildingId: number): Promise<UnitGroup[]> {
  return db
    .selectFrom("unitGroups")
    .select(["id", "name", "timeData", "weekData", "setbackCelsius"])
    .where("buildingId", "=", buildingId)
    .where("deletedAt", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

export async function findBuildingOf(db: Db, campusId: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("unitGroups")
    .select("buildingId")
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row?.buildingId;
}

/** The values of a group that can change. */
export interface GroupValues extends RecurringSchedule {
  name: string;
  units: readonly number[];
}

const columnsOf = ({ name, timeData, weekData, setbackCelsius }: GroupValues) => ({
  name,
  timeData: JSON.stringify(timeData),
  weekData,
  setbackCelsius,
});

export async function insertGroup(
  db: Db,
  of: { campusId: number; buildingId: number; createdAt: Date },
  values: GroupValues,
): Promise<number> {
  const { id } = await db
    .insertInto("unitGroups")
    .values({ ...of, ...columnsOf(values) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await replaceMembers(db, id, values.units);
  return id;
}

export async function updateGroup(db: Db, id: number, values: GroupValues): Promise<void> {
  await db.updateTable("unitGroups").set(columnsOf(values)).where("id", "=", id).execute();
  await replaceMembers(db, id, values.units);
}

/** Sets the units of a group. A unit that came from another building is no longer in its old group. */
async function replaceMembers(db: Db, groupId: number, units: readonly number[]): Promise<void> {
  await db.deleteFrom("unitGroupMembers").where("groupId", "=", groupId).execute();
  if (units.length === 0) return;
  await db
    .insertInto("unitGroupMembers")
    .values(units.map((deviceId) => ({ deviceId, groupId })))
    .onConflict((conflict) => conflict.column("deviceId").doUpdateSet({ groupId }))
    .execute();
}

/** Marks a group as deleted, without units. The row stays for past occurrences. */
export async function deleteGroup(db: Db, id: number, at: Date): Promise<void> {
  await replaceMembers(db, id, []);
  await db.updateTable("unitGroups").set({ deletedAt: at }).where("id", "=", id).execute();
}
