import type { CommandState } from "@verandah/contract/commands/commands.ts";
import { type Kysely, sql } from "kysely";

import type { Tables } from "#core/database/tables.ts";
import type { Db } from "#core/db.ts";

const user = (name: string | undefined) => sql`(select id from users where username = ${name ?? null})`;

interface TestAlarm {
  ssid: string;
  paramId?: string;
  code: number;
  message: string;
  value?: number;
  raisedAt: string;
  restoredAt?: string;
  acknowledged?: { by: string; at: string };
  ignored?: { by: string; at: string; reason: string };
}

/** Inserts an alarm with its history. @returns its id */
export async function addAlarm(db: Db, alarm: TestAlarm): Promise<number> {
  const { acknowledged, ignored } = alarm;
  const { rows } = await sql<{ id: number }>`
    insert into alarms (campus_id, location_id, device_id, point_id, subject_kind, rule, code, message, source_name, value, raised_at, restored_at,
      acknowledged_at, acknowledged_by, ignored_at, ignored_by, ignored_reason, ignored_until)
    select d.campus_id, d.location_id, d.id, p.id, 'device', gen_random_uuid(), ${alarm.code}, ${alarm.message}, d.name, ${alarm.value ?? null},
      ${alarm.raisedAt}, ${alarm.restoredAt ?? null}, ${acknowledged?.at ?? null}, ${user(acknowledged?.by)},
      ${ignored?.at ?? null}, ${user(ignored?.by)}, ${ignored?.reason ?? ""},
      ${ignored?.at ?? null}::timestamptz + interval '8 hours'
    from devices as d left join points as p on p.device_id = d.id and p.param_id = ${alarm.paramId ?? null}
    where d.ssid = ${alarm.ssid} returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into alarm_events (alarm_id, campus_id, at, kind, user_id, note)
    select e.* from alarms as a, lateral (values
      (a.id, a.campus_id, a.raised_at, 'raised', null::int, ''),
      (a.id, a.campus_id, a.acknowledged_at, 'acknowledged', a.acknowledged_by, ''),
      (a.id, a.campus_id, a.ignored_at, 'ignored', a.ignored_by, a.ignored_reason),
      (a.id, a.campus_id, a.restored_at, 'returned', null, '')) as e (id, campus_id, at, kind, user_id, note)
    where a.id = ${id} and e.at is not null order by e.at`.execute(db);
  return id;
}

/** Inserts a command that has ended. */
export async function addCommand(
  db: Db,
  command: {
    ssid: string;
    paramId: string;
    value: number;
    priority: 8 | 16;
    state: CommandState;
    failure?: string;
    readBack?: number;
    by?: string;
    at: string;
  },
): Promise<void> {
  await sql`
    with batch as (
      insert into command_batches (id, campus_id, user_id, origin, created_at)
      select gen_random_uuid(), campus_id, ${user(command.by)}, ${command.priority === 8 ? "person" : "schedule"}, ${command.at}
      from devices where ssid = ${command.ssid} returning id
    )
    insert into commands (id, batch_id, point_id, value, priority, state, failure, read_back, user_id, created_at, expires_at, ended_at)
    select gen_random_uuid(), batch.id, p.id, ${command.value}, ${command.priority}, ${command.state}, ${command.failure ?? null},
      ${command.readBack ?? null}, ${user(command.by)}, ${command.at}, ${command.at}, ${command.at}
    from batch, points as p join devices as d on d.id = p.device_id
    where d.ssid = ${command.ssid} and p.param_id = ${command.paramId}`.execute(db);
}

/** Adds units that did not follow to the only occurrence that failed, each with the name of its device and a code. */
export async function addFailedUnits(
  db: Db,
  units: Record<string, { name: string; refusal: string }>,
): Promise<void> {
  for (const [ssid, { name, refusal }] of Object.entries(units))
    await sql`
      with unit as (update devices set name = ${name} where ssid = ${ssid} returning id)
      insert into occurrence_units (occurrence_id, device_id, param_id, refusal)
      select occurrences.id, unit.id, 'ahu_on_off_sp', ${refusal} from occurrences, unit where reason = 'units-failed'`.execute(
      db,
    );
}

/** Locks the audit table against reads. @returns a function that releases the lock */
export async function holdAudit(db: Kysely<Tables>): Promise<() => Promise<unknown>> {
  const holder = await db.startTransaction().execute();
  await sql`lock table audit in access exclusive mode`.execute(holder);
  return () => holder.rollback().execute();
}
