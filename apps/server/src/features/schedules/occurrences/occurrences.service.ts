import {
  DEFAULT_SCHEDULE_NAME,
  type listOccurrences as listOccurrencesRoute,
  OCCURRENCE_GRACE_MS,
  type OccurrenceReason,
  PLAN_AHEAD_MS,
} from "@verandah/contract/schedules/schedule-days.ts";

import { asService, campusCtx, type Ctx, publishChange, type Service } from "#core/ctx.ts";
import { runEachDue } from "#core/jobs/run-due.ts";
import { presentStep } from "#core/reply-times.ts";
import { sendCommands } from "#features/commands/commands.service.ts";

import { openPlan, writesOf } from "../schedule-plan.service.ts";
import { getOwnBuilding } from "../schedules.service.ts";
import * as repository from "./occurrences.repository.ts";

/** Interval between two checks of open commands, ms. */
const CHECK_MS = 1_000;
/** Delay before a unit that did not follow is commanded again, ms. It doubles with each attempt. */
const RETRY_MS = 15_000;

const ended = new Set(["verified", "failed", "expired", "superseded"]);
/** Whether a later command superseded the command of the occurrence. The unit needs no further action. */
const isReplaced = ({ state }: Pick<repository.UnitCommand, "state">) => state === "superseded";
const isOverridden = ({ failure }: Pick<repository.UnitCommand, "failure">) => failure === "overridden";
/** Whether the unit needs further action. An overridden value needs none, because it comes into force later. */
const isOpen = (unit: Pick<repository.UnitCommand, "state" | "failure">) =>
  unit.state !== "verified" && !isOverridden(unit) && !isReplaced(unit);
const isInProgress = ({ state }: repository.UnitCommand) => state !== null && !ended.has(state);

/** Result of one check of an occurrence, for the log. */
interface CheckResult {
  id: string;
  name: string;
  at: Date;
  state: "running" | "done" | "skipped" | "failed";
  reason: OccurrenceReason | null;
  detail: string;
  failed?: { name: string; why: string }[];
}

export const isOccurrenceDue = (ctx: Ctx) => repository.isAnyDue(ctx.now());

/**
 * Checks every due occurrence; its commands and their record are stored together.
 *
 * @returns the skipped and failed occurrences
 * @throws the first error after all checks
 */
export async function runDueOccurrences(ctx: Ctx): Promise<CheckResult[]> {
  const { claimDue, updateNextCheck } = repository;
  const reported: CheckResult[] = [];
  await runEachDue(ctx, { claimDue, updateNextCheck }, async (inner, due) => {
    const result = await checkOccurrence(inner, due);
    publishChange(inner, "schedules", { campusId: due.campusId });
    if (result.state === "skipped" || result.state === "failed") reported.push(result);
  });
  return reported;
}

async function checkOccurrence(ctx: Ctx, due: repository.DueOccurrence): Promise<CheckResult> {
  const isTooLate = ctx.now().getTime() - due.at.getTime() > OCCURRENCE_GRACE_MS;
  if (due.state === "planned") {
    if (isTooLate) return end(ctx, due, { state: "skipped", reason: "late", detail: "" });
    const refusal = await chooseUnits(ctx, due);
    if (refusal) return end(ctx, due, { state: "skipped", ...refusal });
  }
  return runOccurrence(ctx, due, isTooLate);
}

/** Stores the value of each unit by the current rules. @returns the reason when no unit needs a value */
async function chooseUnits(
  ctx: Ctx,
  due: repository.DueOccurrence,
): Promise<{ reason: OccurrenceReason; detail: string } | undefined> {
  if (due.action === "change") return undefined;
  const open = await openPlan(ctx, due, { from: due.at, to: due.at });
  const { writes, overriddenBy } = writesOf(open, due);
  if (writes.length === 0)
    return overriddenBy === undefined
      ? { reason: "no-units", detail: "" }
      : { reason: "overruled", detail: overriddenBy };
  await repository.upsertUnits(ctx.db, due.id, writes);
  return undefined;
}

