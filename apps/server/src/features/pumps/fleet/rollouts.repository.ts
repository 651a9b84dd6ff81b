import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import type { LeftPump, PumpRollout } from "@verandah/contract/pumps/pump-rollouts.ts";
import { pumpSwitch } from "@verandah/equipment/types/solar-pump.ts";
import { sql } from "kysely";

import { type Condition, type Db, type Row, queryRow, queryRows, runSql } from "#core/db.ts";

import { isPumpOf, place, placedPumps } from "./fleet.repository.ts";

const LISTED = 10;
/** Time for pumps to connect and to send a value after a restart of the server, ms. A pump sends its values once a minute. */
export const RETURN_MS = 90_000;

export interface FleetDevice {
  id: number;
  ssid: string;
}

/** The pumps of a campus or of one of its places, in a mixed order that does not change: a first group has pumps of all places. */
export function listFleetDevices(db: Db, campusId: number, chosen: string | undefined) {
  return queryRows(db)<FleetDevice>`
    select d.id, d.ssid from ${placedPumps}
    where ${isPumpOf(campusId)} and (${chosen ?? null}::text is null or ${place} = ${chosen ?? null})
    order by md5(d.ssid)`;
}

export type NewRollout = Row<
  "pumpRollouts",
  "campusId" | "createdBy" | "createdAt" | "value" | "until" | "place" | "failuresMaxPercent"
>;

export interface NewMember {
  deviceId: number;
  wave: number;
}

/** Adds a rollout with its pumps; undefined while another one of the campus runs. */
export async function insertRollout(
  db: Db,
  one: NewRollout,
  members: readonly NewMember[],
): Promise<number | undefined> {
  const row = await queryRow(db)<{ id: number }>`
    insert into pump_rollouts (campus_id, created_by, created_at, value, until, place, failures_max_percent)
    values (${one.campusId}, ${one.createdBy}, ${one.createdAt}, ${one.value}, ${one.until}, ${one.place}, ${one.failuresMaxPercent})
    on conflict (campus_id) where state = 'running' do nothing returning id`;
  const id = row?.id;
  if (id === undefined) return undefined;
  await runSql(db)`
    insert into pump_rollout_members (rollout_id, device_id, wave)
    select ${id}, * from unnest(${members.map((member) => member.deviceId)}::int[], ${members.map((member) => member.wave)}::int[])`;
  return id;
}

export interface RolloutRow extends Row<
  "pumpRollouts",
  "id" | "campusId" | "createdBy" | "value" | "until" | "failuresMaxPercent"
> {
  state: PumpRollout["state"];
}

const rolloutColumns = sql`r.id, r.campus_id, r.created_by, r.value, r.until,
  r.failures_max_percent, r.state`;

/** Whether a rollout of any campus runs. */
export const isAnyRunning: Condition = sql`exists (select from pump_rollouts where state = 'running')`;

/** Running rollouts of any campus that no other server handles now, locked until commit. */
export function claimRunning(db: Db) {
  return queryRows(db)<RolloutRow>`
    select ${rolloutColumns} from pump_rollouts r where r.state = 'running' order by r.id for update skip locked`;
}

/** A rollout of a campus, locked until commit. */
export function findForUpdate(db: Db, campusId: number, id: number) {
  return queryRow(db)<RolloutRow>`
    select ${rolloutColumns} from pump_rollouts r where r.id = ${id} and r.campus_id = ${campusId} for update`;
}

export type Wave = PumpRollout["waves"][number];

/**
 * Whether a restart of the server interrupted command `c` of member `m`: it expired while the state of edge `e` was not known, so that the pump may not have
 * received it, or its result may still arrive. Only the newest wave of a running rollout is not judged yet.
 */
const isInterrupted = sql`(c.state = 'expired' and (e.state = 'unknown' and e.state_since is not null
    or e.state = 'online' and e.state_since between c.ended_at and c.ended_at + ${sql.lit(RETURN_MS)} * interval '1 ms')
  and r.state = 'running' and m.wave = (
    select max(newest.wave) from pump_rollout_members newest where newest.rollout_id = r.id and newest.batch_id is not null))`;

