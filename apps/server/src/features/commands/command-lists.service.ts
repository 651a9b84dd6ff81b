import type {
  Command,
  CommandBatch,
  CommandOrigin,
  CommandState,
  listCommands as listCommandsRoute,
  sendCommands as sendCommandsRoute,
} from "@verandah/contract/commands/commands.ts";
import { AppError } from "@verandah/contract/problems.ts";

import type { CampusCtx, Ctx, Service } from "#core/ctx.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import { type EdgesOfProcess, getDevice } from "#features/devices/devices.service.ts";

import { findBatch, listNewestOrigins } from "./command-batches.repository.ts";
import * as repository from "./commands.repository.ts";
import { sendCommands, originOf, readRefusals } from "./commands.service.ts";

const SECOND_MS = 1_000;

/** The state of a command of the caller's campus. @throws AppError `not-found` */
export async function getCommand(ctx: CampusCtx, input: { id: string }): Promise<Command> {
  const row = await getCommandRow(ctx, input.id);
  noteEnds(ctx, [row]);
  return toCommand(row);
}

/** An open command ends at its deadline, or within a second after it. */
function noteEnds(ctx: Ctx, rows: readonly repository.CommandRow[]): void {
  const soonestMs = ctx.now().getTime() + SECOND_MS;
  for (const { endedAt, expiresAt } of rows)
    if (!endedAt) ctx.changesAt(Math.max(expiresAt.getTime(), soonestMs));
}

async function getCommandRow(ctx: CampusCtx, id: string): Promise<repository.CommandRow> {
  const row = await repository.findCommand(ctx.db, id);
  if (!row || row.campusId !== ctx.actor.campusId) throw new AppError("not-found");
  return row;
}

/** Commands of any campus, with their campus. For the live stream, which checks the access. */
export async function listCommandsOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<(Command & { campusId: number })[]> {
  const rows = ids.length > 0 ? await repository.listCommandsByIds(ctx.db, ids) : [];
  return rows.map((row) => ({ ...toCommand(row), campusId: row.campusId }));
}

/** Commands of a device, a building or the whole campus, newest first. @throws AppError `not-found`, also for `before` */
export const listCommands: Service<typeof listCommandsRoute> = async (ctx, input) => {
  const device = input.ssid === undefined ? undefined : await getDevice(ctx, input.ssid);
  const building = input.building === undefined ? undefined : await getLocationRow(ctx, input.building);
  const rows = await repository.listCommands(ctx.db, {
    campusId: ctx.actor.campusId,
    deviceId: device?.id,
    buildingId: building?.id,
    from: input.from === undefined ? undefined : new Date(input.from),
    to: input.to === undefined ? undefined : new Date(input.to),
    limit: input.limit,
    before: input.before === undefined ? undefined : await getCommandRow(ctx, input.before),
  });
  return rows.map((row) => ({ ...toCommand(row), tries: row.tries }));
};

/** The states of the commands of a batch of the caller's campus. @throws AppError `not-found` */
export async function getCommandBatch(ctx: CampusCtx, input: { id: string }): Promise<CommandBatch> {
  const batch = await findBatch(ctx.db, input.id);
  if (!batch || batch.campusId !== ctx.actor.campusId) throw new AppError("not-found");
  const rows = await repository.listCommandsOfBatch(ctx.db, batch.id);
  noteEnds(ctx, rows);
  const commands = rows.map(toCommand);
  const counts: Partial<Record<CommandState, number>> = {};
  for (const { state } of commands) counts[state] = (counts[state] ?? 0) + 1;
  const { id, origin, originName, reason, createdAt, until, userId, username } = batch;
  return {
    id,
    origin: { kind: origin, name: originName },
    by: userId === null || username === null ? null : { id: userId, name: username },
    reason,
    createdAt: createdAt.toISOString(),
    until: iso(until),
    counts,
    commands,
    refused: readRefusals(batch.refused).map(({ paramId, ...one }) => ({ ...one, param_id: paramId })),
  };
}

/** Adapts `sendCommands` to the format of the API. @throws the errors of `sendCommands` */
export const createCommandBatch: Service<typeof sendCommandsRoute> = async (ctx, input) => {
  const { batchId, commands, refused } = await sendCommands(ctx, {
    writes: input.writes.map(({ ssid, param_id: paramId, value }) => ({ ssid, paramId, value })),
    origin: originOf(ctx),
    reason: input.reason,
    until: input.until === undefined ? undefined : new Date(input.until),
    idempotencyKey: input.idempotencyKey,
  });
  return {
    batchId,
    commands: commands.map(({ paramId, ...one }) => ({ ...one, param_id: paramId })),
    refused: refused.map(({ paramId, ...one }) => ({ ...one, param_id: paramId })),
  };
};

/** Origin and time of one command per device of the caller's campus to any of the points, by ssid: the command in force, or else the newest. */
export async function listNewestOf(
  ctx: CampusCtx,
  of: { ssids: readonly string[]; paramIds: readonly string[] },
): Promise<Map<string, { origin: CommandOrigin["kind"]; at: string }>> {
  const rows = await listNewestOrigins(ctx.db, ctx.actor.campusId, of);
  return new Map(rows.map(({ ssid, origin, at }) => [ssid, { origin, at: at.toISOString() }]));
}

/** Commands of users in a building since an instant, and how many of them failed or expired; several tries are one. */
export const countCommandsSince = (ctx: Ctx, buildingId: number, since: Date) =>
  repository.countSince(ctx.db, buildingId, since);

/** Number of open commands to the edges of a process, by state. */
export function countOpenCommands(
  ctx: Ctx,
  edges: EdgesOfProcess,
): Promise<{ state: CommandState; count: number }[]> {
  return repository.countOpenByState(ctx.db, edges);
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

function toCommand(row: repository.CommandRow): Command {
  return {
    id: row.id,
    batchId: row.batchId,
    ssid: row.ssid,
    deviceName: row.deviceName,
    deviceType: row.deviceType,
    param_id: row.paramId,
    unit: row.unit,
    value: row.value,
    priority: row.priority,
    state: row.state,
    failure: row.failure,
    readBack: row.readBack,
    winningPriority: row.winningPriority,
    before: row.before,
    origin: { kind: row.origin, name: row.originName },
    by: row.userId === null || row.username === null ? null : { id: row.userId, name: row.username },
    reason: row.reason,
    until: iso(row.until),
    createdAt: row.createdAt.toISOString(),
    sentAt: iso(row.sentAt),
    acknowledgedAt: iso(row.acknowledgedAt),
    endedAt: iso(row.endedAt),
    supersededBy:
      row.supersededBy === null ? null : { commandId: row.supersededBy, name: row.supersedingName ?? "" },
    releasedAt: iso(row.releasedAt),
    lostTo: row.lostAt && { value: row.lostValue },
  };
}
