import { createHash, randomUUID } from "node:crypto";

import {
  COMMAND_DEADLINE_MS,
  COMMAND_PRIORITY,
  type CommandOrigin,
  OVERRIDE_DEFAULT_MS,
  OVERRIDE_MAX_MS,
  type WriteRefusal,
  writeRefusal,
} from "@verandah/contract/commands.ts";
import { AppError, problems } from "@verandah/contract/problems.ts";
import type { CommandMessage, CommandResult } from "@verandah/field/payloads.ts";
import { z } from "zod";

import { type CampusCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudits } from "#features/audit/audit.service.ts";
import { listSiteTypes } from "#features/equipment/equipment.service.ts";

import * as progress from "./commands.repository.ts";
import * as repository from "./orders.repository.ts";
import { type AcceptedWrite, judge, type Write } from "./write-rules.ts";

/** Carries a command to its edge. @returns false when the edge is not connected here */
export type SendCommand = (edgeSsid: string, message: CommandMessage) => boolean;

export interface WriteOrder {
  writes: readonly Write[];
  /** Decides the priority: a person and a client write at 8, a schedule and a booking at 16. */
  origin: { kind: CommandOrigin["kind"]; name?: string };
  reason?: string | undefined;
  /** When the field releases it. A person's order without an end ends after OVERRIDE_DEFAULT_MS, a schedule's stays. */
  until?: Date | null | undefined;
  /** The same key again answers the same batch. */
  idempotencyKey?: string | undefined;
  /** Commands for one point with one series are tries of one wish: lists show the newest of them. */
  seriesId?: string | undefined;
}

export interface OrderedWrites {
  batchId: string;
  orders: { commandId: string; ssid: string; paramId: string }[];
  refused: { ssid: string; paramId: string; code: WriteRefusal; message: string }[];
}

const isPersonal = (kind: CommandOrigin["kind"]) => kind === "person" || kind === "api";

const storedRefusals = z.array(z.object({ ssid: z.string(), paramId: z.string(), code: writeRefusal }));

/** When what is written ends. @throws AppError `input-invalid` for an end that is past or too far away */
function endOf({ origin, until }: WriteOrder, now: Date): Date | null {
  if (!until) return isPersonal(origin.kind) ? new Date(now.getTime() + OVERRIDE_DEFAULT_MS) : null;
  if (until <= now) throw new AppError("input-invalid", { fields: { until: "Choose an end in the future" } });
  if (isPersonal(origin.kind) && until.getTime() - now.getTime() > OVERRIDE_MAX_MS)
    throw new AppError("input-invalid", { fields: { until: "Choose an end within 7 days" } });
  return until;
}

function sha256Of({ writes, reason, until }: WriteOrder): Buffer {
  const content = [writes.map((write) => [write.ssid, write.paramId, write.value]), reason, until];
  return createHash("sha256").update(JSON.stringify(content)).digest();
}

const withMessage = (refusal: repository.Refusal) => ({ ...refusal, message: problems[refusal.code].text });

/** Writes that a batch did not order, as they were stored, each with its message. */
export const readRefusals = (stored: unknown) => storedRefusals.parse(stored).map(withMessage);

/**
 * Orders writes to points of the caller's campus, all in one batch and one transaction, with an audit row each. A write that cannot be
 * done is refused and the others go their way. The newest order for a point and priority supersedes those still under way.
 *
 * @throws AppError `input-invalid` for an end that is past or too far away
 * @throws AppError `idempotency-clash` when the key was used for something else
 */
export async function orderWrites(ctx: CampusCtx, order: WriteOrder): Promise<OrderedWrites> {
  const { campusId, userId } = ctx.actor;
  const createdAt = ctx.now();
  const until = endOf(order, createdAt);
  const batchId = randomUUID();
  return inTransaction(ctx, async (inner) => {
    const isNew = await repository.insertBatch(inner.db, {
      id: batchId,
      campusId,
      userId,
      origin: order.origin.kind,
      originName: order.origin.name ?? null,
      reason: order.reason || null,
      idempotencyKey: order.idempotencyKey ?? null,
      seriesId: order.seriesId ?? null,
      contentSha256: sha256Of(order),
      createdAt,
      until,
    });
    if (!isNew) return repeatBatch(inner, order);

    const targets = await repository.listTargets(inner.db, campusId, order.writes);
    const { accepted, refused } = judge(
      targets,
      order.writes,
      (await listSiteTypes(inner, campusId)).map(({ type }) => type),
    );
    if (refused.length > 0) await repository.updateRefused(inner.db, batchId, refused);
    if (accepted.length > 0) await keep(inner, order, { batchId, accepted, createdAt, until });
    return {
      batchId,
      orders: accepted.map(({ id, ssid, paramId }) => ({ commandId: id, ssid, paramId })),
      refused: refused.map(withMessage),
    };
  });
}

async function keep(
  ctx: CampusCtx,
  order: WriteOrder,
  batch: { batchId: string; accepted: readonly AcceptedWrite[]; createdAt: Date; until: Date | null },
): Promise<void> {
  const { batchId, accepted, createdAt, until } = batch;
  const priority = isPersonal(order.origin.kind) ? COMMAND_PRIORITY.person : COMMAND_PRIORITY.schedule;
  const pointIds = accepted.map((command) => command.pointId);
  await repository.lockPoints(ctx.db, pointIds);
  await repository.insertCommands(ctx.db, accepted, {
    batchId,
    priority,
    userId: ctx.actor.userId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + COMMAND_DEADLINE_MS),
    until,
  });
  const superseded = await repository.updateSuperseded(ctx.db, accepted, priority, createdAt);
  const { kind, name } = order.origin;
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
        ...(order.reason && { reason: order.reason }),
      },
    })),
  );
  for (const id of superseded) ctx.publish({ name: "command-changed", data: { id, state: "superseded" } });
  ctx.publish({ name: "commands-accepted", data: { count: accepted.length } });
}

