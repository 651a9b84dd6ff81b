import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";
import { refreshDeviceStates } from "#features/devices/devices.service.ts";

import { unshelveExpired } from "./actions/alarm-actions.service.ts";
import {
  evaluateAlarms,
  forgetSilence,
  type SuspicionSource,
} from "./evaluation/alarm-evaluation.service.ts";

/** How often rules are evaluated, ms. Short against every delay, so that delays keep their length. */
const EVALUATE_MS = 1_000;
/** A round that comes this much late says that the server, or its database, was not there, ms. */
const STALL_MS = 5_000;
/** Time for the field to send its stored readings again, ms. */
const CATCH_UP_MS = 45_000;

/**
 * Whether silence counts as a fault of devices: not in the time after a start or a stall of the server, when no message could arrive.
 *
 * @returns to be asked in each round, with a clock that no one sets, ms
 */
export function createStallWatch(startedAtMs: number): (nowMs: number) => boolean {
  let lastRoundMs = startedAtMs;
  let quietUntilMs = startedAtMs + CATCH_UP_MS;
  return (nowMs) => {
    if (nowMs - lastRoundMs > STALL_MS) quietUntilMs = nowMs + CATCH_UP_MS;
    lastRoundMs = nowMs;
    return nowMs >= quietUntilMs;
  };
}

/** Works out device states, and then alarms, for ever; `sources` are the rules of other slices. */
export function startAlarmJobs(
  ctx: Ctx,
  sources: readonly SuspicionSource[],
  log: Parameters<typeof repeat>[3],
): AsyncDisposable {
  const mayLose = createStallWatch(performance.now());
  let hasBegun = false;
  return repeat(
    "alarms",
    EVALUATE_MS,
    async () => {
      if (!hasBegun) await forgetSilence(ctx);
      hasBegun = true;
      await refreshDeviceStates(ctx, () => mayLose(performance.now()));
      await unshelveExpired(ctx);
      await evaluateAlarms(ctx, sources);
    },
    log,
  );
}
