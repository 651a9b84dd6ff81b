import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { dispatchCommands, type SendCommand } from "./commands.service.ts";

/** Stands behind the bus: finds commands whose event was lost, and those past their deadline, ms. */
const DISPATCH_MS = 1_000;

/** Sends commands as they are ordered. Runs where the broker is. */
export function startCommandJobs(
  ctx: Ctx,
  bus: Bus,
  send: SendCommand,
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
