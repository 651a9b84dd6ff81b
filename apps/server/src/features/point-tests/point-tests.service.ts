import type { Command } from "@verandah/contract/commands/commands.ts";
import * as contract from "@verandah/contract/point-tests.ts";
import type { TestedPoint, TestStep } from "@verandah/contract/point-tests.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { findType, isHealthPoint, pointOf } from "@verandah/equipment/catalogue.ts";
import { testToleranceOf } from "@verandah/equipment/test-tolerances.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { listCommandsOf } from "#features/commands/command-lists.service.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

import { readJpeg } from "./jpeg-reader.ts";
import * as repository from "./point-tests.repository.ts";

const LISTED_MAX = 50;

/** The gateway, place or device of a test, and where its devices are. @throws AppError `not-found` */
async function findSubject(ctx: ActorCtx, { gateway, place, ssid }: InputOf<typeof contract.startPointTest>) {
  if (gateway !== undefined) {
    // With it the data of protocols are loaded, which most servers do not need.
    const { getGatewayRow } = await import("#features/gateways/gateways.service.ts");
    const { id, name } = await getGatewayRow(ctx, gateway);
    return { kind: "gateway" as const, subjectId: id, name, of: { edgeId: id } };
  }
  if (place !== undefined) {
    const row = await getLocationRow(ctx, place);
    const locationIds = await listIdsBelow(ctx, row);
    return { kind: "place" as const, subjectId: row.id, name: row.name, of: { locationIds } };
  }
  const { id, name } = await getDevice(ctx, ssid ?? "");
  return { kind: "device" as const, subjectId: id, name, of: { deviceId: id } };
}

const toTest = (row: repository.TestRow): contract.PointTest => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  startedBy: row.startedBy,
  startedAt: row.startedAt.toISOString(),
  finishedBy: row.finishedBy,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  counts: { points: row.points, passed: row.passed, failed: row.failed, skipped: row.skipped },
});

/** Open tests, then finished ones, each newest first. @throws AppError `not-found` */
export const listPointTests: Service<typeof contract.listPointTests> = async (ctx, input) => {
  const { of } = await findSubject(ctx, input);
  return (await repository.listTests(ctx.db, ctx.actor.campusId, of, LISTED_MAX)).map(toTest);
};

/** Whether the value of a command is in force, or on its way to the device. */
function isHeld({ state, failure, releasedAt, acknowledgedAt }: Command): boolean {
  if (releasedAt !== null) return false;
  if (state === "superseded") return acknowledgedAt !== null;
  return !["failed", "expired"].includes(state) || failure === "overridden" || failure === "not-followed";
}

type Steps = Pick<repository.PointRow, "commandIds">;

/** The test values of points, in the order of `commandIds`. */
async function listSteps(ctx: ActorCtx, points: readonly Steps[]): Promise<(of: Steps) => TestStep[]> {
  const commands = await listCommandsOf(
    ctx,
    points.flatMap(({ commandIds }) => commandIds),
  );
  const known = new Map(commands.map((one) => [one.id, one]));
  return ({ commandIds }) =>
    commandIds.flatMap((commandId) => {
      const one = known.get(commandId);
      if (one?.value === null || one === undefined) return [];
      const { value, state, failure, readBack, releasedAt, createdAt: at } = one;
      return [{ value, commandId, at, state, failure, readBack, releasedAt, isHeld: isHeld(one) }];
    });
}

