import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type {
  deleteSelfTest as deleteRoute,
  listSelfTests as listRoute,
  planSelfTest as planRoute,
  SelfTest,
} from "@verandah/contract/self-tests.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import { previewWrites } from "#features/commands/command-preview.service.ts";
import { getUpsDevice } from "#features/ups/transfers.service.ts";

import { testRules } from "./self-test-kinds.ts";
import { listTested } from "./self-test-runs.service.ts";
import * as repository from "./self-tests.repository.ts";

const PAST_TESTS_MAX = 50;
/** A test is planned at most this far ahead, ms. */
const AHEAD_MAX_MS = 366 * 24 * 3_600_000;

const toTest = (row: repository.SelfTestRow): SelfTest => {
  const { id, kind, plannedAt, isMonthly, state, results } = row;
  return { id, kind, plannedAt: plannedAt.toISOString(), isMonthly, state, results };
};

/** @throws AppError `not-found` for a place that is not a floor, a device that is not a UPS, and a place or device of another campus */
async function findTested(
  ctx: ActorCtx,
  { floor, ssid }: InputOf<typeof listRoute>,
): Promise<repository.Tested> {
  if (ssid !== undefined) return { floorId: null, ssid: (await getUpsDevice(ctx, ssid)).ssid };
  if (floor === undefined) throw new AppError("not-found");
  const { zoneType } = await getLocationRow(ctx, floor);
  if (zoneType !== "GL_LOCATION_TYPE_FLOOR") throw new AppError("not-found");
  return { floorId: floor, ssid: null };
}

/** Planned and past tests of the emergency lights of a floor, or of a UPS. @throws AppError `not-found` */
export const listSelfTests: Service<typeof listRoute> = async (ctx, input) =>
  (await repository.listTests(ctx.db, await findTested(ctx, input), PAST_TESTS_MAX)).map(toTest);

/**
 * Plans a test, once or each month; without a time it starts now.
 *
 * @throws AppError `not-found`, `self-test-none`, `self-test-taken`
 * @throws AppError `input-invalid` for a time in the past or more than a year ahead
 */
export const planSelfTest: Service<typeof planRoute> = async (ctx, input) => {
  const tested = await findTested(ctx, input);
  const { kind, isMonthly } = input;
  const now = ctx.now();
  const plannedAt = input.plannedAt === undefined ? now : new Date(input.plannedAt);
  const ahead = plannedAt.getTime() - now.getTime();
  if (input.plannedAt !== undefined && ahead <= 0)
    throw new AppError("input-invalid", { fields: { plannedAt: "Choose a future time" } });
  if (ahead > AHEAD_MAX_MS)
    throw new AppError("input-invalid", { fields: { plannedAt: "Choose a time within a year" } });
  const devices = await listTested(ctx, tested);
  const { name, command } = testRules[kind];
  const previewed = await previewWrites(ctx, {
    writes: devices.map(({ ssid }) => ({ ssid, ...command })),
    origin: { kind: "schedule", name },
    isTest: true,
  });
  if (previewed.every(({ refusal }) => refusal === "not-found")) throw new AppError("self-test-none");
  return inTransaction(ctx, async (inner) => {
    const { campusId } = inner.actor;
    const row = { campusId, ...tested, kind, plannedAt, isMonthly };
    const test = await repository.insertTest(inner.db, row, now);
    if (!test) throw new AppError("self-test-taken");
    const after = { kind, start: plannedAt.toISOString(), isMonthly };
    await recordAudit(inner, { action: actionOf("plan", test), target: `self-test:${test.id}`, after });
    return toTest(test);
  });
};

/** Emergency lights and UPS have different actions, because reports contain them and stored audit rows never change. */
const actionOf = (verb: "plan" | "delete", { ssid }: repository.Tested) =>
  ssid === null ? `${verb}-emergency-test` : `${verb}-ups-test`;

/** Deletes a planned test with its repetitions. @throws AppError `not-found`, `self-test-started` */
export const deleteSelfTest: Service<typeof deleteRoute> = async (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    const test = await repository.lockTest(inner.db, inner.actor.campusId, id);
    if (!test) throw new AppError("not-found");
    if (test.state !== "planned") throw new AppError("self-test-started");
    await repository.deleteTest(inner.db, id);
    const { kind, isMonthly, plannedAt } = test;
    const before = { kind, start: plannedAt.toISOString(), isMonthly };
    await recordAudit(inner, { action: actionOf("delete", test), target: `self-test:${id}`, before });
    return { id };
  });