/** The waves of rollouts in their order. */
export async function listWaves(db: Db, rolloutIds: readonly number[]): Promise<Map<number, Wave[]>> {
  const rows = await queryRows(db)<Wave & { id: number }>`
    select m.rollout_id as id, count(*)::int as pumps, bool_and(m.batch_id is not null) as "isSent",
      count(*) filter (where c.state = 'verified')::int as confirmed,
      count(*) filter (where m.batch_id is not null
        and (c.id is null or c.state in ('failed', 'superseded') or c.state = 'expired' and not ${isInterrupted}))::int as failed,
      count(*) filter (where c.state in ('accepted', 'queued', 'sent', 'acknowledged') or ${isInterrupted})::int as waiting
    from pump_rollout_members m join pump_rollouts r on r.id = m.rollout_id
      join devices d on d.id = m.device_id join edges e on e.id = d.edge_id
      join points p on p.device_id = m.device_id and p.param_id = ${pumpSwitch.point}
      left join commands c on c.batch_id = m.batch_id and c.point_id = p.id
    where m.rollout_id = any (${[...rolloutIds]}::int[])
    group by m.rollout_id, m.wave order by m.rollout_id, m.wave`;
  const waves = new Map<number, Wave[]>();
  for (const { id, ...one } of rows) waves.set(id, [...(waves.get(id) ?? []), one]);
  return waves;
}

/** Makes interrupted commands of a rollout due again when their pumps are connected since `before` and have sent no result. */
export async function clearInterrupted(db: Db, rolloutId: number, before: Date): Promise<void> {
  await runSql(db)`
    update pump_rollout_members m set batch_id = null
    from pump_rollouts r, devices d, edges e, points p, commands c
    where m.rollout_id = ${rolloutId} and r.id = m.rollout_id and d.id = m.device_id and e.id = d.edge_id and p.device_id = d.id
      and p.param_id = ${pumpSwitch.point} and c.batch_id = m.batch_id and c.point_id = p.id
      and ${isInterrupted} and e.state = 'online' and e.state_since <= ${before}`;
}

/** Whether pumps of a wave may still report after a restart of the server, or of their gateway, that is newer than `since`. */
export async function isWaveReturning(
  db: Db,
  rolloutId: number,
  wave: number,
  since: Date,
): Promise<boolean> {
  const rows = await queryRows(db)`
    select from pump_rollout_members m join devices d on d.id = m.device_id join edges e on e.id = d.edge_id
    where m.rollout_id = ${rolloutId} and m.wave = ${wave} and e.state_since > ${since}
      and (e.state = 'unknown' or e.state = 'online' and d.state = 'unknown') limit 1`;
  return rows.length > 0;
}

/** The pumps of one wave that are not sent yet. */
export function listMembers(db: Db, rolloutId: number, wave: number) {
  return queryRows(db)<FleetDevice>`
    select d.id, d.ssid from pump_rollout_members m join devices d on d.id = m.device_id
    where m.rollout_id = ${rolloutId} and m.wave = ${wave} and m.batch_id is null`;
}

export interface SentMember {
  ssid: string;
  name: string;
  /** A person's value that the command replaced, and its end. */
  earlierValue: number | null;
  earlierUntil: Date | null;
  /** Why an undo leaves the pump as it is; null when the value in force is the rollout's. */
  reason: LeftPump["reason"] | null;
}

const wasNeverTaken = (command: string) => {
  const [state, failure, sentAt] = ["state", "failure", "sent_at"].map((name) =>
    sql.ref(`${command}.${name}`),
  );
  return sql`(${state} = 'failed' and ${failure} is distinct from 'overridden' or ${state} = 'expired' and ${sentAt} is null)`;
};

