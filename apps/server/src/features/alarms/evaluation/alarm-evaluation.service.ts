import { allShares, type CampusShares, isOfShares } from "#core/campus-shares.ts";
import { type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { loadLimitSettings } from "#features/campuses/limits.service.ts";
import { type EvaluatedDevice, listEvaluatedDevices } from "#features/devices/devices.service.ts";
import { listSiteTypes } from "#features/equipment/equipment.service.ts";

import { insertEvents } from "../actions/alarm-actions.repository.ts";
import { CauseMap, isEvent, isFlood } from "../alarm-subjects.ts";
import * as repository from "../alarms.repository.ts";
import { insertRepeated, updateEarlier } from "../explanations/alarm-explanations.repository.ts";
import { explainAlarms } from "../explanations/alarm-explanations.service.ts";
import { suspectClocks } from "../suspects/suspect-clocks.ts";
import { silenceNames, suspectDevices } from "../suspects/suspect-devices.ts";
import { suspectMains } from "../suspects/suspect-mains.ts";
import { suspectPoints } from "../suspects/suspect-points.ts";
import { suspectSensors } from "../suspects/suspect-sensors.ts";
import { suspectWaste } from "../suspects/suspect-waste.ts";
import { decide } from "./alarm-decision.ts";
import type { IsOpen, Suspicion } from "./suspicion.service.ts";

/**
 * Current suspicions of another slice's rules. A rule may leave out a normal value unless its cause is open.
 *
 * @param devices those with changed values and those with an open cause; undefined: all
 * @param shares campuses of this round; suspicions of others are ignored
 */
export type SuspicionSource = (
  ctx: Ctx,
  isOpen: IsOpen,
  devices?: readonly EvaluatedDevice[],
  shares?: CampusShares,
) => Promise<Suspicion[]>;

/** Minimum time between two "repeated" events of an alarm, ms. */
export const REPEATED_QUIET_MS = 60_000;

/**
 * Evaluates all rules with the present data, and raises, restores and explains alarms.
 *
 * @param deviceIds devices whose values may have changed; undefined: all. Open causes are evaluated in any case
 * @param wanted only these campuses
 * @returns whether all were evaluated, unless another process evaluates some of them now; and whether a delay runs, at whose end an alarm
 *   changes without a new value
 */
export async function evaluateAlarms(
  ctx: Ctx,
  sources: readonly SuspicionSource[] = [],
  deviceIds?: readonly number[],
  wanted: CampusShares = allShares,
): Promise<{ isWhole: boolean; hasDelay: boolean }> {
  return inTransaction(ctx, async (inner) => {
    const shares = await repository.lockShares(inner.db, wanted);
    if (shares.length === 0) return { isWhole: wanted.length === 0, hasDelay: false };
    const isOwn = ({ campusId }: { campusId: number }) => isOfShares(campusId, shares);
    const before = await repository.listActive(inner.db, shares);
    const pending = await repository.listConditions(inner.db, shares);
    const open = new CauseMap<true>();
    for (const alarm of before) open.set(alarm, true);
    for (const [cause] of pending) open.set(cause, true);
    const isOpen: IsOpen = (cause) => open.has(cause);
    const clocks = await suspectClocks(inner, open);
    const devices =
      deviceIds && (await listEvaluatedDevices(inner, deviceIds, open.idsOf("point"))).filter(isOwn);
    const ownIds = devices?.map(({ id }) => id);
    const hasValues = ownIds?.length !== 0 || [...open].length > 0;
    const rules = hasValues && {
      settings: await loadLimitSettings(inner),
      siteTypes: await listSiteTypes(inner),
    };
    const found = [
      ...(rules ? await suspectPoints(inner, rules, open, ownIds) : []),
      ...clocks,
      ...(await suspectDevices(inner, clocks, open, shares)),
      ...(rules ? await suspectWaste(inner, rules.settings, open, devices) : []),
      ...(rules ? await suspectSensors(inner, rules.siteTypes, open, ownIds) : []),
    ];
    for (const suspect of sources) found.push(...(await suspect(inner, isOpen, devices, shares)));
    const suspicions = await suspectMains(inner, found.filter(isOwn), { active: before, pending });
    const now = inner.now();
    const ruled = new CauseMap<number>();
    for (const alarm of before) if (!isEvent(alarm) && !isFlood(alarm)) ruled.set(alarm, alarm.id);
    const decision = decide(suspicions, ruled, pending, now);
    await repository.deleteConditions(inner.db, decision.forget);
    await repository.insertConditions(inner.db, decision.begin, now);
    await insertRepeated(inner.db, decision.repeat, now, REPEATED_QUIET_MS);
    const restored = await restoreAlarms(inner, decision.restore);
    const raisedIds = await raiseAlarms(
      inner,
      decision.raise.map((suspicion) => toAlarm(suspicion, pending.get(suspicion) ?? now, now)),
    );
    const isChanged = restored.length > 0 || raisedIds.length > 0;
    const active = isChanged ? await repository.listActive(inner.db, shares) : before;
    const explained = await explainAlarms(inner, suspicions, active);
    for (const { campusId } of [...restored, ...decision.raise, ...explained])
      publishChange(inner, "alarms", { campusId });
    const hasDelay = [...pending].length + decision.begin.length > 0;
    return { isWhole: shares.length === wanted.length, hasDelay };
  });
}

/** Restarts the delays of offline alarms: while no server was running, no message could arrive. */
export async function forgetSilence(ctx: Ctx): Promise<void> {
  await repository.deleteConditionsOf(ctx.db, silenceNames);
}

function toAlarm({ evidence, ...suspicion }: Suspicion, pendingSince: Date, now: Date): repository.NewAlarm {
  return {
    ...suspicion,
    raisedAt: now,
    evidence: evidence && {
      since: (suspicion.since ?? pendingSince).toISOString(),
      until: now.toISOString(),
      points: evidence,
    },
  };
}

/** Raises alarms, with their events, in the caller's transaction. @returns the ids of those whose cause had no active alarm */
export async function raiseAlarms(ctx: Ctx, alarms: readonly repository.NewAlarm[]): Promise<number[]> {
  const ids = await repository.insertAlarms(ctx.db, alarms);
  await insertEvents(ctx.db, ids, { kind: "raised", at: ctx.now() });
  await updateEarlier(ctx.db, ids);
  return ids;
}

/** Restores some active alarms, with their events, in the caller's transaction. */
export async function restoreAlarms(
  ctx: Ctx,
  activeIds: readonly number[],
): Promise<{ id: number; campusId: number }[]> {
  const restored = await repository.updateRestored(ctx.db, activeIds, ctx.now());
  const ids = restored.map((alarm) => alarm.id);
  await insertEvents(ctx.db, ids, { kind: "returned", at: ctx.now() });
  return restored;
}
