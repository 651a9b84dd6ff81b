import { BATCH_WRITES_MAX } from "@verandah/contract/commands/commands.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type * as contract from "@verandah/contract/pumps/pump-rollouts.ts";
import { NOT_CHANGED_NAMED_MAX } from "@verandah/contract/pumps/pump-rollouts.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { pumpSwitch } from "@verandah/equipment/types/solar-pump.ts";

import {
  type ActorCtx,
  campusCtx,
  type CampusCtx,
  type Ctx,
  inTransaction,
  publishChange,
  type Service,
} from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { listHeldValues, previewWrites } from "#features/commands/command-preview.service.ts";
import { sendCommands } from "#features/commands/commands.service.ts";

import * as repository from "./rollouts.repository.ts";

const HOUR_MS = 3_600_000;
const origin = { kind: "person" } as const;
const accepted = { message: "ACCEPTED" };

const writesOf = (pumps: readonly { ssid: string }[], value: number | null) =>
  pumps.map(({ ssid }) => ({ ssid, paramId: pumpSwitch.point, value }));

const endOf = (ctx: Ctx, hours: number) => new Date(ctx.now().getTime() + hours * HOUR_MS);

type Choice = InputOf<typeof contract.previewPumpRollout>;

/** The pumps of a choice, each with what switching it would do. */
async function previewPumps(ctx: ActorCtx, { value, place, hours }: Choice) {
  const pumps = await repository.listFleetDevices(ctx.db, ctx.actor.campusId, place);
  const until = endOf(ctx, hours);
  const previewed = await previewWrites(ctx, { writes: writesOf(pumps, value), origin, until });
  return pumps.flatMap((pump, at) => {
    const write = previewed[at];
    return write ? [{ ...pump, write }] : [];
  });
}

