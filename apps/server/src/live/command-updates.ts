import type { Ctx } from "#core/ctx.ts";
import type { LiveHub } from "#core/live-hub.ts";
import { listCommandsOf } from "#features/commands/command-lists.service.ts";

import { isStaff } from "./receivers.ts";

/** Sends the commands that changed since the last run. One query reads all of them, because a batch can have hundreds. */
export function createCommandUpdates(ctx: Ctx, hub: LiveHub) {
  const changed = new Set<string>();

  async function sendChanged(): Promise<void> {
    const ids = [...changed];
    changed.clear();
    for (const command of await listCommandsOf(ctx, ids)) {
      const { campusId, id, batchId, ssid, deviceName, param_id, value, state, failure, readBack } = command;
      const { priority, winningPriority, lostTo, by, supersededBy, releasedAt } = command;
      const sent = { id, batchId, ssid, deviceName, param_id, value, state, failure, readBack };
      hub.send(
        {
          name: "command",
          data: { ...sent, priority, winningPriority, lostTo, by, supersededBy, releasedAt },
        },
        (stream) => stream.actor.campusId === campusId && isStaff(stream.actor.roleId),
      );
    }
  }

  return { sendChanged, add: (id: string) => void changed.add(id) };
}
