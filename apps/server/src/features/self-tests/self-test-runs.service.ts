import { OCCURRENCE_GRACE_MS } from "@verandah/contract/schedules/schedule-days.ts";
import type { SelfTestResult, WhyNotTested } from "@verandah/contract/self-tests.ts";

import { campusCtx, type CampusCtx, type Ctx, publishChange } from "#core/ctx.ts";
import { runEachDue } from "#core/jobs/run-due.ts";
import { findLocationOf, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { getCommand } from "#features/commands/command-lists.service.ts";
import { previewWrites } from "#features/commands/command-preview.service.ts";
import { sendCommands } from "#features/commands/commands.service.ts";
import { findDevice, listCommandable } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

import { testRules } from "./self-test-kinds.ts";
import * as repository from "./self-tests.repository.ts";

type DueTest = repository.SelfTestRow;

interface Device {
  id: number;
  ssid: string;
  name: string;
}

/** Interval between two checks of a test, ms. */
const CHECK_MS = 2_000;
/** A result that was measured less than this time after the command may belong to the previous test, ms. */
const SETTLE_MS = 30_000;

export const isSelfTestDue = (ctx: Ctx) => repository.isAnyDue(ctx.now());

/**
 * Starts tests that are due, and collects the results of running ones. The row lock and the key of the command batch ensure that each test
 * starts once.
 *
 * @throws the first error after all checks
 */
export function runSelfTests(ctx: Ctx): Promise<void> {
  const { claimDue, updateNextCheck } = repository;
  return runEachDue(ctx, { claimDue, updateNextCheck }, (inner, test) =>
    checkTest(campusCtx(inner, test.campusId, testRules[test.kind].name), test),
  );
}

async function checkTest(ctx: CampusCtx, test: DueTest): Promise<void> {
  const results = test.state === "planned" ? await startTest(ctx, test) : await collectResults(ctx, test);
  const isDone = results.every(({ result }) => result !== null);
  await repository.updateResults(ctx.db, test.id, {
    state: isDone ? "done" : "running",
    results,
    nextCheckAt: new Date(ctx.now().getTime() + CHECK_MS),
  });
  publishChange(ctx, "self-tests", { campusId: test.campusId });
}

/** The DALI groups of a floor, or the UPS. Nothing for a removed floor or UPS. */
export async function listTested(ctx: CampusCtx, { floorId, ssid }: repository.Tested): Promise<Device[]> {
  if (ssid !== null) {
    const device = await findDevice(ctx, ssid);
    return device ? [device] : [];
  }
  const floor = floorId === null ? undefined : await findLocationOf(ctx, floorId);
  return floor ? listCommandable(ctx, await listIdsBelow(ctx, floor), ["DALI"]) : [];
}

/** The latest readings of devices, by ssid and point. */
async function readLatest(ctx: Ctx, devices: readonly Device[]) {
  const latest = await listLatestOf(
    ctx,
    devices.map(({ id }) => id),
  );
  return new Map(
    [...latest.values()].map(({ ssid, points }) => [
      ssid,
      new Map(points.map(({ reading }) => [reading.param_id, reading])),
    ]),
  );
}
type Readings = Awaited<ReturnType<typeof readLatest>> extends Map<string, infer R> ? R : never;

const notTested = (one: { ssid: string; name: string }, why: WhyNotTested, now: Date): SelfTestResult => ({
  ssid: one.ssid,
  name: one.name,
  result: "not-tested",
  why,
  at: now.toISOString(),
  commandId: null,
});

/** Whether all points that the test needs have a good, allowed value. An unknown value is not allowed. */
function isReady(readings: Readings | undefined, { kind }: DueTest): boolean {
  return Object.entries(testRules[kind].needs).every(([paramId, allowed]) => {
    const { param_value: value = null, quality } = readings?.get(paramId) ?? {};
    return quality === "good" && value !== null && allowed.includes(value);
  });
}

/** The ssids of devices that are offline, so that a command cannot reach them. */
async function listOffline(ctx: CampusCtx, { kind }: DueTest, devices: readonly Device[]) {
  if (devices.length === 0) return new Set<string>();
  const { name, command } = testRules[kind];
  const writes = devices.map(({ ssid }) => ({ ssid, ...command }));
  const previewed = await previewWrites(ctx, { writes, origin: { kind: "schedule", name }, isTest: true });
  return new Set(previewed.filter(({ outcome }) => outcome === "offline").map(({ ssid }) => ssid));
}

/** Sends the test command to each device that supports the test and is ready, and plans the next test of a series. */
async function startTest(ctx: CampusCtx, test: DueTest): Promise<SelfTestResult[]> {
  const now = ctx.now();
  const { name, command, holdMs } = testRules[test.kind];
  if (test.isMonthly) await repository.insertNext(ctx.db, test.id, now);
  const devices = await listTested(ctx, test);
  if (now.getTime() - test.plannedAt.getTime() > OCCURRENCE_GRACE_MS)
    return devices.map((device) => notTested(device, "late", now));
  if (devices.length === 0) return [];
  const latest = await readLatest(ctx, devices);
  const ready = devices.filter(({ ssid }) => isReady(latest.get(ssid), test));
  const { commands, refused } = await sendCommands(ctx, {
    writes: ready.map(({ ssid }) => ({ ssid, ...command })),
    origin: { kind: "schedule", name },
    until: holdMs === undefined ? null : new Date(now.getTime() + holdMs),
    idempotencyKey: test.id,
    isTest: true,
  });
  const offline = await listOffline(
    ctx,
    test,
    devices.filter((device) => !ready.includes(device)),
  );
  return devices.flatMap((device): SelfTestResult[] => {
    const { ssid } = device;
    const commandId = commands.find((one) => one.ssid === ssid)?.commandId;
    if (commandId !== undefined)
      return [{ ssid, name: device.name, result: null, why: null, at: null, commandId }];
    const code = refused.find((one) => one.ssid === ssid)?.code;
    // A group without this point has no emergency light.
    if (code === "not-found") return [];
    if (code === undefined) return [notTested(device, offline.has(ssid) ? "offline" : "not-ready", now)];
    return [notTested(device, code === "device-unreachable" ? "offline" : "refused", now)];
  });
}

/** Adds the results that devices have reported since their commands. A result stays null until then. */
async function collectResults(ctx: CampusCtx, test: DueTest): Promise<SelfTestResult[]> {
  const now = ctx.now();
  const isOver = now.getTime() - test.plannedAt.getTime() > testRules[test.kind].resultMaxMs;
  const latest = await readLatest(ctx, await listTested(ctx, test));
  const collected: SelfTestResult[] = [];
  for (const one of test.results) {
    const found =
      one.result === null && one.commandId !== null
        ? await readResult(ctx, one.commandId, latest.get(one.ssid), test)
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
  readings: Readings | undefined,
  { kind }: DueTest,
): Promise<Pick<SelfTestResult, "result" | "why" | "at"> | undefined> {
  const { state, endedAt } = await getCommand(ctx, { id: commandId });
  if (endedAt === null) return undefined;
  if (state !== "verified") return { result: "not-tested", why: "not-followed", at: endedAt };
  const { resultPoint, outcomes } = testRules[kind];
  const { measured_time: at = null, param_value: value = null } = readings?.get(resultPoint) ?? {};
  if (at === null || Date.parse(at) < Date.parse(endedAt) + SETTLE_MS) return undefined;
  const found = value === null ? undefined : outcomes.get(value);
  return found && { ...found, at };
}
