import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import type { DueLook } from "#core/jobs/due-look.ts";
import { type JobLog, repeat } from "#core/jobs/repeat.ts";
import type { Metrics } from "#core/metrics.ts";
import type { Settings } from "#core/settings.ts";
import { startAlarmJobs, startShelvingJobs } from "#features/alarms/alarms.jobs.ts";
import { suspectDisks } from "#features/alarms/suspects/suspect-disks.ts";
import { suspectServerClock } from "#features/alarms/suspects/suspect-server-clock.ts";
import { suspectStandby } from "#features/alarms/suspects/suspect-standby.ts";
import { startBookingJobs } from "#features/bookings/bookings.jobs.ts";
import { suspectOverrides } from "#features/commands/foreign-overrides.service.ts";
import { checkFirstHours, isHourDue } from "#features/first-hours/first-hours.service.ts";
import { suspectUnits } from "#features/hvac/fault-suspicions.service.ts";
import { startNotificationJobs } from "#features/notifications/notifications.jobs.ts";
import type { RunningProcess } from "#features/processes/processes.service.ts";
import { advanceRollouts, isRolloutRunning } from "#features/pumps/fleet/rollouts.service.ts";
import { createPumpRule } from "#features/pumps/pump-suspicions.service.ts";
import { deleteRemovedReadings } from "#features/removals/removals.service.ts";
import { calendarsOf, startRoomCalendarJobs } from "#features/room-calendars/room-calendars.jobs.ts";
import { prepareRooms } from "#features/room-preparation/room-preparation.service.ts";
import { suspectUnfollowed } from "#features/schedules/occurrences/reconcile.service.ts";
import { startScheduleJobs } from "#features/schedules/schedules.jobs.ts";
import { startSelfTestJobs } from "#features/self-tests/self-tests.jobs.ts";
import type { KeepDays } from "#features/telemetry/readings/readings-upkeep.ts";
import { startTelemetryJobs } from "#features/telemetry/telemetry.jobs.ts";

import { addRetentionMetrics, addSiteMetrics } from "./server-metrics.ts";

const PREPARE_ROOMS_MS = 20_000;
const REMOVED_READINGS_MS = 600_000;

const keepDaysOf = (settings: Settings): KeepDays => ({
  readings: settings.READINGS_KEEP_DAYS,
  fiveMinutes: settings.ROLLUP_5M_KEEP_DAYS,
  hours: settings.ROLLUP_1H_KEEP_DAYS,
  days: settings.ROLLUP_1D_KEEP_DAYS,
});

interface JobParts {
  settings: Settings;
  bus: Bus;
  metrics: Metrics;
  look: DueLook;
  jobLog: JobLog;
  /** This process. */
  running: Promise<Pick<RunningProcess, "id">>;
  opening: AsyncDisposableStack;
}

/**
 * The role `jobs`, and the job index of the server: alarms, retention of readings, schedules, bookings and mails. Several servers may run
 * them at the same time.
 */
export function startJobs(
  ctx: Ctx,
  { settings, bus, metrics, look, jobLog, running, opening }: JobParts,
  mail: Omit<Parameters<typeof startNotificationJobs>[1], "subscribe">,
): void {
  const rules = [
    suspectUnits,
    suspectOverrides,
    suspectUnfollowed,
    createPumpRule(),
    suspectDisks,
    suspectServerClock,
    ...(settings.DATABASE_STANDBY === "on" ? [suspectStandby] : []),
  ];
  opening.use(startAlarmJobs(ctx, bus, rules, running, jobLog));
  opening.use(startShelvingJobs(ctx, look));
  const telemetry = opening.use(startTelemetryJobs(ctx, keepDaysOf(settings), look, jobLog));
  addRetentionMetrics(metrics, telemetry.counts);
  opening.use(startScheduleJobs(ctx, bus, { look, own: running, log: jobLog }));
  opening.use(look.repeat("first hours", isHourDue, () => checkFirstHours(ctx)));
  opening.use(startSelfTestJobs(ctx, look));
  opening.use(startBookingJobs(ctx, jobLog));
  opening.use(repeat("room preparation", PREPARE_ROOMS_MS, () => prepareRooms(ctx), jobLog));
  opening.use(
    repeat(
      "values of removed devices",
      REMOVED_READINGS_MS,
      () => deleteRemovedReadings(ctx),
      jobLog,
      REMOVED_READINGS_MS,
    ),
  );
  opening.use(startRoomCalendarJobs(ctx, calendarsOf(settings), look));
  opening.use(look.repeat("pump rollouts", isRolloutRunning, () => advanceRollouts(ctx)));
  opening.use(startNotificationJobs(ctx, { ...mail, subscribe: bus.subscribe }, jobLog));
  addSiteMetrics(metrics, ctx);
}
