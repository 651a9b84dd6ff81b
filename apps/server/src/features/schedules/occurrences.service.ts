import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import {
  DEFAULT_SCHEDULE_NAME,
  type listOccurrences as listOccurrencesRoute,
  OCCURRENCE_GRACE_MS,
  type OccurrenceReason,
  PLAN_AHEAD_MS,
} from "@verandah/contract/schedule-days.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules.ts";
import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { type ActorCtx, campusCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { isDatabaseUnavailable } from "#core/db.ts";
import { orderWrites } from "#features/commands/commands.service.ts";

import * as repository from "./occurrences.repository.ts";
import { openPlan, valueOf } from "./schedule-plan.service.ts";
import { getOwnBuilding } from "./schedules.service.ts";

/** How soon orders under way are looked at again, ms. */
const LOOK_MS = 1_000;
/** How soon a unit that did not follow is commanded again; after each try the wait doubles, ms. */
const RETRY_MS = 15_000;

const ended = new Set(["verified", "failed", "expired", "superseded"]);
/** A later command took the place of the unit's own, which then has nothing left to do. */
const isReplaced = ({ state }: Pick<repository.UnitOrder, "state">) => state === "superseded";
/** The unit is not done. A value that it holds below an override takes effect after it, so that is done. */
const isOpen = (unit: Pick<repository.UnitOrder, "state" | "failure">) =>
  unit.state !== "verified" && unit.failure !== "overridden" && !isReplaced(unit);
const isUnderWay = ({ state }: repository.UnitOrder) => state !== null && !ended.has(state);

/** What came of a look at an occurrence; for the log. */
interface Look {
  id: string;
  name: string;
  at: Date;
  state: "running" | "done" | "skipped" | "failed";
  reason: OccurrenceReason | null;
  detail: string;
}

/**
 * Looks at every occurrence that is due, one transaction each: what is ordered and that it was ordered are stored together, or neither.
 * Several servers may do so at once. One that fails is put off, so that it does not keep the others of the campus waiting.
 *
 * @returns what was skipped or has failed
 * @throws the first failure, once all were looked at
 */
export async function runDueOccurrences(ctx: Ctx): Promise<Look[]> {
  const told: Look[] = [];
  const failures: unknown[] = [];
  let claimed: repository.DueOccurrence | undefined;
  do {
    try {
      claimed = undefined;
      await inTransaction(ctx, async (inner) => {
        claimed = await repository.claimDue(inner.db, inner.now());
        if (!claimed) return;
        const look = await lookAt(inner, claimed);
        if (look.state === "skipped" || look.state === "failed") told.push(look);
      });
    } catch (error) {
      if (!claimed || isDatabaseUnavailable(error)) throw error;
      failures.push(error);
      await repository.updateNextLook(ctx.db, claimed.id, new Date(ctx.now().getTime() + RETRY_MS));
    }
  } while (claimed);
  if (failures.length > 0) throw failures[0];
  return told;
}

async function lookAt(ctx: Ctx, due: repository.DueOccurrence): Promise<Look> {
  const isTooLate = ctx.now().getTime() - due.at.getTime() > OCCURRENCE_GRACE_MS;
  if (due.state === "planned") {
    if (isTooLate) return end(ctx, due, { state: "skipped", reason: "late", detail: "" });
    const refusal = await chooseUnits(ctx, due);
    if (refusal) return end(ctx, due, { state: "skipped", ...refusal });
  }
  return order(ctx, due, isTooLate);
}

/** Notes what the occurrence makes of each unit, by the rules as they are. @returns why there is nothing to do */
async function chooseUnits(
  ctx: Ctx,
  due: repository.DueOccurrence,
): Promise<{ reason: OccurrenceReason; detail: string } | undefined> {
  if (due.action === "change") return undefined;
  const { timetable, units } = await openPlan(ctx, due.buildingId, due.at);
  const { writes, overruledBy } = timetable.effectOf(due, units);
  if (writes.length === 0)
    return overruledBy === undefined
      ? { reason: "no-units", detail: "" }
      : { reason: "overruled", detail: overruledBy };
  await repository.upsertUnits(
    ctx.db,
    due.id,
    writes.map(({ unit, isOn }) => ({ deviceId: unit.deviceId, value: valueOf(isOn) })),
  );
  return undefined;
}

/** Commands units that have no command yet or did not follow, and ends the occurrence once all did or its grace is over. */
async function order(ctx: Ctx, due: repository.DueOccurrence, isTooLate: boolean): Promise<Look> {
  const now = ctx.now();
  const units = await repository.listUnits(ctx.db, due);
  const open = units.filter(isOpen);
  if (open.length === 0) {
    const by = units.every(isReplaced) ? units[0]?.supersededBy : undefined;
    return by
      ? end(ctx, due, { state: "skipped", reason: "replaced", detail: by })
      : end(ctx, due, { state: "done", reason: null, detail: "" });
  }
  const waiting = open.filter((unit) => !isUnderWay(unit) && !unit.isOvertaken && !isTooLate);
  if (waiting.length === 0 && !open.some(isUnderWay))
    return end(ctx, due, { state: "failed", reason: "units-failed", detail: describe(open) });
  const isRetryDue =
    due.toldAt !== null && now.getTime() >= due.toldAt.getTime() + RETRY_MS * 2 ** (due.attempts - 1);
  // A unit that was unreachable is commanded as soon as it is back, unless the next occurrence commands it at once.
  const isNextDue = due.toldAt !== null && (await repository.hasDueOccurrence(ctx.db, due, now));
  const told = waiting.filter(
    (unit) =>
      due.toldAt === null || (unit.isReachable && !isNextDue && (isRetryDue || unit.commandId === null)),
  );
  const isTelling = told.length > 0;
  if (isTelling) await tell(ctx, due, told);
  await repository.updateRunning(ctx.db, due.id, {
    attempts: due.attempts + (isTelling ? 1 : 0),
    toldAt: isTelling ? now : due.toldAt,
    nextLookAt: new Date(now.getTime() + LOOK_MS),
  });
  return { id: due.id, name: due.name, at: due.at, state: "running", reason: null, detail: "" };
}

async function tell(
  ctx: Ctx,
  due: repository.DueOccurrence,
  units: readonly repository.UnitOrder[],
): Promise<void> {
  const name = scheduleNameOf(due.name);
  const { orders, refused } = await orderWrites(campusCtx(ctx, due.campusId, name), {
    writes: units.map(({ ssid, value }) => ({ ssid, paramId: ahuSwitch.point, value })),
    origin: { kind: "schedule", name },
    idempotencyKey: due.attempts === 0 ? due.id : `${due.id}/${due.attempts}`,
    seriesId: due.id,
  });
  for (const { ssid, deviceId } of units) {
    const commandId = orders.find((one) => one.ssid === ssid)?.commandId ?? null;
    const refusal = refused.find((one) => one.ssid === ssid)?.code ?? null;
    await repository.updateUnit(ctx.db, due.id, deviceId, { commandId, refusal });
  }
}

/** The origin that commands carry: the title or name of a rule, which the weekly default does not have. */
export const scheduleNameOf = (name: string): string => name || DEFAULT_SCHEDULE_NAME;

/** Why a unit did not follow, as a code: the refusal, or the result of its command. */
const whyOf = (unit: { state: string | null; failure: string | null; refusal: string | null }): string =>
  unit.refusal ?? unit.failure ?? unit.state ?? "";

const describe = (units: readonly repository.UnitOrder[]): string =>
  units.map((unit) => `${unit.name}: ${whyOf(unit)}`).join("; ");

async function end(
  ctx: Ctx,
  due: repository.DueOccurrence,
  result: Pick<Look, "state" | "reason" | "detail">,
): Promise<Look> {
  await repository.updateEnded(ctx.db, due.id, { ...result, endedAt: ctx.now() });
  return { id: due.id, name: due.name, at: due.at, ...result };
}

const DAY_MS = 24 * 3_600_000;

/** What schedules do in the next 48 hours, and did in the last 24. @throws AppError `not-found` for a building that is not the caller's */
export async function listOccurrences(
  ctx: ActorCtx,
  input: InputOf<typeof listOccurrencesRoute>,
): Promise<ReplyOf<typeof listOccurrencesRoute>> {
  const building = await getOwnBuilding(ctx, input.building);
  const now = ctx.now().getTime();
  const range = { from: new Date(now - DAY_MS), to: new Date(now + PLAN_AHEAD_MS) };
  const rows = await repository.listOccurrences(ctx.db, building.id, SCHEDULE_TYPE.personalCooling, range);
  return rows.map(({ units, at, endedAt, state, ...row }) => ({
    ...row,
    state,
    at: at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    units: units.length,
    failed: units
      .filter((unit) => state === "failed" && isOpen(unit))
      .map((unit) => ({ name: unit.name, why: whyOf(unit) })),
    replaced: units.filter(isReplaced).map(({ name, supersededBy }) => ({ name, by: supersededBy ?? "" })),
  }));
}