/** What switching many pumps would change. */
export const previewPumpRollout: Service<typeof contract.previewPumpRollout> = async (ctx, choice) => {
  const writes = (await previewPumps(ctx, choice)).map(({ write }) => write);
  const counts: ReplyOf<typeof contract.previewPumpRollout>["counts"] = {};
  for (const { outcome } of writes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const others = writes
    .filter(({ outcome }) => outcome !== "changes")
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    .slice(0, NOT_CHANGED_NAMED_MAX);
  return { pumps: writes.length, counts, others };
};

/**
 * Plans the waves of a command for many pumps. Those that would not change, or are not connected, are left out.
 *
 * @throws AppError `rollout-empty`, `rollout-running`
 */
export const createPumpRollout: Service<typeof contract.createPumpRollout> = async (ctx, input) => {
  const { campusId, userId } = ctx.actor;
  const { value, place, first_group: first, wave_size: size } = input;
  const pumps = (await previewPumps(ctx, input)).filter(({ write }) => write.outcome === "changes");
  if (pumps.length === 0) throw new AppError("rollout-empty");
  const members = pumps.map(({ id }, at) => ({
    deviceId: id,
    wave: at < first ? 0 : 1 + Math.floor((at - first) / size),
  }));
  return inTransaction(ctx, async (inner) => {
    const createdAt = inner.now();
    const until = endOf(inner, input.hours);
    const id = await repository.insertRollout(
      inner.db,
      {
        campusId,
        createdBy: userId,
        createdAt,
        value,
        until,
        place: place ?? null,
        failuresMaxPercent: input.failures_max_percent,
      },
      members,
    );
    if (id === undefined) throw new AppError("rollout-running");
    await recordAudit(inner, {
      action: "start-rollout",
      target: `pump-rollout:${id}`,
      after: { value, place, pumps: members.length },
    });
    return { id };
  });
};

/** After its end a rollout has no value in force. */
const mayUndo = ({ state, until }: Pick<repository.RolloutRow, "state" | "until">, now: Date) =>
  state !== "undone" && until > now;

/** The newest commands for many pumps with their progress. */
export const listPumpRollouts: Service<typeof contract.listPumpRollouts> = async (ctx) => {
  const rows = await repository.listRollouts(ctx.db, ctx.actor.campusId);
  ctx.changesAt(...rows.map(({ until }) => until));
  const now = ctx.now();
  const [waves, undoable] = await Promise.all([
    repository.listWaves(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    repository.countUndoable(
      ctx.db,
      rows.filter((row) => mayUndo(row, now)).map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    until: row.until.toISOString(),
    waves: waves.get(row.id) ?? [],
    undoable: undoable.get(row.id) ?? 0,
  }));
};

async function getRollout(ctx: ActorCtx, id: number): Promise<repository.RolloutRow> {
  const row = await repository.findForUpdate(ctx.db, ctx.actor.campusId, id);
  if (!row) throw new AppError("not-found");
  return row;
}

/** Sends no further wave. @throws AppError `not-found`, `rollout-over` */
export async function stopPumpRollout(ctx: ActorCtx, { id }: { id: number }): Promise<{ message: string }> {
  await inTransaction(ctx, async (inner) => {
    if ((await getRollout(inner, id)).state !== "running") throw new AppError("rollout-over");
    await repository.updateState(inner.db, id, { state: "stopped", stoppedBy: ctx.actor.userId });
    await recordAudit(inner, { action: "stop-rollout", target: `pump-rollout:${id}` });
  });
  return accepted;
}

/** What an undo changes, and the pumps that it leaves as they are. */
function undoEffectOf(
  members: readonly repository.SentMember[],
): ReplyOf<typeof contract.previewPumpRolloutUndo> {
  const left = members.flatMap(({ ssid, name, reason }) => (reason ? [{ ssid, name, reason }] : []));
  return {
    pumps: members.length - left.length,
    left: left.length,
    named: left.slice(0, NOT_CHANGED_NAMED_MAX),
  };
}

/** @throws AppError `not-found`, `rollout-over` when it was undone or has ended */
export const previewPumpRolloutUndo: Service<typeof contract.previewPumpRolloutUndo> = async (
  ctx,
  { id },
) => {
  if (!mayUndo(await getRollout(ctx, id), ctx.now())) throw new AppError("rollout-over");
  return undoEffectOf(await repository.listSentMembers(ctx.db, id));
};

/**
 * Gives the pumps whose value in force is that of a rollout their earlier value again. Others stay as they are.
 *
 * @throws AppError `not-found`, `rollout-over` when it was undone, has ended, or no pump has its value
 */
export const undoPumpRollout: Service<typeof contract.undoPumpRollout> = async (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    const now = inner.now();
    if (!mayUndo(await getRollout(inner, id), now)) throw new AppError("rollout-over");
    await repository.lockSwitches(inner.db, id);
    const members = await repository.listSentMembers(inner.db, id);
    const own = members.filter(({ reason }) => reason === null);
    if (own.length === 0) throw new AppError("rollout-over");
    const groups = Map.groupBy(own, ({ earlierValue, earlierUntil }) =>
      earlierValue === null || !earlierUntil || earlierUntil <= now
        ? ""
        : `${earlierValue} ${earlierUntil.toISOString()}`,
    );
    const unreachable = new Set<string>();
    for (const [key, pumps] of groups) {
      const [one] = pumps;
      const [value, until] = key === "" || !one ? [null, undefined] : [one.earlierValue, one.earlierUntil];
      for (let at = 0; at < pumps.length; at += BATCH_WRITES_MAX) {
        const writes = writesOf(pumps.slice(at, at + BATCH_WRITES_MAX), value);
        const { refused } = await sendCommands(inner, { writes, origin, until });
        for (const { ssid } of refused) unreachable.add(ssid);
      }
    }
    const effect = undoEffectOf(
      members.map((one) => (unreachable.has(one.ssid) ? { ...one, reason: "unreachable" } : one)),
    );
    const undoRefused = unreachable.size + members.filter(({ reason }) => reason === "unreachable").length;
    await repository.updateState(inner.db, id, { state: "undone", undoRefused });
    await recordAudit(inner, {
      action: "undo-rollout",
      target: `pump-rollout:${id}`,
      after: { pumps: effect.pumps, left: effect.left, undoRefused },
    });
    return { ...accepted, ...effect };
  });

export const isRolloutRunning = () => repository.isAnyRunning;

/** Sends the next waves of running rollouts, or stops them. Several servers may do so: the row lock lets each wave be sent once. */
export async function advanceRollouts(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const running = await repository.claimRunning(inner.db);
    if (running.length === 0) return;
    const returnedBy = new Date(inner.now().getTime() - repository.RETURN_MS);
    for (const { id } of running) await repository.clearInterrupted(inner.db, id, returnedBy);
    const waves = await repository.listWaves(
      inner.db,
      running.map(({ id }) => id),
    );
    for (const row of running) {
      await advance(inner, row, waves.get(row.id) ?? []);
      publishChange(inner, "rollouts", { campusId: row.campusId });
    }
  });
}

async function advance(
  ctx: Ctx,
  row: repository.RolloutRow,
  waves: readonly repository.Wave[],
): Promise<void> {
  const { id, campusId, createdBy, value, until, failuresMaxPercent } = row;
  const next = waves.findIndex(({ isSent }) => !isSent);
  const last = waves[next === -1 ? waves.length - 1 : next - 1];
  if (last && last.waiting > 0) return;
  if (last && last.failed * 100 > failuresMaxPercent * last.pumps) {
    await repository.updateState(ctx.db, id, { state: "stopped" });
    return;
  }
  if (next === -1 || until <= ctx.now()) {
    await repository.updateState(ctx.db, id, { state: next === -1 ? "done" : "stopped" });
    return;
  }
  const returnsSince = new Date(ctx.now().getTime() - repository.RETURN_MS);
  if (await repository.isWaveReturning(ctx.db, id, next, returnsSince)) return;
  const own = campusCtx(ctx, campusId, "");
  const person: CampusCtx = { ...own, actor: { ...own.actor, userId: createdBy } };
  const pumps = await repository.listMembers(ctx.db, id, next);
  const writes = writesOf(pumps, value);
  const held = await listHeldValues(person, writes);
  const { batchId } = await sendCommands(person, { writes, origin, until });
  const earlier = pumps.map(({ id: deviceId, ssid }) => ({
    id: deviceId,
    earlierValue: held.get(ssid)?.value ?? null,
    earlierUntil: held.get(ssid)?.until ?? null,
  }));
  await repository.updateSent(ctx.db, id, batchId, earlier);
}