/** The pumps of rollouts that were sent a command. */
const sentMembers = sql`
  select m.rollout_id, m.earlier_value, m.earlier_until, d.ssid, d.name, case
    when c.id is null or ${wasNeverTaken("c")} then 'not-taken'
    when c.state = 'superseded' or c.superseded_by is not null or exists (
      select from commands n where n.point_id = c.point_id and n.priority = ${sql.lit(COMMAND_PRIORITY.person)}
        and n.created_at > c.created_at and not ${wasNeverTaken("n")}) then 'replaced'
    when c.released_at is not null then 'ended'
    when d.state <> 'online' or e.state <> 'online' then 'unreachable' end as reason
  from pump_rollout_members m join devices d on d.id = m.device_id join edges e on e.id = d.edge_id
    join points p on p.device_id = d.id and p.param_id = ${sql.lit(pumpSwitch.point)}
    left join commands c on c.batch_id = m.batch_id and c.point_id = p.id
  where m.batch_id is not null`;

export function listSentMembers(db: Db, rolloutId: number) {
  return queryRows(db)<SentMember>`
    select * from (${sentMembers}) as s where rollout_id = ${rolloutId} order by name`;
}

/** How many pumps of rollouts an undo would change, by the id of the rollout. */
export async function countUndoable(db: Db, rolloutIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await queryRows(db)<{ id: number; pumps: number }>`
    select rollout_id as id, count(*)::int as pumps from (${sentMembers}) as s
    where rollout_id = any (${[...rolloutIds]}::int[]) and reason is null group by rollout_id`;
  return new Map(rows.map(({ id, pumps }) => [id, pumps]));
}

/** Locks the switches of a rollout's pumps until commit, as a command for them does. */
export async function lockSwitches(db: Db, rolloutId: number): Promise<void> {
  await runSql(db)`
    select p.id from points p join pump_rollout_members m on m.device_id = p.device_id
    where m.rollout_id = ${rolloutId} and p.param_id = ${pumpSwitch.point} order by p.id for no key update of p`;
}

/** Stores the batch of pumps, and the values that it replaces. */
export async function updateSent(
  db: Db,
  rolloutId: number,
  batchId: string,
  pumps: readonly { id: number; earlierValue: number | null; earlierUntil: string | null }[],
): Promise<void> {
  await runSql(db)`
    update pump_rollout_members m set batch_id = ${batchId}, earlier_value = n.value, earlier_until = n.until
    from unnest(${pumps.map(({ id }) => id)}::int[], ${pumps.map(({ earlierValue }) => earlierValue)}::float8[],
      ${pumps.map(({ earlierUntil }) => earlierUntil)}::timestamptz[]) as n (id, value, until)
    where m.rollout_id = ${rolloutId} and m.device_id = n.id`;
}

export async function updateState(
  db: Db,
  id: number,
  change: { state: PumpRollout["state"]; stoppedBy?: number | null; undoRefused?: number },
): Promise<void> {
  await runSql(db)`
    update pump_rollouts set state = ${change.state}, stopped_by = coalesce(${change.stoppedBy ?? null}, stopped_by),
      undo_refused = ${change.undoRefused ?? null} where id = ${id}`;
}

export type ListedRollout = Omit<PumpRollout, "waves" | "createdAt" | "until" | "undoable"> & {
  createdAt: Date;
  until: Date;
};

/** The newest rollouts of a campus. */
export async function listRollouts(db: Db, campusId: number): Promise<ListedRollout[]> {
  const rows = await queryRows(db)<
    Omit<ListedRollout, "failures_max_percent"> & { failuresMaxPercent: number }
  >`
    select r.id, r.value, r.place, u.username as by, r.created_at, r.until, r.failures_max_percent, r.state,
      s.username as "stoppedBy", r.undo_refused
    from pump_rollouts r join users u on u.id = r.created_by left join users s on s.id = r.stopped_by
    where r.campus_id = ${campusId} order by r.id desc limit ${LISTED}`;
  return rows.map(({ failuresMaxPercent, ...row }) => ({ ...row, failures_max_percent: failuresMaxPercent }));
}
