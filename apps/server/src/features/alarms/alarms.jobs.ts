import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";
import { refreshDeviceStates } from "#features/devices/devices.service.ts";

import { evaluateAlarms } from "./alarms.service.ts";

/** How often rules are compared with what is known, ms. Short beside every delay, so that delays keep their length. */
const EVALUATE_MS = 1_000;

/** Works out device states, and then alarms, for ever. */
export function startAlarmJobs(ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable {
  return repeat(
    "alarms",
    EVALUATE_MS,
    async () => {
      await refreshDeviceStates(ctx);
      await evaluateAlarms(ctx);
    },
    log,
  );
}
