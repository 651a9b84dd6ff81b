import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";
import type { RunningProcess } from "#features/processes/processes.service.ts";

import { dispatchCommands, type SendToEdge } from "./commands.service.ts";

/** Interval of the check for commands whose event was lost or whose deadline has passed, ms. */
const DISPATCH_MS = 1_000;

/** Sends commands when they are accepted. Runs in each process with a broker, for the edges that are connected to it. */
export function startCommandJobs(
  ctx: Ctx,
  bus: Bus,
  send: SendToEdge,
  running: Promise<Pick<RunningProcess, "id">>,
  log: Parameters<typeof repeat>[3],
): AsyncDisposable {
  const job = repeat(
    "commands",
    DISPATCH_MS,
    async () => dispatchCommands(ctx, send, (await running).id),
    log,
  );
  const unsubscribe = bus.subscribe("commands-accepted", () => job.now());
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await job[Symbol.asyncDispose]();
    },
  };
}
