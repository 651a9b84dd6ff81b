import type { CommandState } from "@verandah/contract/commands/commands.ts";
import type {
  OccurrenceAction,
  OccurrenceKind,
  OccurrenceReason,
  OccurrenceState,
} from "@verandah/contract/schedules/schedule-days.ts";
import type { ScheduleType } from "@verandah/contract/schedules/schedules.ts";
import { sql } from "kysely";

import { type Condition, type Db, type Row, queryRow, queryRows } from "#core/db.ts";

import type { PlannedEvent } from "../timetable.ts";

/** The campus, building and type of occurrences. */
export type Plan = Row<"occurrences", "campusId" | "buildingId" | "type">;

export interface NewOccurrence extends PlannedEvent {
  /** Name of the overriding rule, if the occurrence will have no effect. */
  overriddenBy: string | undefined;
}

/** Adds occurrences that do not exist yet. */
export async function insertOccurrences(
  db: Db,
  plan: Plan,
  occurrences: readonly NewOccurrence[],
): Promise<void> {
  if (occurrences.length === 0) return;
  await db
    .insertInto("occurrences")
    .values(
      occurrences.map(({ kind, sourceId, name, action, at, overriddenBy }) => ({
        campusId: plan.campusId,
        buildingId: plan.buildingId,
        type: plan.type,
        kind,
        sourceId,
        name,
        action,
        at,
        state: overriddenBy === undefined ? ("planned" as const) : ("skipped" as const),
        reason: overriddenBy === undefined ? null : ("overruled" as const),
        detail: overriddenBy ?? "",
        nextLookAt: at,
        endedAt: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes future occurrences. Due and executed ones stay. */
export async function deleteFuture(db: Db, plan: Plan, after: Date): Promise<void> {
  await db
    .deleteFrom("occurrences")
    .where("buildingId", "=", plan.buildingId)
    .where("type", "=", plan.type)
    .where("at", ">", after)
    .where("attempts", "=", 0)
    .where("state", "in", ["planned", "skipped"])
    .execute();
}

/** The value for a unit; null releases its point. */
type UnitValue = Row<"occurrenceUnits", "deviceId" | "paramId" | "value">;

/** Adds an occurrence that is due now, with a value for each unit, or adds the units to an occurrence of the same source and instant. */
export async function insertChange(
  db: Db,
  plan: Plan,
  source: { kind: OccurrenceKind; sourceId: number; name: string },
  at: Date,
  units: readonly UnitValue[],
): Promise<void> {
  const { id } = await db
    .insertInto("occurrences")
    .values({
      campusId: plan.campusId,
      buildingId: plan.buildingId,
      type: plan.type,
      kind: source.kind,
      sourceId: source.sourceId,
      name: source.name,
      action: "change",
      at,
      state: "planned",
      reason: null,
      nextLookAt: at,
      endedAt: null,
    })
    .onConflict((conflict) =>
      conflict.columns(["buildingId", "type", "kind", "sourceId", "at", "action"]).doUpdateSet({
        name: source.name,
        state: "planned",
        toldAt: null,
        nextLookAt: at,
        endedAt: null,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  await upsertUnits(db, id, units);
}

export interface DueOccurrence extends Plan {
  id: string;
  kind: OccurrenceKind;
  sourceId: number;
  name: string;
  action: OccurrenceAction;
  at: Date;
  state: "planned" | "running";
  attempts: number;
  /** When the units were last commanded. */
  commandedAt: Date | null;
}

/**
 * Whether occurrence `o` is due for a check. An occurrence waits until earlier ones of its building and type have begun, so that on and off
 * stay in order.
 */
const isDue = (now: Date): Condition => sql`
  o.state in ('planned', 'running') and o.next_look_at <= ${now} and (o.state = 'running' or not exists (
    select from occurrences as earlier
    where earlier.building_id = o.building_id and earlier.type = o.type and earlier.state = 'planned' and earlier.at < o.at))`;

/** Whether an occurrence is due for a check. */
export const isAnyDue = (now: Date): Condition =>
  sql`exists (select from occurrences as o where ${isDue(now)})`;

/** Locks the earliest occurrence that is due for a check until commit. */
export function claimDue(db: Db, now: Date) {
  return queryRow(db)<DueOccurrence>`
    select o.id, o.campus_id, o.building_id, o.type, o.kind, o.source_id, o.name, o.action,
      o.at, o.state, o.attempts, o.told_at as "commandedAt"
    from occurrences as o
    where ${isDue(now)}
    order by o.at, o.id limit 1
    for update of o skip locked`;
}

/** Whether an occurrence of the building is due and has not begun. Its commands must be sent first. */
export async function hasDueOccurrence(db: Db, { buildingId, type }: Plan, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("occurrences")
    .select("id")
    .where("buildingId", "=", buildingId)
    .where("type", "=", type)
    .where("state", "=", "planned")
    .where("at", "<=", now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface UnitCommand extends Row<
  "occurrenceUnits",
  "deviceId" | "paramId" | "value" | "commandId" | "refusal"
> {
  ssid: string;
  name: string;
  state: CommandState | null;
  failure: string | null;
  /** Origin of the command that superseded the command of the occurrence. */
  supersededBy: string | null;
  /** Whether a later occurrence has commanded the unit. */
  isOvertaken: boolean;
  isReachable: boolean;
}

/** Origin of the command that superseded command `c`. */
const supersededBy = sql`(select coalesce(person.username, batch.origin_name, batch.origin) from commands as next
  join command_batches as batch on batch.id = next.batch_id left join users as person on person.id = next.user_id
  where next.id = c.superseded_by)`;

/** The commands of an occurrence so far, with their states. */
export function listUnits(db: Db, occurrence: { id: string; at: Date }) {
  return queryRows(db)<UnitCommand>`
    select u.device_id, u.param_id, d.ssid, d.name, u.value, u.command_id, u.refusal, c.state, c.failure,
      ${supersededBy} as "supersededBy", d.state = 'online' and e.state = 'online' as "isReachable",
      exists (select from occurrence_units as v join occurrences as later on later.id = v.occurrence_id
        where v.device_id = u.device_id and v.param_id = u.param_id and later.at > ${occurrence.at} and later.attempts > 0) as "isOvertaken"
    from occurrence_units as u
    join devices as d on d.id = u.device_id and d.removed_at is null
    join edges as e on e.id = d.edge_id
    left join commands as c on c.id = u.command_id
    where u.occurrence_id = ${occurrence.id}
    order by d.name, u.param_id`;
}

export async function upsertUnits(db: Db, occurrenceId: string, units: readonly UnitValue[]): Promise<void> {
  if (units.length === 0) return;
  await db
    .insertInto("occurrenceUnits")
    .values(
      units.map(({ deviceId, paramId, value }) => ({
        occurrenceId,
        deviceId,
        paramId,
        value,
        commandId: null,
        refusal: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["occurrenceId", "deviceId", "paramId"]).doUpdateSet((excluded) => ({
        value: excluded.ref("excluded.value"),
        commandId: null,
        refusal: null,
      })),
    )
    .execute();
}

/** Stores the command of a unit, or its refusal. */
export async function updateUnit(
  db: Db,
  occurrenceId: string,
  unit: { deviceId: number; paramId: string },
  command: { commandId: string | null; refusal: string | null },
): Promise<void> {
  await db
    .updateTable("occurrenceUnits")
    .set({ commandId: command.commandId, refusal: command.refusal })
    .where("occurrenceId", "=", occurrenceId)
    .where("deviceId", "=", unit.deviceId)
    .where("paramId", "=", unit.paramId)
    .execute();
}

export async function updateRunning(
  db: Db,
  id: string,
  change: { attempts: number; commandedAt: Date | null; nextCheckAt: Date },
): Promise<void> {
  await db
    .updateTable("occurrences")
    .set({
      state: "running",
      attempts: change.attempts,
      toldAt: change.commandedAt,
      nextLookAt: change.nextCheckAt,
    })
    .where("id", "=", id)
    .execute();
}

/** Postpones the next check of an occurrence. */
export async function updateNextCheck(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("occurrences").set({ nextLookAt: at }).where("id", "=", id).execute();
}

export async function updateEnded(
  db: Db,
  id: string,
  end: { state: OccurrenceState; reason: OccurrenceReason | null; detail: string; endedAt: Date },
): Promise<void> {
  await db.updateTable("occurrences").set(end).where("id", "=", id).execute();
}

export interface ListedOccurrence extends Row<
  "occurrences",
  "id" | "type" | "name" | "at" | "detail" | "endedAt"
> {
  kind: OccurrenceKind;
  preparedRoom: string | null;
  action: OccurrenceAction;
  state: OccurrenceState;
  reason: OccurrenceReason | null;
  units: Pick<UnitCommand, "name" | "state" | "failure" | "refusal" | "supersededBy">[];
}

/** Occurrences of a building in a range, earliest first, and by name at the same instant. */
export function listOccurrences(
  db: Db,
  buildingId: number,
  type: ScheduleType | undefined,
  { from, to }: { from: Date; to: Date },
) {
  return queryRows(db)<ListedOccurrence>`
    select o.id, o.type, o.kind, o.name, r.name as "preparedRoom", o.action, o.at, o.state, o.reason, o.detail, o.ended_at, coalesce(
      (select jsonb_agg(jsonb_build_object('name', d.name, 'state', c.state, 'failure', c.failure, 'refusal', u.refusal,
          'supersededBy', ${supersededBy}) order by d.name)
        from occurrence_units as u join devices as d on d.id = u.device_id left join commands as c on c.id = u.command_id
        where u.occurrence_id = o.id), '[]') as units
    from occurrences as o left join schedules as s on s.id = o.source_id and o.kind = 'schedule'
      left join bookings as b on b.id = s.booking_id left join spaces as r on r.id = b.space_id
    where o.building_id = ${buildingId} and (${type ?? null}::smallint is null or o.type = ${type ?? null}) and o.at >= ${from} and o.at < ${to}
    order by o.at, o.name, o.kind, o.action, o.id`;
}

/** Occurrences of a building since an instant that are done, and those that are missed: too late, or with units that did not follow. */
export async function countEndedSince(
  db: Db,
  buildingId: number,
  since: Date,
): Promise<{ done: number; missed: number }> {
  const row = await queryRow(db)<{ done: number; missed: number }>`
    select count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'failed' or (state = 'skipped' and reason = 'late'))::int as missed
    from occurrences where building_id = ${buildingId} and at >= ${since}`;
  return row ?? { done: 0, missed: 0 };
}
