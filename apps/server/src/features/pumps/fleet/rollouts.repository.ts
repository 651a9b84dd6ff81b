import type { PumpRollout } from "@verandah/contract/pumps/pump-rollouts.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** The only point of a pump that is written. */
export const SWITCH = "motor_on_off_sp";
const LISTED = 10;

export interface FleetDevice {
  id: number;
  ssid: string;
}

/** The pumps of a campus or of one of its places, in a mixed order that does not change: a first group has pumps of all places. */
export async function listFleetDevices(
  db: Db,
  campusId: number,
  place: string | undefined,
): Promise<FleetDevice[]> {
  const { rows } = await sql<FleetDevice>`
    select d.id, d.ssid from devices d join locations l on l.id = d.location_id
      left join locations z on z.id = l.zone_id left join locations b on b.id = l.building_id
    where d.campus_id = ${campusId} and d.type = 'SOLARPUMP' and d.removed_at is null
      and (${place ?? null}::text is null or coalesce(z.name, b.name, '') = ${place ?? null})
    order by md5(d.ssid)`.execute(db);
  return rows;
}

export interface NewRollout {
  campusId: number;
  createdBy: number;
  createdAt: Date;
  value: number;
  until: Date;
  place: string | null;
  failuresMaxPercent: number;
}

export interface NewMember {
  deviceId: number;
  wave: number;
  earlierValue: number | null;
  earlierUntil: string | null;
}

/** Adds a rollout with its pumps; undefined while another one of the campus runs. */
export async function insertRollout(
  db: Db,
  one: NewRollout,
  members: readonly NewMember[],
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into pump_rollouts (campus_id, created_by, created_at, value, until, place, failures_max_percent)
    values (${one.campusId}, ${one.createdBy}, ${one.createdAt}, ${one.value}, ${one.until}, ${one.place}, ${one.failuresMaxPercent})
    on conflict (campus_id) where state = 'running' do nothing returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`
    insert into pump_rollout_members (rollout_id, device_id, wave, earlier_value, earlier_until)
    select ${id}, * from unnest(${members.map((member) => member.deviceId)}::int[], ${members.map((member) => member.wave)}::int[],
      ${members.map((member) => member.earlierValue)}::float8[], ${members.map((member) => member.earlierUntil)}::timestamptz[])`.execute(
    db,
  );
  return id;
}

export interface RolloutRow {
  id: number;
  campusId: number;
  createdBy: number;
  value: number;
  until: Date;
  failuresMaxPercent: number;
  state: PumpRollout["state"];
}

const rolloutColumns = sql`r.id, r.campus_id as "campusId", r.created_by as "createdBy", r.value, r.until,
  r.failures_max_percent as "failuresMaxPercent", r.state`;

/** Running rollouts of any campus that no other server handles now, locked until commit. */
export async function claimRunning(db: Db): Promise<RolloutRow[]> {
  const { rows } = await sql<RolloutRow>`
    select ${rolloutColumns} from pump_rollouts r where r.state = 'running' order by r.id for update skip locked`.execute(
    db,
  );
  return rows;
}

/** A rollout of a campus, locked until commit. */
export async function findForUpdate(db: Db, campusId: number, id: number): Promise<RolloutRow | undefined> {
  const { rows } = await sql<RolloutRow>`
    select ${rolloutColumns} from pump_rollouts r where r.id = ${id} and r.campus_id = ${campusId} for update`.execute(
    db,
  );
  return rows[0];
}

export type Wave = PumpRollout["waves"][number];

/** The waves of rollouts in their order. */
export async function listWaves(db: Db, rolloutIds: readonly number[]): Promise<Map<number, Wave[]>> {
  const { rows } = await sql<Wave & { id: number }>`
    select m.rollout_id as id, count(*)::int as pumps, bool_and(m.batch_id is not null) as "isSent",
      count(*) filter (where c.state = 'verified')::int as confirmed,
      count(*) filter (where m.batch_id is not null and (c.id is null or c.state in ('failed', 'expired', 'superseded')))::int as failed,
      count(*) filter (where c.state in ('accepted', 'queued', 'sent', 'acknowledged'))::int as waiting
    from pump_rollout_members m join points p on p.device_id = m.device_id and p.param_id = ${SWITCH}
      left join commands c on c.batch_id = m.batch_id and c.point_id = p.id
    where m.rollout_id = any (${[...rolloutIds]}::int[])
    group by m.rollout_id, m.wave order by m.rollout_id, m.wave`.execute(db);
  const waves = new Map<number, Wave[]>();
  for (const { id, ...one } of rows) waves.set(id, [...(waves.get(id) ?? []), one]);
  return waves;
}

export interface Member {
  deviceId: number;
  ssid: string;
  earlierValue: number | null;
  earlierUntil: Date | null;
}

/** The pumps of one wave, or of all that are sent. */
export async function listMembers(db: Db, rolloutId: number, which: number | "sent"): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select d.id as "deviceId", d.ssid, m.earlier_value as "earlierValue", m.earlier_until as "earlierUntil"
    from pump_rollout_members m join devices d on d.id = m.device_id
    where m.rollout_id = ${rolloutId} and ${which === "sent" ? sql`m.batch_id is not null` : sql`m.wave = ${which}`}`.execute(
    db,
  );
  return rows;
}

export async function updateSent(db: Db, rolloutId: number, wave: number, batchId: string): Promise<void> {
  await sql`update pump_rollout_members set batch_id = ${batchId} where rollout_id = ${rolloutId} and wave = ${wave}`.execute(
    db,
  );
}

export async function updateState(
  db: Db,
  id: number,
  change: { state: PumpRollout["state"]; stoppedBy?: number | null; undoRefused?: number },
): Promise<void> {
  await sql`
    update pump_rollouts set state = ${change.state}, stopped_by = coalesce(${change.stoppedBy ?? null}, stopped_by),
      undo_refused = ${change.undoRefused ?? null} where id = ${id}`.execute(db);
}

export type ListedRollout = Omit<PumpRollout, "waves" | "createdAt" | "until"> & {
  createdAt: Date;
  until: Date;
};

/** The newest rollouts of a campus. */
export async function listRollouts(db: Db, campusId: number): Promise<ListedRollout[]> {
  const { rows } = await sql<ListedRollout>`
    select r.id, r.value, r.place, u.username as by, r.created_at as "createdAt", r.until, r.failures_max_percent, r.state,
      s.username as "stoppedBy", r.undo_refused as "undoRefused"
    from pump_rollouts r join users u on u.id = r.created_by left join users s on s.id = r.stopped_by
    where r.campus_id = ${campusId} order by r.id desc limit ${LISTED}`.execute(db);
  return rows;
}
