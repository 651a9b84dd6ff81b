import { createHash } from "node:crypto";

import type * as contract from "@verandah/contract/gateways/first-hours.ts";
import type { Fix, HourEvidence } from "@verandah/contract/gateways/first-hours.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getGatewayRow } from "#features/gateways/gateways.service.ts";
import {
  fixProfile,
  type ProfileChange,
  unfixProfile,
} from "#features/gateways/profile-corrections.service.ts";
import { listAllProfiles, type Profile } from "#features/gateways/profiles.service.ts";

import * as repository from "./first-hours.repository.ts";
import { CLOCK_MAX_MS } from "./first-hours.service.ts";

/** The mapping that a correction changes. */
const mappingOf = ({ name, yaml }: Profile) =>
  createHash("sha256").update(`${name}\n${yaml}`).digest("hex").slice(0, 16);

export const getFirstHour: Service<typeof contract.getFirstHour> = async (ctx, { id }) => {
  await getGatewayRow(ctx, id);
  const rows = await repository.listFindings(ctx.db, ctx.actor.campusId, {
    edgeId: id,
    clockMaxMs: CLOCK_MAX_MS,
  });
  const profiles = rows.length > 0 ? await listAllProfiles(ctx) : [];
  return {
    ...(await repository.countPoints(ctx.db, id)),
    findings: rows.map(({ id: of, rule, ssid, name, type, paramId, unit, foundAt, evidence, profile }) => {
      const known = profiles.find((one) => one.name === profile);
      return {
        id: of,
        rule,
        device: ssid === null ? null : { ssid, name: name ?? ssid, type: type ?? "" },
        param_id: paramId,
        unit,
        foundAt: foundAt.toISOString(),
        evidence,
        mapping: known ? mappingOf(known) : null,
      };
    }),
  };
};

const isSameFix = (a: Fix, b: Fix) =>
  JSON.stringify({ ...a, value: 0 }) === JSON.stringify({ ...b, value: 0 });
const hasFix = ({ fixes }: HourEvidence, fix: Fix) => fixes.find((one) => isSameFix(one, fix));

/**
 * Corrects the points of a device with the same fix, of all devices with the profile that have such a finding.
 *
 * @throws AppError `not-found`, `gateway-of-files`, `place-changed` when the mapping is another one by now
 */
export const correctFinding: Service<typeof contract.correctFinding> = (ctx, { id, fix: at, mapping }) =>
  inTransaction(ctx, async (inner) => {
    const { campusId } = inner.actor;
    if (!(await repository.lockFinding(inner.db, campusId, id))) throw new AppError("not-found");
    const [finding] = await repository.listFindings(inner.db, campusId, { id });
    // Another administrator has corrected or dismissed it.
    if (!finding) throw new AppError("place-changed");
    const { deviceId, gateway, rule, evidence, profile: name } = finding;
    const fix = evidence.fixes[at];
    if (!fix || deviceId === null) throw new AppError("not-found");
    if (name === null) throw new AppError("gateway-of-files");
    const profile = (await listAllProfiles(inner)).find((one) => one.name === name);
    if (!profile || mappingOf(profile) !== mapping) throw new AppError("place-changed");
    const like = (await repository.listFindings(inner.db, campusId, { profile: name })).filter(
      (one) => one.rule === rule && hasFix(one.evidence, fix),
    );
    const isSwap = fix.kind === "swap";
    const own = like.filter((one) => (isSwap ? one.id === id : one.deviceId === deviceId));
    const fixes = new Map(own.map(({ paramId }) => [paramId ?? "", fix]));
    const corrected = like.filter(({ paramId }) => fixes.has(paramId ?? ""));
    const deviceIds = [...new Set(corrected.flatMap((one) => one.deviceId ?? []))];
    const undo = await fixProfile(inner, profile, fixes, deviceIds);
    const ids = corrected.map((one) => one.id);
    await repository.updateCorrected(inner.db, ids, inner.now(), undo);
    await recordAudit(inner, {
      action: "correct-mapping",
      target: `gateway:${gateway}`,
      before: { profile: undo.from },
      after: { profile: undo.to, fix, points: [...fixes.keys()], devices: corrected.map(({ ssid }) => ssid) },
    });
    return { points: fixes.size, devices: deviceIds.length, profile: undo.to };
  });

/** @throws AppError `not-found`, `place-changed` when the mapping has changed since the correction */
export const undoCorrection: Service<typeof contract.undoCorrection> = (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    const row = await repository.lockFinding(inner.db, inner.actor.campusId, id);
    if (!row?.undo) throw new AppError("not-found");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `correctFinding` stores it
    const change = row.undo as ProfileChange;
    await unfixProfile(inner, change);
    await repository.reopen(inner.db, change);
    await recordAudit(inner, {
      action: "undo-correct-mapping",
      target: `device:${row.ssid}`,
      after: { profile: change.from },
    });
    return {};
  });

/** @throws AppError `not-found` */
export const dismissFinding: Service<typeof contract.dismissFinding> = (ctx, { id, isDismissed }) =>
  inTransaction(ctx, async (inner) => {
    const row = await repository.lockFinding(inner.db, inner.actor.campusId, id);
    if (!row) throw new AppError("not-found");
    await repository.updateDismissed(inner.db, id, isDismissed ? inner.now() : null);
    const action = isDismissed ? "dismiss-finding" : "restore-finding";
    await recordAudit(inner, { action, target: `device:${row.ssid}`, after: { finding: id } });
    return {};
  });
