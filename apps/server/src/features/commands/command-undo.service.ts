import { COMMANDS_UNDO_MS, type undoCommands as undoRoute } from "@verandah/contract/commands/commands.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { findBatch, listReplaced, lockBatchPoints } from "./command-batches.repository.ts";
import { originOf, sendCommands } from "./commands.service.ts";

/**
 * Undoes the caller's commands of the last minute by new commands: a value of a person that they replaced is written again until its own
 * end, and other points are released. Level and mode of a light are one value. Points that got a newer command stay as they are.
 *
 * @throws AppError `not-found`, also for another campus's batch
 * @throws AppError `device-unreachable` and other refusals when no point can be written
 * @throws AppError `undo-over` for another user's batch, an older one, or one that no point follows any more
 */
export const undoCommands: Service<typeof undoRoute> = (ctx, { id }) => {
  return inTransaction(ctx, async (inner) => {
    const batch = await findBatch(inner.db, id);
    const { campusId, userId } = inner.actor;
    if (!batch || batch.campusId !== campusId) throw new AppError("not-found");
    const now = inner.now();
    const isLate = now.getTime() - batch.createdAt.getTime() > COMMANDS_UNDO_MS;
    if (isLate || batch.userId !== userId) throw new AppError("undo-over");
    await lockBatchPoints(inner.db, id);
    // A release of both level and mode of a light replaced one value.
    const replaced = [
      ...new Map(
        (await listReplaced(inner.db, id)).map((one) => [`${one.ssid} ${one.earlierParamId}`, one]),
      ).values(),
    ];
    if (replaced.length === 0) throw new AppError("undo-over");

    const isOver = ({ value, until }: (typeof replaced)[number]) =>
      value === null || (until !== null && until <= now);
    const groups = Map.groupBy(replaced, (one) =>
      isOver(one) ? "release" : `${one.until?.toISOString() ?? ""} ${one.reason ?? ""}`,
    );
    const refused = [];
    for (const group of groups.values()) {
      const [one] = group;
      const kept = one && !isOver(one) ? one : undefined;
      const sent = await sendCommands(inner, {
        writes: group.map(({ ssid, paramId, earlierParamId, value }) =>
          kept ? { ssid, paramId: earlierParamId, value } : { ssid, paramId, value: null },
        ),
        origin: originOf(inner),
        until: kept?.until,
        reason: kept?.reason ?? undefined,
      });
      refused.push(...sent.refused);
    }
    const [first] = refused;
    if (first && refused.length === replaced.length) throw new AppError(first.code);
    await recordAudit(inner, {
      action: "undo-commands",
      target: `command-batch:${id}`,
      after: { points: replaced.length },
    });
    return {
      message: "ACCEPTED",
      points: replaced.length - refused.length,
      refused: refused.map(({ paramId, ...rest }) => ({ ...rest, param_id: paramId })),
    };
  });
};
