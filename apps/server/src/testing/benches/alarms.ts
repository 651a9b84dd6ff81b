import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";

import type { startTestApp } from "../start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Raises a fire alarm of the unit on the ground floor. @returns its id */
export async function raiseFireAlarm(app: App): Promise<number> {
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  await evaluateAlarms(app.ctx);
  const { id } = await app.db
    .selectFrom("alarms")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens the fire contact and keeps it open for 5 s, so that the alarm returns to normal. */
export async function endFireAlarm(app: App): Promise<void> {
  for (const ms of [1_000, 5_000]) {
    app.advance(ms);
    await app.measure("T-GW", "T-AHU", { "Fire Alarm": 0 });
    await evaluateAlarms(app.ctx);
  }
}

/** Inserts alarms of low severity, one per minute, the newest last. */
export async function storeAlarms(app: App, count: number, more = ""): Promise<void> {
  await app.query(`
    insert into alarms (campus_id, location_id, device_id, subject_kind, rule, code, message, source_name, raised_at)
    select d.campus_id, d.location_id, d.id, 'device', 'test-' || n, 210, 'Temperature high: ' || n || ' °C ${more}', d.name,
      timestamptz '2026-01-04T18:00:00Z' + n * interval '1 minute'
    from generate_series(1, ${count}) n, devices d where d.ssid = case when n % 2 = 0 then 'T-S1' else 'T-S3' end`);
}

/** Sets on-delay and off-delay of comfort alarms to 15 s in every campus. The defaults are minutes. */
export async function shortenDelays(app: App): Promise<void> {
  await app.query(`
    insert into alarm_settings (campus_id, alarm, deadband, on_delay_seconds, off_delay_seconds)
    select id, alarm, deadband, 15, 15
    from campuses, (values ('temperature', 0.5), ('humidity', 2), ('lux', 20), ('co2', 50)) comfort (alarm, deadband)`);
}
