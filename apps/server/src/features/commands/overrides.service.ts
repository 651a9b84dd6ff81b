import { createHash, randomUUID } from "node:crypto";

import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import type * as contract from "@verandah/contract/commands/overrides.ts";
import { AppError, problems } from "@verandah/contract/problems.ts";
import type { HeldOverride } from "@verandah/field/payloads.ts";

import { asService, type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit, recordAudits } from "#features/audit/audit.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";

import { findBatch, listTargets, lockPoints, updateReason } from "./command-batches.repository.ts";
import { listCommandsOfBatch } from "./commands.repository.ts";
import { isPersonal, originOf, sendCommand, sendCommands } from "./commands.service.ts";
import { estimateEnergies } from "./override-energy.service.ts";
import * as repository from "./overrides.repository.ts";

/** The overrides in force in a building of the caller's campus. @throws AppError `not-found` */
export const listOverrides: Service<typeof contract.listOverrides> = async (ctx, input) => {
  const building = await getLocationRow(ctx, input.building);
  const rows = await repository.listOverrides(ctx.db, { buildingId: building.id });
  ctx.changesAt(...rows.map(({ until }) => until));
  const energies = await estimateEnergies(ctx, building.id, rows);
  return rows.map((row) => toOverride(row, ctx.now(), energies.get(row.commandId) ?? "no-meter"));
};

/** The values in force with an end behind an edge, as its gateway has to end them. */
export async function listTimedOverrides(ctx: Ctx, edgeId: number): Promise<HeldOverride[]> {
  const rows = await repository.listOverrides(ctx.db, { edgeId });
  return rows.flatMap(({ ssid, paramId, commandId, value, until, before }) =>
    until === null
      ? []
      : [
          {
            device: ssid,
            point: paramId,
            priority: COMMAND_PRIORITY.person,
            commandId,
            value,
            until: until.getTime(),
            ...(before !== null && { before }),
          },
        ],
  );
}

/** Actions of users whose values are in force in a building, and their devices. Without an access check: the caller does it. */
export const countOverrides = asService(repository.countOverrides);

/** Devices with values of users in force, by name, and whether a release can reach them. */
export const listHolding = asService(repository.listHolding);

/** The value without the override: the value of a schedule, or else the value before the override. */
function insteadOf({ scheduled, before }: repository.OverrideRow): contract.Override["instead"] {
  if (scheduled !== null) return { value: scheduled, from: "schedule" };
  return before === null ? null : { value: before, from: "before" };
}

function toOverride(
  row: repository.OverrideRow,
  now: Date,
  energy: number | contract.EnergyUnknown,
): contract.Override {
  return {
    commandId: row.commandId,
    batchId: row.batchId,
    ssid: row.ssid,
    deviceName: row.deviceName,
    deviceType: row.deviceType,
    floorId: row.floorId,
    floorName: row.floorName,
    param_id: row.paramId,
    unit: row.unit,
    value: row.value,
    origin: { kind: row.origin, name: row.originName },
    by: row.userId === null || row.username === null ? null : { id: row.userId, name: row.username },
    reason: row.reason,
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    isOverdue: row.until !== null && row.until <= now,
    isReleasing: row.isReleasing,
    overriddenBy:
      row.winningPriority === null || row.winningValue === null
        ? null
        : { priority: row.winningPriority, value: row.winningValue },
    instead: insteadOf(row),
    energyKilowattHour: typeof energy === "number" ? energy : null,
    energyUnknown: typeof energy === "number" ? null : energy,
  };
}

/**
 * Sets a later end of an override, or of all of its action, by writing the same values again. Values that other users change meanwhile are
 * refused.
 *
 * @throws AppError `not-found` when the point has no override
 * @throws AppError `input-invalid` for an end that is not later, without any reason, and the errors of `sendCommand`
 * @throws AppError `override-changed` when other users change all of the values
 */
