import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { dispatchCommands, type SendToEdge } from "./commands.service.ts";

/** Interval of the check for commands whose event was lost or whose deadline has passed, ms. */
const DISPATCH_MS = 1_000;

/** Sends commands when they are accepted. Runs in the process with the broker. */
export function startCommandJobs(
  ctx: Ctx,
  bus: Bus,
  send: SendToEdge,
  log: Parameters<typeof repeat>[3],
): AsyncDisposable {
  const job = repeat("commands", DISPATCH_MS, () => dispatchCommands(ctx, send), log);
  const unsubscribe = bus.subscribe("commands-accepted", () => job.now());
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await job[Symbol.asyncDispose]();
    },
  };
}
