import { createHash, randomUUID } from "node:crypto";

import {
  COMMAND_PRIORITY,
  type CommandOrigin,
  OVERRIDE_DEFAULT_MS,
  OVERRIDE_MAX_MS,
  type WriteRefusal,
  writeRefusal,
} from "@verandah/contract/commands/commands.ts";
import { AppError, problems } from "@verandah/contract/problems.ts";
import { isSameLight, lightFeedback } from "@verandah/equipment/light-group.ts";
import type { CommandMessage, CommandResult } from "@verandah/field/payloads.ts";
import { z } from "zod";

import { asService, type CampusCtx, type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { recordAudits } from "#features/audit/audit.service.ts";
import type { EdgeRow } from "#features/devices/edge-sessions.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import * as repository from "./command-batches.repository.ts";
import * as results from "./command-results.repository.ts";
import * as progress from "./commands.repository.ts";
import { type AcceptedWrite, checkWrites, type Write } from "./write-rules.ts";

/** Sends a command to its edge. @returns false when the edge is not connected to this server */
export type SendToEdge = (edgeSsid: string, message: CommandMessage) => boolean;

export interface WriteRequest {
  writes: readonly Write[];
  /** Decides the priority: users and API clients write at 8, schedules and bookings at 16. */
  origin: { kind: CommandOrigin["kind"]; name?: string };
  reason?: string | undefined;
  /** When the gateway releases the value. By default a value of a user ends after OVERRIDE_DEFAULT_MS, and a value of a schedule has no end. */
  until?: Date | null | undefined;
  /** A request with the same key returns the same batch. */
  idempotencyKey?: string | undefined;
  /** Commands for one point with the same series are attempts of one command: lists show the newest. */
  seriesId?: string | undefined;
  /** Whether the commands belong to a planned test. Only such commands may write points that start a test. */
  isTest?: boolean;
}

export interface AcceptedWrites {
  batchId: string;
  commands: { commandId: string; ssid: string; paramId: string }[];
  refused: { ssid: string; paramId: string; code: WriteRefusal; message: string }[];
}

/** Whether commands of an origin have the priority of people. */
export const isPersonal = (kind: CommandOrigin["kind"]) => kind === "person" || kind === "api";

const storedRefusals = z.array(z.object({ ssid: z.string(), paramId: z.string(), code: writeRefusal }));

/** The end of the value. @throws AppError `input-invalid` for an end in the past or too far in the future */
function endOf({ origin, until }: WriteRequest, now: Date): Date | null {
  if (!until) return isPersonal(origin.kind) ? new Date(now.getTime() + OVERRIDE_DEFAULT_MS) : null;
  if (until <= now) throw new AppError("input-invalid", { fields: { until: "Choose a future end time" } });
  if (isPersonal(origin.kind) && until.getTime() - now.getTime() > OVERRIDE_MAX_MS)
    throw new AppError("input-invalid", { fields: { until: "Choose an end within 7 days" } });
  return until;
}

function sha256Of({ writes, reason, until }: WriteRequest): Buffer {
  const content = [writes.map((write) => [write.ssid, write.paramId, write.value]), reason, until];
  return createHash("sha256").update(JSON.stringify(content)).digest();
}

const withMessage = (refusal: repository.Refusal) => ({
  ...refusal,
  message: problems[refusal.code].text.message,
});

/** Reads the stored refusals of a batch, and adds their messages. */
export const readRefusals = (stored: unknown) => storedRefusals.parse(stored).map(withMessage);

/**
 * Accepts writes to points of the caller's campus as one batch of commands in one transaction, with one audit row per command. Rejects
 * writes that are not possible and accepts the others. The newest command for a point and priority supersedes open commands.
 *
 * @throws AppError `input-invalid` for an end in the past or too far in the future
 * @throws AppError `idempotency-clash` when the key was used for different writes
 */
export async function sendCommands(ctx: CampusCtx, request: WriteRequest): Promise<AcceptedWrites> {
  const { campusId, userId } = ctx.actor;
  const createdAt = ctx.now();
  const until = endOf(request, createdAt);
  const batchId = randomUUID();
  return inTransaction(ctx, async (inner) => {
    const isNew = await repository.insertBatch(inner.db, {
      id: batchId,
      campusId,
      userId,
      origin: request.origin.kind,
      originName: request.origin.name ?? null,
      reason: request.reason || null,
      idempotencyKey: request.idempotencyKey ?? null,
      seriesId: request.seriesId ?? null,
      contentSha256: sha256Of(request),
      createdAt,
      until,
    });
    if (!isNew) return repeatBatch(inner, request);

    const targets = await repository.listTargets(inner.db, campusId, request.writes);
    const { accepted, refused } = checkWrites(
      targets,
      request.writes,
      await listTypesOf(inner, campusId),
      request.isTest,
    );
    if (refused.length > 0) await repository.updateRefused(inner.db, batchId, refused);
    if (accepted.length > 0) await insertAccepted(inner, request, { batchId, accepted, createdAt, until });
    return {
      batchId,
      commands: accepted.map(({ id, ssid, paramId }) => ({ commandId: id, ssid, paramId })),
      refused: refused.map(withMessage),
    };
  });
}

async function insertAccepted(
  ctx: CampusCtx,
  request: WriteRequest,
  batch: { batchId: string; accepted: readonly AcceptedWrite[]; createdAt: Date; until: Date | null },
): Promise<void> {
  const { batchId, accepted, createdAt, until } = batch;
  const priority = isPersonal(request.origin.kind) ? COMMAND_PRIORITY.person : COMMAND_PRIORITY.schedule;
  const pointIds = accepted.map((command) => command.pointId);
  await repository.lockPoints(ctx.db, pointIds);
  const longestAgo = new Date(createdAt.getTime() - OVERRIDE_MAX_MS);
  await repository.insertCommands(ctx.db, accepted, {
    batchId,
    priority,
    userId: ctx.actor.userId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ctx.times.commandDeadlineMs),
    until,
    earlier: isPersonal(request.origin.kind)
      ? await repository.listEarlierValues(ctx.db, pointIds, longestAgo)
      : new Map(),
  });
  const superseded = await repository.updateSuperseded(ctx.db, accepted, priority, createdAt);
  const { kind, name } = request.origin;
  await recordAudits(
    ctx,
    accepted.map(({ id, ssid, paramId, value, before }) => ({
      action: "command",
      target: `point:${ssid}/${paramId}`,
      before: { value: before },
      after: {
        value,
        priority,
        commandId: id,
        batchId,
        origin: name === undefined ? kind : `${kind}: ${name}`,
        ...(request.reason && { reason: request.reason }),
      },
    })),
  );
  for (const id of superseded) ctx.publish({ name: "command-changed", data: { id, state: "superseded" } });
  ctx.publish({ name: "commands-accepted", data: { count: accepted.length } });
  publishChange(ctx, "commands", { campusId: ctx.actor.campusId });
}

