import { OCCURRENCE_GRACE_MS } from "@verandah/contract/schedules/schedule-days.ts";
import { isSameLight, modeCommandOf } from "@verandah/equipment/light-group.ts";
import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { campusCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import type { SuspicionSource } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { suspect } from "#features/alarms/evaluation/suspicion.service.ts";
import { sendCommands } from "#features/commands/commands.service.ts";
import { causeOfForeignOverride } from "#features/commands/foreign-overrides.service.ts";
import { listOverriddenPoints } from "#features/commands/overrides.service.ts";
import { listPlacedValues, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { openPlan, valueAt } from "../schedule-plan.service.ts";
import { hasDueOccurrence } from "./occurrences.repository.ts";
import { scheduleNameOf } from "./occurrences.service.ts";
import { type Comparison, createReconcileWork, type ReconcileWork, unitTypes } from "./reconcile-work.ts";
import * as repository from "./reconcile.repository.ts";
import { pointKey } from "./reconcile.repository.ts";

/** Longest delay before the next attempt, ms. The first is the settle time, and each doubles it. */
const BACKOFF_MAX_MS = 15 * 60_000;

/**
 * Restores the scheduled values of units that differ from them, one transaction per plan. Several servers may run this at the same time,
 * because the lock of the plan prevents duplicate commands.
 *
 * @param work by default everything
 */
export async function reconcileUnits(ctx: Ctx, work: ReconcileWork = createReconcileWork()): Promise<void> {
  await work.run(ctx, (comparison) => inTransaction(ctx, (inner) => reconcilePlan(inner, comparison)));
}

async function reconcilePlan(
  ctx: Ctx,
  { key, deviceIds, until, begin, follows }: Comparison,
): Promise<Date | undefined> {
  const now = ctx.now();
  const { buildingId, type } = key;
  if (!(await repository.lockFreePlan(ctx.db, key))) return undefined;
  const open = await openPlan(ctx, key, { from: now, to: deviceIds ? now : until }, deviceIds);
  const { plan, timetable, points: units } = open;
  begin(units);
  if (await hasDueOccurrence(ctx.db, plan, now)) return undefined;
  const next = deviceIds ? until : (timetable.listEvents(now, until)[0]?.at ?? until);
  if (units.length === 0) return next;
  const deviations = await repository.listDeviations(
    ctx.db,
    units.map((unit) => unit.deviceId),
  );
  const paramIds = [...new Set(units.map(({ paramId }) => paramId))];
  const values = await listPlacedValues(ctx, paramIds, {
    buildingId,
    deviceTypes: unitTypes,
    deviceIds,
  });
  const readings = new Map(values.map((value) => [pointKey(value), value]));
  const overridden = await listOverriddenPoints(ctx, buildingId);
  const byPersons = new Set(overridden.byPersons.map(pointKey));
  const bySchedules = new Set(overridden.bySchedules.map(pointKey));
  const busy = await repository.listBusyPoints(ctx.db, plan);

  for (const unit of units) {
    const { deviceId, paramId } = unit;
    const point = pointKey(unit);
    const decision = timetable.decide(unit, now);
    const wanted = valueAt(type, unit, decision);
    const reading = readings.get(point);
    const known = deviations.get(point);
    if (!reading || qualityOf(reading, now) !== "good") {
      if (known?.since) await repository.updateUnknown(ctx.db, unit);
      continue;
    }
    const differs = wanted === null ? bySchedules.has(point) : !isSameLight(paramId, reading.value, wanted);
    // A person's Auto override blocks a schedule's level of a lamp.
    const isOverridden = [paramId, modeCommandOf(paramId)].some((one) =>
      byPersons.has(pointKey({ deviceId, paramId: one })),
    );
    if (!differs || isOverridden) {
      if (known) await repository.deleteDeviation(ctx.db, unit);
      if (!differs) follows(unit, reading.value);
    } else if (!known?.since || known.wanted !== wanted)
      await repository.upsertDeviation(ctx.db, {
        deviceId,
        paramId,
        wanted,
        since: now,
        nextTryAt: new Date(now.getTime() + ctx.times.scheduleSettleMs),
      });
    else if (reading.at >= known.nextTryAt && !busy.has(point)) {
      await command(ctx, plan.campusId, { ...unit, name: scheduleNameOf(decision.rule.name) }, known);
      const tries = known.tries + 1;
      const waitMs = Math.min(ctx.times.scheduleSettleMs * 2 ** known.tries, BACKOFF_MAX_MS);
      const nextTryAt = new Date(now.getTime() + waitMs);
      await repository.updateTried(ctx.db, unit, { tries, nextTryAt });
    }
  }
  return next;
}

/** Sends the scheduled value. A rejection counts as an attempt. */
async function command(
  ctx: Ctx,
  campusId: number,
  { ssid, paramId, name }: { ssid: string; paramId: string; name: string },
  { seriesId, tries, wanted }: repository.Deviation,
): Promise<void> {
  await sendCommands(campusCtx(ctx, campusId, name), {
    writes: [{ ssid, paramId, value: wanted }],
    origin: { kind: "schedule", name },
    idempotencyKey: `${seriesId}/${tries}`,
    seriesId,
  });
}

/**
 * Alarm conditions of units that have not followed their schedule for longer than the grace period. The alarm of a unit without values does
 * not change. The alarm of a foreign override explains it.
 */
export const suspectUnfollowed: SuspicionSource = async (ctx, _isOpen, _devices, shares) => {
  const nowMs = ctx.now().getTime();
  return (await repository.listUnfollowed(ctx.db, ahuSwitch.point, shares)).map(
    ({ wanted, since, deviceName: sourceName, ...unit }) => {
      const isLate = since !== null && nowMs - since.getTime() > OCCURRENCE_GRACE_MS;
      return suspect(
        { kind: "device", ...unit, sourceName },
        { name: wanted === ahuSwitch.off ? "on-against-schedule" : "off-against-schedule" },
        {
          condition: since === null ? "unknown" : isLate ? "out" : "between",
          explainedBy: causeOfForeignOverride(unit.pointId),
        },
      );
    },
  );
};