export const readSteps = async (ctx: ActorCtx, point: Steps) => (await listSteps(ctx, [point]))(point);

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** A test of the caller's campus. @throws AppError `not-found` */
export const getPointTest: Service<typeof contract.getPointTest> = async (ctx, { id }) => {
  const { campusId, userId } = ctx.actor;
  const test = await repository.findTest(ctx.db, campusId, id);
  if (!test) throw new AppError("not-found");
  const [rows, types] = [await repository.listPoints(ctx.db, id), await listTypesOf(ctx, campusId)];
  const stepsOf = await listSteps(ctx, rows);
  const testers = test.finishedAt ? [] : await repository.listOtherTesters(ctx.db, id, userId, ctx.now());
  ctx.changesAt(...testers.map(({ until }) => until));
  return {
    ...toTest(test),
    points: rows.map(({ deviceId: _deviceId, commandIds, paramId, ...row }): TestedPoint => {
      const hasStates = pointOf(findType(types, row.deviceType), paramId)?.states !== undefined;
      return {
        ...row,
        param_id: paramId,
        defaultTolerance: hasStates ? 0 : (testToleranceOf(row.unit) ?? null),
        readAt: iso(row.readAt),
        testedAt: iso(row.testedAt),
        steps: stepsOf({ commandIds }),
      };
    }),
    testers: testers.map(({ ssid, name }) => ({ ssid, name })),
  };
};

/** The photo of a point. @throws AppError `not-found` */
export async function getPointPhoto(
  ctx: ActorCtx,
  { id, position }: InputOf<typeof contract.getPointPhoto>,
): Promise<Buffer> {
  const test = await repository.findTest(ctx.db, ctx.actor.campusId, id);
  const [row] = test ? await repository.listPhotos(ctx.db, id, position) : [];
  if (!row) throw new AppError("not-found");
  return row.photo;
}

/**
 * Begins a test, or finds the open one of the same gateway, place or device.
 *
 * @throws AppError `not-found`, `self-test-none` without points, `input-invalid` for too many points
 */
export const startPointTest: Service<typeof contract.startPointTest> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const { campusId, name: startedBy } = inner.actor;
    const { of, ...subject } = await findSubject(inner, input);
    const open = await repository.findOpen(inner.db, subject);
    if (open) return open;
    const types = await listTypesOf(inner, campusId);
    const points = (await repository.listTestable(inner.db, campusId, of)).filter(
      ({ deviceType, paramId }) => {
        const point = pointOf(findType(types, deviceType), paramId);
        // A point that starts a test of its device keeps no value.
        return !isHealthPoint(paramId) && !(point?.kind === "command" && point.onlyTests);
      },
    );
    if (points.length === 0) throw new AppError("self-test-none");
    if (points.length > contract.POINT_TEST_POINTS_MAX)
      throw new AppError("input-invalid", {
        fields: { [subject.kind]: "More than 1,000 points: choose a part" },
      });
    const row = { ...subject, campusId, startedBy, startedAt: inner.now() };
    const id = await repository.insertTest(inner.db, row, points);
    if (id === undefined) {
      const other = await repository.findOpen(inner.db, subject);
      if (!other) throw new AppError("not-found");
      return other;
    }
    await recordAudit(inner, {
      action: "start-point-test",
      target: `point-test:${id}`,
      after: { name: subject.name, points: points.length },
    });
    return { id };
  });

/** An open test, locked until commit. @throws AppError `not-found`, `point-test-finished` */
async function lockOpen(ctx: ActorCtx, id: string) {
  const test = await repository.lockTest(ctx.db, ctx.actor.campusId, id);
  if (!test) throw new AppError("not-found");
  if (test.finishedAt) throw new AppError("point-test-finished");
  return test;
}

/**
 * A point of an open test, whose device belongs to the caller from now on.
 *
 * @throws AppError `not-found`, `point-test-finished`, `point-test-busy` while another user tests the device
 */
export async function claimPoint(
  ctx: ActorCtx,
  { id, position }: { id: string; position: number },
): Promise<repository.PointRow> {
  await lockOpen(ctx, id);
  const point = await repository.findPoint(ctx.db, id, position);
  if (!point) throw new AppError("not-found");
  const now = ctx.now();
  const { userId, name } = ctx.actor;
  const until = new Date(now.getTime() + contract.POINT_TESTER_MS);
  if (!(await repository.claimDevice(ctx.db, { deviceId: point.deviceId, userId, name, until }, now)))
    throw new AppError("point-test-busy");
  return point;
}

export const addStep = (
  ctx: ActorCtx,
  id: string,
  { position, commandIds }: repository.PointRow,
  added: string,
) => repository.updatePoint(ctx.db, id, position, { commandIds: [...commandIds, added] });