/** The result of the first request with this key. @throws AppError `idempotency-clash` */
async function repeatBatch(ctx: CampusCtx, request: WriteRequest): Promise<AcceptedWrites> {
  const batch = await repository.findBatchOfKey(ctx.db, ctx.actor, request.idempotencyKey ?? "");
  if (!batch?.contentSha256?.equals(sha256Of(request))) throw new AppError("idempotency-clash");
  const commands = await progress.listCommandsOfBatch(ctx.db, batch.id);
  return {
    batchId: batch.id,
    commands: commands.map(({ id, ssid, paramId }) => ({ commandId: id, ssid, paramId })),
    refused: readRefusals(batch.refused),
  };
}

/**
 * Accepts one write as a command.
 *
 * @throws AppError `not-found`, `point-not-writable`, and the errors of `sendCommands`
 * @throws AppError `setpoint-out-of-range` for a value outside the point's range
 * @throws AppError `on-off-value-unknown` for an on/off point and any other value
 * @throws AppError `device-unreachable` when the device or its gateway is offline
 */
export async function sendCommand(
  ctx: CampusCtx,
  write: Write & Omit<WriteRequest, "writes">,
): Promise<{ commandId: string; batchId: string }> {
  const { ssid, paramId, value, ...request } = write;
  return inTransaction(ctx, async (inner) => {
    const { batchId, commands, refused } = await sendCommands(inner, {
      ...request,
      writes: [{ ssid, paramId, value }],
    });
    if (refused[0]) throw new AppError(refused[0].code);
    return { batchId, commandId: commands[0]?.commandId ?? "" };
  });
}

/** The origin of the commands of a call: a person with a browser, or an API client. */
export function originOf(ctx: CampusCtx): WriteRequest["origin"] {
  return { kind: ctx.channel === "api" ? "api" : "person" };
}

/** The devices of commands, of any campus. */
/** Cancels the open commands of removed devices. A gateway may still execute one that was sent. */
export const cancelCommandsOfRemoved = ({ db, now }: Ctx, deviceIds: readonly number[]): Promise<void> =>
  results.updateOfRemoved(db, deviceIds, now());

/** What the commands of a batch replaced at their points: values of people, null after a release. */
export const listReplacedValues = asService(repository.listReplaced);

export const listDevicesOfCommands = asService(progress.listDeviceIds);

/** Maximum commands that one transaction sends. */
const DISPATCH_PAGE = 100;

export const isCommandOpen = () => progress.isAnyOpen;

/**
 * Sends commands whose edge is connected to this process, queues those whose edge is connected to none, and ends commands past their
 * deadline.
 */
export async function dispatchCommands(ctx: Ctx, send: SendToEdge, processId?: number): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await settleHeld(inner);
    for (const id of await progress.updateExpired(inner.db, inner.now()))
      inner.publish({ name: "command-changed", data: { id, state: "expired" } });
  });
  let last: progress.CommandRow | undefined;
  do {
    last = await inTransaction(ctx, (inner) => dispatchPage(inner, { send, processId }, last));
  } while (last);
}

