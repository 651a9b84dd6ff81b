import { randomUUID } from "node:crypto";

import {
  type Command,
  COMMAND_DEADLINE_MS,
  COMMAND_PRIORITY,
  type CommandState,
  OVERRIDE_DEFAULT_MS,
} from "@verandah/contract/commands.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { CommandMessage, CommandResult } from "@verandah/field/payloads.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { getPoint } from "#features/telemetry/telemetry.service.ts";

import * as repository from "./commands.repository.ts";

/** Carries a command to its edge. @returns false when the edge is not connected here */
export type SendCommand = (edgeSsid: string, message: CommandMessage) => boolean;

/**
 * Orders a person's write to a point, which the field releases by itself after OVERRIDE_DEFAULT_MS. The newest order for a point supersedes those still under way.
 *
 * @throws AppError `not-found`, `point-not-writable`
 * @throws AppError `setpoint-out-of-range` when it is outside of what the point takes
 * @throws AppError `device-unreachable` when the device or its gateway is offline
 */
export async function orderWrite(
  ctx: ActorCtx,
  wish: { ssid: string; paramId: string; value: number },
): Promise<{ commandId: string }> {
  const device = await getDevice(ctx, wish.ssid);
  const point = await getPoint(ctx, device.id, wish.paramId);
  if (point.kind === "reading") throw new AppError("point-not-writable");
  const isTooLow = point.min !== null && wish.value < point.min;
  const isTooHigh = point.max !== null && wish.value > point.max;
  if (isTooLow || isTooHigh) throw new AppError("setpoint-out-of-range");
  if (device.state !== "online" || device.edgeState !== "online") throw new AppError("device-unreachable");

  const id = randomUUID();
  const createdAt = ctx.now();
  const priority = COMMAND_PRIORITY.person;
  await inTransaction(ctx, async (inner) => {
    await repository.findPointForUpdate(inner.db, point.id);
    const superseded = await repository.updateSuperseded(inner.db, point.id, priority, createdAt);
    await repository.insertCommand(inner.db, {
      id,
      pointId: point.id,
      value: wish.value,
      priority,
      userId: inner.actor.userId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + COMMAND_DEADLINE_MS),
      until: new Date(createdAt.getTime() + OVERRIDE_DEFAULT_MS),
    });
    await recordAudit(inner, {
      action: "command",
      target: `point:${wish.ssid}/${wish.paramId}`,
      after: { value: wish.value, priority, commandId: id },
    });
    for (const ended of superseded)
      inner.publish({ name: "command-changed", data: { id: ended, state: "superseded" } });
    inner.publish({ name: "command-queued", data: {} });
  });
  return { commandId: id };
}

/** How far a command of the caller's campus has come. @throws AppError `not-found` */
export async function getCommand(ctx: ActorCtx, input: { id: string }): Promise<Command> {
  const row = await repository.findCommand(ctx.db, input.id);
  if (!row || row.campusId !== ctx.actor.campusId) throw new AppError("not-found");
  return toCommand(row);
}

/** A command of any campus, with its campus. For the live stream, which checks whose it is. */
export async function findCommandOf(
  ctx: Ctx,
  id: string,
): Promise<(Command & { campusId: number }) | undefined> {
  const row = await repository.findCommand(ctx.db, id);
  return row && { ...toCommand(row), campusId: row.campusId };
}

/** How many commands are under way, by state. */
export function countOpenCommands(ctx: Ctx): Promise<{ state: CommandState; count: number }[]> {
  return repository.countOpenByState(ctx.db);
}

function toCommand(row: repository.CommandRow): Command {
  return {
    id: row.id,
    ssid: row.ssid,
    param_id: row.paramId,
    value: row.value,
    priority: row.priority,
    state: row.state,
    failure: row.failure,
    readBack: row.readBack,
    createdAt: row.createdAt.toISOString(),
    until: row.until?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** Sends queued commands whose edge is connected here, and ends those that are past their deadline. */
export async function dispatchCommands(ctx: Ctx, send: SendCommand): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const now = inner.now();
    for (const id of await repository.updateExpired(inner.db, now))
      inner.publish({ name: "command-changed", data: { id, state: "expired" } });
    for (const row of await repository.listQueuedForUpdate(inner.db)) {
      const isSent = send(row.edgeSsid, {
        id: row.id,
        device: row.ssid,
        point: row.paramId,
        value: row.value,
        priority: row.priority,
        expiresAt: row.expiresAt.getTime(),
        ...(row.until && { until: row.until.getTime() }),
      });
      if (!isSent) continue;
      await repository.updateSent(inner.db, row.id, now);
      inner.publish({ name: "command-changed", data: { id: row.id, state: "sent" } });
    }
  });
}

/** Takes an edge's word on a command of its own. What has ended stays ended; another edge's command is not touched. */
export async function recordCommandResult(ctx: Ctx, edgeId: number, result: CommandResult): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const row = await repository.findCommand(inner.db, result.id);
    if (!row || row.edgeId !== edgeId) return;
    const isEnd = result.state !== "acknowledged";
    const isChanged = await repository.updateState(inner.db, result.id, {
      state: result.state,
      failure: result.failure ?? null,
      readBack: result.value ?? null,
      endedAt: isEnd ? inner.now() : null,
    });
    if (isChanged) inner.publish({ name: "command-changed", data: { id: result.id, state: result.state } });
  });
}