/** What the first order with this key answered. @throws AppError `idempotency-clash` */
async function repeatBatch(ctx: CampusCtx, order: WriteOrder): Promise<OrderedWrites> {
  const batch = await repository.findBatchOfKey(ctx.db, ctx.actor, order.idempotencyKey ?? "");
  if (!batch?.contentSha256?.equals(sha256Of(order))) throw new AppError("idempotency-clash");
  const commands = await progress.listCommandsOfBatch(ctx.db, batch.id);
  return {
    batchId: batch.id,
    orders: commands.map(({ id, ssid, paramId }) => ({ commandId: id, ssid, paramId })),
    refused: readRefusals(batch.refused),
  };
}

/**
 * Orders one write.
 *
 * @throws AppError `not-found`, `point-not-writable`, and what `orderWrites` throws
 * @throws AppError `setpoint-out-of-range` when it is outside of what the point takes
 * @throws AppError `on-off-value-unknown` when a point that is switched gets anything but its two values
 * @throws AppError `device-unreachable` when the device or its gateway is offline
 */
export async function orderWrite(
  ctx: CampusCtx,
  wish: Write & Omit<WriteOrder, "writes">,
): Promise<{ commandId: string; batchId: string }> {
  const { ssid, paramId, value, ...order } = wish;
  return inTransaction(ctx, async (inner) => {
    const { batchId, orders, refused } = await orderWrites(inner, {
      ...order,
      writes: [{ ssid, paramId, value }],
    });
    if (refused[0]) throw new AppError(refused[0].code);
    return { batchId, commandId: orders[0]?.commandId ?? "" };
  });
}

/** Where a call's orders come from: a person at the browser, or a client of the interface. */
export function originOf(ctx: CampusCtx): WriteOrder["origin"] {
  return { kind: ctx.channel === "api" ? "api" : "person" };
}

/** So many commands are looked at in one transaction. */
const DISPATCH_PAGE = 100;

/** Sends commands whose edge is connected here, notes that the others wait, and ends those that are past their deadline. */
export async function dispatchCommands(ctx: Ctx, send: SendCommand): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    for (const id of await progress.updateExpired(inner.db, inner.now()))
      inner.publish({ name: "command-changed", data: { id, state: "expired" } });
  });
  let last: progress.CommandRow | undefined;
  do {
    last = await inTransaction(ctx, (inner) => dispatchPage(inner, send, last));
  } while (last);
}

/** @returns the last command of the page, when there may be more behind it */
async function dispatchPage(
  ctx: Ctx,
  send: SendCommand,
  after: progress.CommandRow | undefined,
): Promise<progress.CommandRow | undefined> {
  const rows = await progress.listUnsentForUpdate(ctx.db, after, DISPATCH_PAGE);
  const sent = new Set(rows.filter((row) => send(row.edgeSsid, toMessage(row))).map((row) => row.id));
  const waiting = rows.filter((row) => !sent.has(row.id) && row.state === "accepted").map((row) => row.id);
  await progress.updateSent(ctx.db, [...sent], ctx.now());
  await progress.updateQueued(ctx.db, waiting);
  for (const id of sent) ctx.publish({ name: "command-changed", data: { id, state: "sent" } });
  for (const id of waiting) ctx.publish({ name: "command-changed", data: { id, state: "queued" } });
  return rows.length === DISPATCH_PAGE ? rows.at(-1) : undefined;
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

/** Takes an edge's word on a command of its own. What has ended stays ended; another edge's command is not touched. */
export async function recordCommandResult(ctx: Ctx, edgeId: number, result: CommandResult): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const row = await progress.findCommand(inner.db, result.id);
    if (!row || row.edgeId !== edgeId) return;
    const now = inner.now();
    if (result.state === "released" || result.state === "lost") {
      const isEnded =
        result.state === "released"
          ? await progress.updateReleased(inner.db, row.id, now)
          : await progress.updateLost(inner.db, row.id, result.value ?? null, now);
      if (isEnded) inner.publish({ name: "command-released", data: { id: row.id } });
      return;
    }
    const isAcknowledged = result.state === "acknowledged";
    const isChanged = await progress.updateState(inner.db, row.id, {
      state: result.state,
      failure: result.failure ?? null,
      readBack: result.value ?? null,
      winningPriority: result.winningPriority ?? null,
      ...(isAcknowledged && { acknowledgedAt: now }),
      endedAt: isAcknowledged ? null : now,
    });
    if (!isChanged && isAcknowledged) await progress.updateAcknowledgedLate(inner.db, row.id, now);
    if (!isChanged) return;
    inner.publish({ name: "command-changed", data: { id: row.id, state: result.state } });
    if (result.state !== "verified" && result.failure !== "overridden") return;
    for (const id of await progress.updateReplaced(inner.db, row, now))
      inner.publish({ name: "command-released", data: { id } });
  });
}