/** Sends one page of commands. @returns the last command of a full page, because more may follow */
async function dispatchPage(
  ctx: Ctx,
  { send, processId }: { send: SendToEdge; processId: number | undefined },
  after: progress.CommandRow | undefined,
): Promise<progress.CommandRow | undefined> {
  const rows = await progress.listUnsentForUpdate(ctx.db, { processId, after, limit: DISPATCH_PAGE });
  const sent = new Set(rows.filter((row) => send(row.edgeSsid, toMessage(row))).map((row) => row.id));
  const waiting = rows.filter((row) => !sent.has(row.id) && row.state === "accepted").map((row) => row.id);
  await progress.updateSent(ctx.db, [...sent], ctx.now());
  await progress.updateQueued(ctx.db, waiting);
  for (const id of sent) ctx.publish({ name: "command-changed", data: { id, state: "sent" } });
  for (const id of waiting) ctx.publish({ name: "command-changed", data: { id, state: "queued" } });
  return rows.length === DISPATCH_PAGE ? rows.at(-1) : undefined;
}

/**
 * Queues the sent commands of edges that have just connected: their connection may have ended before the commands arrived. An edge carries
 * out a command once, however often it receives it.
 */
export async function requeueCommands(ctx: Ctx, edges: readonly EdgeRow[]): Promise<void> {
  const ids = await progress.updateRequeued(
    ctx.db,
    edges.map(({ id }) => id),
  );
  for (const id of ids) ctx.publish({ name: "command-changed", data: { id, state: "queued" } });
}

function toMessage(row: progress.CommandRow): CommandMessage {
  return {
    id: row.id,
    device: row.ssid,
    point: row.paramId,
    value: row.value,
    priority: row.priority,
    expiresAt: row.expiresAt.getTime(),
    ...(row.until && { until: row.until.getTime() }),
  };
}

/**
 * Stores a result that an edge reports for one of its commands. Commands of other edges do not change, and an earlier connection of an edge
 * changes nothing. Ended commands do not change, except the newest one of a point after its deadline, or after a verification that had
 * failed.
 */
export async function recordCommandResult(
  ctx: Ctx,
  edge: Pick<EdgeRow, "id" | "session">,
  result: CommandResult,
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const row = await results.findResultTarget(inner.db, result.id, edge);
    if (!row) return;
    const now = inner.now();
    if (result.state === "released" || result.state === "lost") {
      const isEnded =
        result.state === "released"
          ? await results.updateReleased(inner.db, row.id, now)
          : await results.updateLost(inner.db, row.id, result.value ?? null, now);
      if (isEnded) inner.publish({ name: "command-released", data: { id: row.id } });
      return;
    }
    if (result.state === "verified" && lightFeedback.has(row.paramId) && row.value !== null)
      if (await results.updateHeld(inner.db, row.id, result.value ?? row.value, now))
        return settleHeld(inner, row.id);
    const isAcknowledged = result.state === "acknowledged";
    const isChanged = await results.updateState(inner.db, row.id, {
      state: result.state,
      failure: result.failure ?? null,
      readBack: result.value ?? null,
      winningPriority: result.winningPriority ?? null,
      ...(isAcknowledged && { acknowledgedAt: now }),
      endedAt: isAcknowledged ? null : now,
    });
    if (!isChanged && isAcknowledged) await results.updateAcknowledgedLate(inner.db, row.id, now);
    if (!isChanged) return;
    inner.publish({ name: "command-changed", data: { id: row.id, state: result.state } });
    if (result.state === "verified" || result.failure === "overridden") await endReplaced(inner, row);
  });
}

/** Ends the values that a command replaced at its device. */
async function endReplaced(ctx: Ctx, row: Parameters<typeof results.updateReplaced>[1]): Promise<void> {
  for (const id of await results.updateReplaced(ctx.db, row, ctx.now()))
    ctx.publish({ name: "command-released", data: { id } });
}

/**
 * Ends commands whose value the device holds: verified as soon as the feedback follows, failed at the deadline. A lamp without power holds
 * its command, and stays off.
 */
async function settleHeld(ctx: Ctx, only?: string): Promise<void> {
  for (const row of await results.listHeldForUpdate(ctx.db, lightFeedback, only)) {
    const { id, value, feedback, hasFeedback } = row;
    const isFollowed = !hasFeedback || (feedback !== null && isSameLight(row.paramId, value, feedback));
    if (!isFollowed && row.expiresAt > ctx.now()) continue;
    const state = isFollowed ? "verified" : "failed";
    const failure = isFollowed ? null : "not-followed";
    const readBack = isFollowed ? value : feedback;
    await results.updateState(ctx.db, id, {
      state,
      failure,
      readBack,
      winningPriority: null,
      endedAt: ctx.now(),
    });
    ctx.publish({ name: "command-changed", data: { id, state } });
    await endReplaced(ctx, row);
  }
}