/** Rounding of sums of decimals, as a part of the larger value. */
const ROUNDING = 1e-9;

/** Whether a reading is within the tolerance of a reference, both ends included. */
export const isWithin = (reading: number, reference: number, tolerance: number): boolean =>
  Math.abs(reading - reference) <= tolerance + ROUNDING * Math.max(Math.abs(reading), Math.abs(reference), 1);

/** Whether the device confirmed the newest try of each test value. */
function isFollowed(steps: readonly TestStep[]): boolean {
  const newest = new Map(steps.map((step) => [step.value, step]));
  return newest.size > 0 && [...newest.values()].every(({ state }) => state === "verified");
}

async function checkPhoto(ctx: ActorCtx, id: string, base64: string): Promise<Buffer> {
  const bytes = Buffer.from(base64, "base64");
  const photo = bytes.length > contract.POINT_PHOTO_MAX_BYTES ? undefined : readJpeg(bytes);
  if (!photo) throw new AppError("photo-refused");
  if ((await repository.countPhotos(ctx.db, id)) >= contract.POINT_TEST_PHOTOS_MAX)
    throw new AppError("photo-limit");
  return photo;
}

/**
 * Stores the result of a point; a later result replaces it. A reading is taken now, and passes only if it is good.
 *
 * @throws AppError the errors of `claimPoint`, `photo-refused`, `photo-limit`
 * @throws AppError `point-test-open` when an output is to pass whose test value is not released
 */
export const recordPoint: Service<typeof contract.recordPoint> = (ctx, input) => {
  const { id, position, outcome, reference = null, tolerance = null, note } = input;
  return inTransaction(ctx, async (inner) => {
    const point = await claimPoint(inner, input);
    const photo = typeof input.photo === "string" ? await checkPhoto(inner, id, input.photo) : input.photo;
    const isCompared = outcome === "compared";
    const latest = isCompared ? (await listLatestOf(inner, [point.deviceId])).get(point.deviceId) : undefined;
    const found = latest?.points.find(({ reading }) => reading.param_id === point.paramId)?.reading;
    const reading = found?.param_value ?? null;
    const steps = outcome === "followed" ? await readSteps(inner, point) : [];
    if (steps.some((step) => step.isHeld)) throw new AppError("point-test-open");
    const isPassed = isCompared
      ? found?.quality === "good" && reading !== null && isWithin(reading, reference ?? 0, tolerance ?? 0)
      : isFollowed(steps);
    const result = outcome === "skipped" ? "skipped" : isPassed ? "passed" : "failed";
    const change = {
      result,
      reference: isCompared ? reference : null,
      tolerance: isCompared ? tolerance : null,
      reading,
      note: note || null,
    } as const;
    await repository.updatePoint(inner.db, id, position, {
      ...change,
      readAt: found?.measured_time ? new Date(found.measured_time) : null,
      quality: isCompared ? (found?.quality ?? "missing") : null,
      testedAt: inner.now(),
      testedBy: inner.actor.name,
      ...(photo !== undefined && { photo }),
    });
    await recordAudit(inner, {
      action: "record-point",
      target: `point:${point.ssid}/${point.paramId}`,
      before: { result: point.result },
      after: change,
    });
    return { result };
  });
};

/** @throws AppError `not-found`, `point-test-finished`, `point-test-open` while a test value may be in force */
export const finishPointTest: Service<typeof contract.finishPointTest> = (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    await lockOpen(inner, id);
    const points = await repository.listPoints(inner.db, id);
    const stepsOf = await listSteps(inner, points);
    if (points.some((point) => stepsOf(point).some((step) => step.isHeld)))
      throw new AppError("point-test-open");
    await repository.updateFinished(inner.db, id, inner.actor.name, inner.now());
    const count = (wanted: string) => points.filter(({ result }) => result === wanted).length;
    await recordAudit(inner, {
      action: "finish-point-test",
      target: `point-test:${id}`,
      after: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
    });
    return { id };
  });