export const extendOverride: Service<typeof contract.extendOverride> = (ctx, input) => {
  const { ssid, param_id: paramId, isWhole } = input;
  const until = new Date(input.until);
  return inTransaction(ctx, async (inner) => {
    const [asked] = await repository.listHeld(inner.db, { campusId: inner.actor.campusId, ssid, paramId });
    if (!asked) throw new AppError("not-found");
    if (asked.until && until <= asked.until)
      throw new AppError("input-invalid", { fields: { until: "Choose an end after the current one" } });
    const reason = input.reason ?? asked.reason;
    if (!reason) throw new AppError("input-invalid", { fields: { reason: "Enter a reason" } });

    const readHeld = async () =>
      (await repository.listHeld(inner.db, asked)).filter(({ id }) => isWhole || id === asked.id);
    const before = await readHeld();
    await lockPoints(
      inner.db,
      before.map(({ pointId }) => pointId),
    );
    const writes = (await readHeld()).filter(({ isChanging }) => !isChanging);
    const kept = new Set(writes.map(({ id }) => id));
    const changed = before.filter(({ id }) => !kept.has(id));
    if (writes.length === 0) throw new AppError("override-changed");
    const sent = await sendCommands(inner, { writes, until, reason, origin: originOf(inner) });
    const [first] = sent.commands;
    if (!first) throw new AppError(sent.refused[0]?.code ?? "not-found");
    return {
      message: "ACCEPTED",
      commandId: first.commandId,
      batchId: sent.batchId,
      refused: [
        ...sent.refused.map(({ paramId: id, ...one }) => ({ ...one, param_id: id })),
        ...changed.map((one) => ({
          ssid: one.ssid,
          param_id: one.paramId,
          code: "override-changed" as const,
          message: problems["override-changed"].text.message,
        })),
      ],
    };
  });
};

/** Gives the commands of a batch of a user a reason, or another one. @throws AppError `not-found` */
export const giveReason: Service<typeof contract.giveReason> = (ctx, { id, reason }) =>
  inTransaction(ctx, async (inner) => {
    const batch = await findBatch(inner.db, id);
    const { campusId } = inner.actor;
    if (!batch || batch.campusId !== campusId || !isPersonal(batch.origin)) throw new AppError("not-found");
    await updateReason(inner.db, id, reason);
    await recordAudits(
      inner,
      (await listCommandsOfBatch(inner.db, id)).map(({ ssid, paramId }) => ({
        action: "give-reason",
        target: `point:${ssid}/${paramId}`,
        before: { reason: batch.reason },
        after: { reason },
      })),
    );
    return { message: "ACCEPTED" };
  });

interface PointRef {
  deviceId: number;
  paramId: string;
}

/** Points of a building at which a value of a user, or of a schedule, is in force. */
export async function listOverriddenPoints(
  ctx: Ctx,
  buildingId: number,
): Promise<{ byPersons: readonly PointRef[]; bySchedules: readonly PointRef[] }> {
  return {
    byPersons: await repository.listOverrides(ctx.db, { buildingId }),
    bySchedules: await repository.listScheduledPoints(ctx.db, buildingId),
  };
}

/** Releases a user's value at a point: writes NULL at the users' priority. @throws the errors of `sendCommand` */
export const releaseOverride: Service<typeof contract.releaseOverride> = async (ctx, input) => {
  const { ssid, param_id: paramId } = input;
  const sent = await sendCommand(ctx, { ssid, paramId, value: null, origin: originOf(ctx) });
  return { message: "ACCEPTED", ...sent };
};

/**
 * Imports released overrides of the past. Those of users that the campus does not have are left out, as in imported alarms.
 *
 * @throws AppError `not-found` for a point that the campus does not have, `input-invalid` for an override that is not over
 */
export const importOverrides: Service<typeof contract.importOverrides> = (ctx, { overrides }) =>
  inTransaction(ctx, async (inner) => {
    let added = 0;
    const points = overrides.map(({ ssid, param_id: paramId }) => ({ ssid, paramId }));
    const targets = await listTargets(inner.db, inner.actor.campusId, points);
    const known = new Set(targets.flatMap(({ kind, ...one }) => (kind === "reading" ? [] : [nameOf(one)])));
    if (points.some((one) => !known.has(nameOf(one)))) throw new AppError("not-found");
    for (const { param_id: paramId, by: username, ...one } of overrides) {
      const [from, to] = [new Date(one.from), new Date(one.to)];
      if (from >= to || to > inner.now())
        throw new AppError("input-invalid", { fields: { to: "Choose a day up to today" } });
      const hash = createHash("sha256").update(`${one.ssid}/${paramId} ${username} ${from.getTime()}`);
      const isAdded = await repository.insertPastOverride(inner.db, inner.actor.campusId, {
        ...one,
        key: `past-${hash.digest("hex")}`,
        batchId: randomUUID(),
        commandId: randomUUID(),
        paramId,
        username,
        from,
        to,
      });
      if (isAdded) added += 1;
    }
    await recordAudit(inner, { action: "import-overrides", target: `overrides:${added}` });
    return { added };
  });

const nameOf = ({ ssid, paramId }: { ssid: string; paramId: string }) => `${ssid}/${paramId}`;
