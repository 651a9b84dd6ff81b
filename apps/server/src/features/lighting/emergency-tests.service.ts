import {
  type deleteEmergencyTest as deleteRoute,
  EMERGENCY_TEST_NAME,
  type EmergencyTest,
  type planEmergencyTest as planRoute,
} from "@verandah/contract/emergency-tests.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { EMERGENCY_TEST } from "@verandah/equipment/types/dali.ts";

import { type ActorCtx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import { previewWrites } from "#features/commands/command-preview.service.ts";

import { listGroups } from "./emergency-runs.service.ts";
import * as repository from "./emergency-tests.repository.ts";

const PAST_TESTS_MAX = 50;
/** A test is planned at most this far ahead, ms. */
const AHEAD_MAX_MS = 366 * 24 * 3_600_000;

const toTest = (row: repository.EmergencyTestRow): EmergencyTest => {
  const { id, floorId, kind, plannedAt, isMonthly, state, results } = row;
  return { id, floorId, kind, plannedAt: plannedAt.toISOString(), isMonthly, state, results };
};

/** @throws AppError `not-found` for a place of another campus, or one that is no floor */
async function checkFloor(ctx: ActorCtx, id: number): Promise<void> {
  const { zoneType } = await getLocationRow(ctx, id);
  if (zoneType !== "GL_LOCATION_TYPE_FLOOR") throw new AppError("not-found");
}

/** Planned and past tests of the emergency lights of a floor. @throws AppError `not-found` */
export async function listEmergencyTests(
  ctx: ActorCtx,
  { floor }: { floor: number },
): Promise<EmergencyTest[]> {
  await checkFloor(ctx, floor);
  return (await repository.listTests(ctx.db, floor, PAST_TESTS_MAX)).map(toTest);
}

/**
 * Plans a test, once or each month.
 *
 * @throws AppError `not-found`, `emergency-lights-none`, `emergency-test-taken`
 * @throws AppError `input-invalid` for a time in the past or more than a year ahead
 */
export async function planEmergencyTest(
  ctx: ActorCtx,
  input: InputOf<typeof planRoute>,
): Promise<EmergencyTest> {
  await checkFloor(ctx, input.floor);
  const { kind, isMonthly } = input;
  const plannedAt = new Date(input.plannedAt);
  const ahead = plannedAt.getTime() - ctx.now().getTime();
  if (ahead <= 0) throw new AppError("input-invalid", { fields: { plannedAt: "Choose a future time" } });
  if (ahead > AHEAD_MAX_MS)
    throw new AppError("input-invalid", { fields: { plannedAt: "Choose a time within a year" } });
  const groups = await listGroups(ctx, input.floor);
  const writes = groups.map(({ ssid }) => ({ ssid, paramId: "emergency_test", value: EMERGENCY_TEST[kind] }));
  const previewed = await previewWrites(ctx, {
    writes,
    origin: { kind: "schedule", name: EMERGENCY_TEST_NAME },
  });
  // A group without this point has no emergency light.
  if (previewed.every(({ refusal }) => refusal === "not-found")) throw new AppError("emergency-lights-none");
  return inTransaction(ctx, async (inner) => {
    const { campusId } = inner.actor;
    const row = { campusId, floorId: input.floor, kind, plannedAt, isMonthly };
    const test = await repository.insertTest(inner.db, row, inner.now());
    if (!test) throw new AppError("emergency-test-taken");
    const after = { kind, start: plannedAt.toISOString(), isMonthly };
    await recordAudit(inner, { action: "plan-emergency-test", target: `emergency-test:${test.id}`, after });
    return toTest(test);
  });
}

/** Deletes a planned test with its repetitions. @throws AppError `not-found`, `emergency-test-started` */
export async function deleteEmergencyTest(
  ctx: ActorCtx,
  { id }: InputOf<typeof deleteRoute>,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (inner) => {
    const test = await repository.lockTest(inner.db, inner.actor.campusId, id);
    if (!test) throw new AppError("not-found");
    if (test.state !== "planned") throw new AppError("emergency-test-started");
    await repository.deleteTest(inner.db, id);
    const { kind, isMonthly, plannedAt } = test;
    const before = { kind, start: plannedAt.toISOString(), isMonthly };
    await recordAudit(inner, { action: "delete-emergency-test", target: `emergency-test:${id}`, before });
    return { id };
  });
}
