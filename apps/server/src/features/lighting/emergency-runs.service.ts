import {
  EMERGENCY_TEST_NAME,
  type EmergencyResult,
  type WhyNotTested,
} from "@verandah/contract/emergency-tests.ts";
import { OCCURRENCE_GRACE_MS } from "@verandah/contract/schedule-days.ts";
import { EMERGENCY_RESULT, EMERGENCY_TEST } from "@verandah/equipment/types/dali.ts";

import { campusCtx, type CampusCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { isDatabaseUnavailable } from "#core/db.ts";
import { findLocationOf, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { getCommand } from "#features/commands/command-lists.service.ts";
import { sendCommands } from "#features/commands/commands.service.ts";
import { listCommandable } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

import * as repository from "./emergency-tests.repository.ts";

type DueTest = repository.EmergencyTestRow;

/** Interval between two checks of a test, ms. */
const CHECK_MS = 2_000;
/** Delay after a check that failed, ms. */
const RETRY_MS = 15_000;
/** The gateway releases the command after this time, ms. The light continues its test. */
const COMMAND_HOLD_MS = 120_000;
/** A result that was measured earlier than this after the command may be that of the last test, ms. */
const SETTLE_MS = 30_000;
/** A light without a result by then was not tested, ms. A duration test takes up to three hours. Source: IEC 62386-202. */
const RESULT_MAX_MS = { function: 600_000, duration: 5 * 3_600_000 } as const;

/**
 * Starts tests that are due, and collects the results of running ones. Several servers may do so: the row lock and the key of the batch
 * let each test start once. A test that fails is postponed, so that it does not block the others.
 *
 * @throws the first error after all checks
 */
export async function runEmergencyTests(ctx: Ctx): Promise<void> {
  const failures: unknown[] = [];
  let claimed: DueTest | undefined;
  do {
    try {
      claimed = undefined;
      await inTransaction(ctx, async (inner) => {
        claimed = await repository.claimDue(inner.db, inner.now());
        if (claimed) await checkTest(campusCtx(inner, claimed.campusId, EMERGENCY_TEST_NAME), claimed);
      });
    } catch (error) {
      if (!claimed || isDatabaseUnavailable(error)) throw error;
      failures.push(error);
      await repository.updateNextCheck(ctx.db, claimed.id, new Date(ctx.now().getTime() + RETRY_MS));
    }
  } while (claimed);
  if (failures.length > 0) throw failures[0];
}

async function checkTest(ctx: CampusCtx, test: DueTest): Promise<void> {
  const results = test.state === "planned" ? await startTest(ctx, test) : await collectResults(ctx, test);
  const isDone = results.every(({ result }) => result !== null);
  await repository.updateResults(ctx.db, test.id, {
    state: isDone ? "done" : "running",
    results,
    nextCheckAt: new Date(ctx.now().getTime() + CHECK_MS),
  });
}

/** The DALI groups of a floor. */
export async function listGroups(ctx: Ctx, floorId: number) {
  const floor = await findLocationOf(ctx, floorId);
  return floor ? listCommandable(ctx, await listIdsBelow(ctx, floor), ["DALI"]) : [];
}

const notTested = (one: { ssid: string; name: string }, why: WhyNotTested, now: Date): EmergencyResult => ({
  ssid: one.ssid,
  name: one.name,
  result: "not-tested",
  why,
  at: now.toISOString(),
  commandId: null,
});

/** Sends the test command to each group that has an emergency light, and plans the next test of a series. */
async function startTest(ctx: CampusCtx, test: DueTest): Promise<EmergencyResult[]> {
  const now = ctx.now();
  if (test.isMonthly) await repository.insertNext(ctx.db, test.id, now);
  const groups = await listGroups(ctx, test.floorId);
  if (now.getTime() - test.plannedAt.getTime() > OCCURRENCE_GRACE_MS)
    return groups.map((group) => notTested(group, "late", now));
  if (groups.length === 0) return [];
  const { commands, refused } = await sendCommands(ctx, {
    writes: groups.map(({ ssid }) => ({ ssid, paramId: "emergency_test", value: EMERGENCY_TEST[test.kind] })),
    origin: { kind: "schedule", name: EMERGENCY_TEST_NAME },
    until: new Date(now.getTime() + COMMAND_HOLD_MS),
    idempotencyKey: test.id,
  });
  return groups.flatMap(({ ssid, name }): EmergencyResult[] => {
    const commandId = commands.find((one) => one.ssid === ssid)?.commandId;
    if (commandId !== undefined) return [{ ssid, name, result: null, why: null, at: null, commandId }];
    const code = refused.find((one) => one.ssid === ssid)?.code;
    // A group without this point has no emergency light.
    if (code === "not-found") return [];
    return [notTested({ ssid, name }, code === "device-unreachable" ? "offline" : "refused", now)];
  });
}

/** The result that a group has reported since its command; undefined while it has none. */
async function collectResults(ctx: CampusCtx, test: DueTest): Promise<EmergencyResult[]> {
  const now = ctx.now();
  const isOver = now.getTime() - test.plannedAt.getTime() > RESULT_MAX_MS[test.kind];
  const groups = await listGroups(ctx, test.floorId);
  const latest = await listLatestOf(
    ctx,
    groups.map(({ id }) => id),
  );
  const readings = new Map(
    [...latest.values()].map(({ ssid, points }) => [
      ssid,
      points.find(({ reading }) => reading.param_id === "emergency_result")?.reading,
    ]),
  );
  const collected: EmergencyResult[] = [];
  for (const one of test.results) {
    const found =
      one.result === null && one.commandId !== null
        ? await readResult(ctx, one.commandId, readings.get(one.ssid))
        : undefined;
    if (one.result === null && !found && isOver)
      collected.push({ ...notTested(one, "no-result", now), commandId: one.commandId });
    else collected.push({ ...one, ...found });
  }
  return collected;
}

async function readResult(
  ctx: CampusCtx,
  commandId: string,
  reading: { param_value: number | null; measured_time: string | null } | undefined,
): Promise<Pick<EmergencyResult, "result" | "why" | "at"> | undefined> {
  const { state, endedAt } = await getCommand(ctx, { id: commandId });
  if (endedAt === null) return undefined;
  if (state !== "verified") return { result: "not-tested", why: "not-followed", at: endedAt };
  const at = reading?.measured_time;
  if (!at || Date.parse(at) < Date.parse(endedAt) + SETTLE_MS) return undefined;
  if (reading.param_value === EMERGENCY_RESULT.passed) return { result: "passed", why: null, at };
  if (reading.param_value === EMERGENCY_RESULT.failed) return { result: "failed", why: null, at };
  return undefined;
}
