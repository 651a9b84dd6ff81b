import { AppError } from "@verandah/contract/problems.ts";
import type * as contract from "@verandah/contract/pumps/pumps.ts";
import { type Pump, PUMP_DAYS, type PumpDetails, PUMPS_LISTED_MAX } from "@verandah/contract/pumps/pumps.ts";
import { roles } from "@verandah/contract/roles.ts";
import { DAY_WATER, MOTOR, POWER } from "@verandah/equipment/types/solar-pump.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { presentStep, today as todayOf } from "#core/reply-times.ts";
import { listActiveAlarmsOf } from "#features/alarms/alarms.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { listTrendOf, STORED_EVERY_MS } from "#features/telemetry/telemetry.service.ts";
import { findCustomerOfPump } from "#features/users/customers.service.ts";

import * as repository from "./pumps.repository.ts";
import { litresOf, QUARTER_MS } from "./statement/statement-values.ts";

/** The customer whose pumps the caller may see; undefined: those of all customers. */
const ownerOf = ({ actor }: ActorCtx) => (actor.roleId === roles.pumpCustomer ? actor.userId : undefined);

async function withAlarms(ctx: ActorCtx, pumps: readonly repository.PumpRow[]): Promise<Pump[]> {
  const ids = pumps.map(({ id }) => id);
  const alarms = Map.groupBy(await listActiveAlarmsOf(ctx, ids), (alarm) => alarm.ssid);
  return pumps.map(({ ssid, name, state, lastSeenAt }) => ({
    ssid,
    name,
    state,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    alarms: alarms.get(ssid) ?? [],
  }));
}

/** The caller's pumps with their active alarms. Staff get those of the campus. */
export const listPumps: Service<typeof contract.listPumps> = async (ctx, { search }) => {
  const which = { ownerId: ownerOf(ctx), search, limit: PUMPS_LISTED_MAX };
  return withAlarms(ctx, await repository.listPumps(ctx.db, ctx.actor.campusId, which));
};

/** A pump that the caller may see. @throws AppError `not-found` */
export async function findPump(ctx: ActorCtx, ssid: string): Promise<repository.PumpRow> {
  const which = { ownerId: ownerOf(ctx), ssid, limit: 1 };
  const [pump] = await repository.listPumps(ctx.db, ctx.actor.campusId, which);
  if (!pump) throw new AppError("not-found");
  return pump;
}

/** One pump with its customer and its days. @throws AppError `not-found`, also for another customer's pump */
export const getPump: Service<typeof contract.getPump> = async (ctx, { ssid }) => {
  const row = await findPump(ctx, ssid);
  const [[pump], customer, days] = await Promise.all([
    withAlarms(ctx, [row]),
    findCustomerOfPump(ctx, row.id),
    listDays(ctx, row),
  ]);
  if (!pump) throw new AppError("not-found");
  return { ...pump, customer: customer ?? null, days };
};

const DAY_MS = 86_400_000;
const STEP_HOURS = QUARTER_MS / 3_600_000;

/** The good values of a pump in quarters of an hour. */
export async function loadQuarters(ctx: ActorCtx, deviceId: number, between: { from: Date; to: Date }) {
  const points = await repository.listPointsOf(ctx.db, deviceId);
  async function bucketsOf(paramId: string) {
    const point = points.find((one) => one.paramId === paramId);
    return point ? listTrendOf(ctx, point.id, { ...between, bucketMs: QUARTER_MS }) : [];
  }
  const [litres, motor, power] = await Promise.all([
    bucketsOf(DAY_WATER),
    bucketsOf(MOTOR),
    bucketsOf(POWER),
  ]);
  return { litres, motor, power };
}

/**
 * The integral of a value over hours; null without values. Of the present quarter only the time that its values cover counts: each of them
 * covers an interval.
 */
function hoursOf(
  buckets: readonly { at: Date; avg: number; count: number }[],
  { nowMs, intervalMs }: { nowMs: number; intervalMs: number },
): number | null {
  if (buckets.length === 0) return null;
  const coveredMs = Math.max(intervalMs, STORED_EVERY_MS);
  return buckets.reduce((sum, { at, avg, count }) => {
    const passedMs = nowMs - at.getTime();
    const hours =
      passedMs >= QUARTER_MS ? STEP_HOURS : Math.min(passedMs, count * coveredMs) / (4 * QUARTER_MS);
    return sum + avg * hours;
  }, 0);
}

/** Litres, run time, energy and completeness of the last days. */
async function listDays(ctx: ActorCtx, { id, since }: repository.PumpRow): Promise<PumpDetails["days"]> {
  const clock = createWallClock(await getTimeZone(ctx));
  const now = presentStep(ctx);
  const today = todayOf(ctx, clock);
  const dates = Array.from({ length: PUMP_DAYS }, (_, index) => addDays(today, index + 1 - PUMP_DAYS)).filter(
    (day) => !since || clock.instantOf(day, "00:00") >= since,
  );
  const edges = [...dates, addDays(today, 1)].map((day) => clock.instantOf(day, "00:00").getTime());
  // The count before the first midnight shows whether the counter was reset.
  const fromMs = (edges[0] ?? 0) - DAY_MS;
  const buckets = await loadQuarters(ctx, id, { from: new Date(fromMs), to: ctx.now() });
  const { motor, power } = buckets;
  const points = await repository.listPointsOf(ctx.db, id);
  const present = (paramId: string) => ({
    nowMs: now.getTime(),
    intervalMs: points.find((point) => point.paramId === paramId)?.intervalMs ?? 0,
  });
  const quarterAt = (ms: number) => Math.floor((ms - fromMs) / QUARTER_MS);
  // A night without readings has no litres to add.
  const litres = litresOf(buckets, {
    fromMs,
    midnights: [0, ...edges.map(quarterAt)],
    isNight: () => false,
  });
  return dates.map((date, index) => {
    const [beginMs, toMs] = [edges[index] ?? 0, Math.min(edges[index + 1] ?? 0, now.getTime())];
    const inDay = <T extends { at: Date }>(all: readonly T[]) =>
      all.filter(({ at }) => at.getTime() >= beginMs && at.getTime() < toMs);
    const hasCount = inDay(buckets.litres).length > 0;
    const counted = [...litres].filter(
      ([quarter]) => quarter >= quarterAt(beginMs) && quarter <= quarterAt(toMs - 1),
    );
    const known = inDay(motor);
    const wattHour = hoursOf(inDay(power), present(POWER));
    const steps = Math.max(1, Math.ceil((toMs - beginMs) / QUARTER_MS));
    return {
      date,
      litres: hasCount ? Math.round(counted.reduce((sum, [, { value }]) => sum + value, 0)) : null,
      runHours: hoursOf(known, present(MOTOR)),
      kilowattHour: wattHour === null ? null : wattHour / 1_000,
      completenessPercent: Math.min(100, (100 * known.length) / steps),
    };
  });
}