/** Commands units that have no command yet or did not follow. Ends the occurrence when all units have followed, or after the grace period. */
async function runOccurrence(
  ctx: Ctx,
  due: repository.DueOccurrence,
  isTooLate: boolean,
): Promise<CheckResult> {
  const now = ctx.now();
  const units = await repository.listUnits(ctx.db, due);
  const open = units.filter(isOpen);
  if (open.length === 0) {
    const by = units.every(isReplaced) ? units[0]?.supersededBy : undefined;
    return by
      ? end(ctx, due, { state: "skipped", reason: "replaced", detail: by })
      : end(ctx, due, { state: "done", reason: null, detail: "" });
  }
  const waiting = open.filter((unit) => !isInProgress(unit) && !unit.isOvertaken && !isTooLate);
  if (waiting.length === 0 && !open.some(isInProgress))
    return {
      ...(await end(ctx, due, { state: "failed", reason: "units-failed", detail: "" })),
      failed: open.map(failureOf),
    };
  const isRetryDue =
    due.commandedAt !== null &&
    now.getTime() >= due.commandedAt.getTime() + RETRY_MS * 2 ** (due.attempts - 1);
  // Commands a unit again as soon as it is reachable, unless the next occurrence commands it now.
  const isNextDue = due.commandedAt !== null && (await repository.hasDueOccurrence(ctx.db, due, now));
  const toCommand = waiting.filter(
    (unit) =>
      due.commandedAt === null || (unit.isReachable && !isNextDue && (isRetryDue || unit.commandId === null)),
  );
  const isCommanding = toCommand.length > 0;
  if (isCommanding) await commandUnits(ctx, due, toCommand);
  await repository.updateRunning(ctx.db, due.id, {
    attempts: due.attempts + (isCommanding ? 1 : 0),
    commandedAt: isCommanding ? now : due.commandedAt,
    nextCheckAt: new Date(now.getTime() + CHECK_MS),
  });
  return { id: due.id, name: due.name, at: due.at, state: "running", reason: null, detail: "" };
}

async function commandUnits(
  ctx: Ctx,
  due: repository.DueOccurrence,
  units: readonly repository.UnitCommand[],
): Promise<void> {
  const name = scheduleNameOf(due.name);
  const { commands, refused } = await sendCommands(campusCtx(ctx, due.campusId, name), {
    writes: units.map(({ ssid, paramId, value }) => ({ ssid, paramId, value })),
    origin: { kind: "schedule", name },
    idempotencyKey: due.attempts === 0 ? due.id : `${due.id}/${due.attempts}`,
    seriesId: due.id,
  });
  for (const { ssid, paramId, deviceId } of units) {
    const isOwn = (one: { ssid: string; paramId: string }) => one.ssid === ssid && one.paramId === paramId;
    const commandId = commands.find(isOwn)?.commandId ?? null;
    const refusal = refused.find(isOwn)?.code ?? null;
    await repository.updateUnit(ctx.db, due.id, { deviceId, paramId }, { commandId, refusal });
  }
}

/** The origin of the commands: the title or name of a rule. The weekly default has no name. */
export const scheduleNameOf = (name: string): string => name || DEFAULT_SCHEDULE_NAME;

/** Why a unit did not follow, as a code: the refusal, or the result of its command. */
const failureOf = (unit: Pick<repository.UnitCommand, "name" | "state" | "failure" | "refusal">) => ({
  name: unit.name,
  why: unit.refusal ?? unit.failure ?? unit.state ?? "",
});

async function end(
  ctx: Ctx,
  due: repository.DueOccurrence,
  result: Pick<CheckResult, "state" | "reason" | "detail">,
): Promise<CheckResult> {
  await repository.updateEnded(ctx.db, due.id, { ...result, endedAt: ctx.now() });
  return { id: due.id, name: due.name, at: due.at, ...result };
}

const DAY_MS = 24 * 3_600_000;

/** Occurrences of the next 48 and the last 24 hours. @throws AppError `not-found` for a building outside the caller's campus */
export const listOccurrences: Service<typeof listOccurrencesRoute> = async (ctx, input) => {
  const building = await getOwnBuilding(ctx, input.building);
  const now = presentStep(ctx).getTime();
  const range = { from: new Date(now - DAY_MS), to: new Date(now + PLAN_AHEAD_MS) };
  const rows = await repository.listOccurrences(ctx.db, building.id, input.type, range);
  return rows.map(({ units, at, endedAt, state, ...row }) => {
    const failed = units.filter((unit) => state === "failed" && isOpen(unit)).map(failureOf);
    return {
      ...row,
      state,
      detail: failed.length > 0 ? failed.map(({ name, why }) => `${name}: ${why}`).join("; ") : row.detail,
      at: at.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      units: new Set(units.map(({ name }) => name)).size,
      failed,
      replaced: units.filter(isReplaced).map(({ name, supersededBy }) => ({ name, by: supersededBy ?? "" })),
      overridden: units.filter(isOverridden).map(({ name }) => name),
    };
  });
};

/** Actions of schedules in a building since an instant that are done, and those that are missed: too late, or with units that did not follow. */
export const countEndedOccurrences = asService(repository.countEndedSince);
