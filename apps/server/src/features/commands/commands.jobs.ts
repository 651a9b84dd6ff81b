import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import type { DueLook } from "#core/jobs/due-look.ts";
import type { RunningProcess } from "#features/processes/processes.service.ts";

import { dispatchCommands, isCommandOpen, type SendToEdge } from "./commands.service.ts";

/**
 * Sends commands when they are accepted; a look finds those whose event was lost or whose deadline has passed. Runs in each process with a
 * broker, for the edges that are connected to it.
 */
export function startCommandJobs(
  ctx: Ctx,
  bus: Bus,
  send: SendToEdge,
  running: Promise<Pick<RunningProcess, "id">>,
  look: DueLook,
): AsyncDisposable {
  const job = look.repeat("commands", isCommandOpen, async () =>
    dispatchCommands(ctx, send, (await running).id),
  );
  const unsubscribe = bus.subscribe("commands-accepted", () => job.now());
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await job[Symbol.asyncDispose]();
    },
  };
}
