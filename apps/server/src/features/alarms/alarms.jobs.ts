import type { Bus } from "#core/bus.ts";
import { sharesOf } from "#core/campus-shares.ts";
import type { Ctx } from "#core/ctx.ts";
import { inspectDb } from "#core/db.ts";
import type { DueLook } from "#core/jobs/due-look.ts";
import { repeat } from "#core/jobs/repeat.ts";
import { refreshDeviceStates } from "#features/devices/devices.service.ts";
import {
  createProcessWatch,
  hasOtherProcess,
  type RunningProcess,
} from "#features/processes/processes.service.ts";

import { isShelvingExpired, unshelveExpired } from "./actions/alarm-actions.service.ts";
import {
  evaluateAlarms,
  forgetSilence,
  type SuspicionSource,
} from "./evaluation/alarm-evaluation.service.ts";
import {
  createEvaluationWork,
  type EvaluationScope,
  type EvaluationWork,
} from "./evaluation/evaluation-work.ts";
import { clockDifference } from "./suspects/suspect-server-clock.ts";

/** Interval of the evaluation, ms. Shorter than every delay, so that delays keep their length. */
const EVALUATE_MS = 1_000;
/** A value starts an evaluation after this time, so that it is evaluated within a second; the others that arrive until then are in it, ms. */
const GATHER_MS = 700;
/** A delay of a round from which on the server or its database counts as stopped, ms. */
const STALL_MS = 5_000;
/** Time for gateways and devices to resend their stored readings, ms. */
const CATCH_UP_MS = 45_000;

/**
 * Whether a missing value counts as a fault of its device. It does not for some time after a start or a stall of the server, and after a
 * process with a broker was silent, because no message could arrive then.
 *
 * @returns a function to call in each round, with a monotonic time, ms, and whether all processes with brokers run
 */
export function createStallWatch(startedAtMs: number): (nowMs: number, isReceiving?: boolean) => boolean {
  let lastRoundMs = startedAtMs;
  let quietUntilMs = startedAtMs + CATCH_UP_MS;
  return (nowMs, isReceiving = true) => {
    if (nowMs - lastRoundMs > STALL_MS || !isReceiving) quietUntilMs = nowMs + CATCH_UP_MS;
    lastRoundMs = nowMs;
    return nowMs >= quietUntilMs;
  };
}

/**
 * Determines device states, and then alarms; `sources` are the rules of other slices. While the clocks of the server and of the database
 * differ, no device goes offline because of the age of its values, which is unknown.
 *
 * @param work undefined: everything is evaluated
 */
export async function evaluateRound(
  ctx: Ctx,
  sources: readonly SuspicionSource[],
  mayLose: () => boolean,
  mayLoseEdges = true,
  work?: EvaluationWork,
): Promise<void> {
  const { now } = await inspectDb(ctx.db);
  const isAgeKnown = clockDifference(ctx.now(), now) === undefined;
  await evaluateStatesAndAlarms(ctx, sources, () => mayLose() && isAgeKnown, mayLoseEdges, work);
}

/** The same without the check of the clocks. */
export async function evaluateStatesAndAlarms(
  ctx: Ctx,
  sources: readonly SuspicionSource[],
  mayLose: () => boolean,
  mayLoseEdges: boolean,
  work: EvaluationWork | undefined,
): Promise<void> {
  const scope = await work?.take(ctx);
  let left: Partial<EvaluationScope> | undefined = scope;
  try {
    const changedIds = await refreshDeviceStates(ctx, mayLose, mayLoseEdges, scope?.states);
    const deviceIds = scope && [...scope.deviceIds, ...changedIds];
    left = deviceIds && { deviceIds };
    const { isWhole, hasDelay } = await evaluateAlarms(ctx, sources, deviceIds, scope?.shares);
    if (isWhole) left = undefined;
    if (hasDelay) work?.expectChange();
  } finally {
    if (left) work?.giveBack(left, ctx.now());
  }
}

/** Runs the evaluation until disposed. */
export function startAlarmJobs(
  ctx: Ctx,
  bus: Pick<Bus, "subscribe">,
  sources: readonly SuspicionSource[],
  running: Promise<Pick<RunningProcess, "id">>,
  log: Parameters<typeof repeat>[3],
  everyMs = EVALUATE_MS,
): AsyncDisposable {
  const mayLose = createStallWatch(performance.now());
  const watchProcesses = createProcessWatch();
  const work = createEvaluationWork(bus);
  let hasBegun = false;
  const rounds = repeat(
    "alarms",
    everyMs,
    async () => {
      // Another process with jobs has watched the devices meanwhile.
      if (!hasBegun && !(await hasOtherProcess(ctx, (await running).id, "jobs"))) await forgetSilence(ctx);
      hasBegun = true;
      const { isWhole, hasBroker, jobsIds } = await watchProcesses(ctx, performance.now());
      work.share(sharesOf((await running).id, jobsIds));
      if (work.isAtRest(ctx.now())) {
        work.rest();
        mayLose(performance.now(), isWhole);
        return;
      }
      await evaluateRound(ctx, sources, () => mayLose(performance.now(), isWhole), hasBroker, work);
    },
    log,
  );
  const unsubscribe = bus.subscribe("readings-stored", () => rounds.within(GATHER_MS));
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await rounds[Symbol.asyncDispose]();
      work[Symbol.dispose]();
    },
  };
}

/** Ends each shelving at its time. Several servers may do so. */
export const startShelvingJobs = (ctx: Ctx, look: DueLook): AsyncDisposable =>
  look.repeat("shelvings", isShelvingExpired, () => unshelveExpired(ctx));
