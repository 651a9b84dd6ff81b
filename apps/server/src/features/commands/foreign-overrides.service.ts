import type { listForeignOverrides as listRoute } from "@verandah/contract/commands/overrides.ts";
import type { HealthMessage } from "@verandah/field/payloads.ts";

import { type Ctx, publishChange, type Service } from "#core/ctx.ts";
import type { SuspicionSource } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { type AlarmCause, pointOf, suspect } from "#features/alarms/evaluation/suspicion.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import type { EdgeRow } from "#features/devices/edge-sessions.service.ts";

import * as repository from "./foreign-overrides.repository.ts";

/**
 * Stores the foreign overrides that a gateway reports for its devices, unless it has a later connection. A device without a report keeps the
 * stored ones.
 */
export async function recordForeignOverrides(
  ctx: Ctx,
  edge: Pick<EdgeRow, "id" | "session">,
  { devices }: Pick<HealthMessage, "devices">,
): Promise<void> {
  const compared = devices.filter((one) => one.foreignOverrides !== undefined);
  if (compared.length === 0) return;
  const report = {
    devices: compared.map(({ device }) => device),
    overrides: compared.flatMap(({ device, foreignOverrides = [] }) =>
      foreignOverrides.map((one) => ({ device, ...one })),
    ),
  };
  const campusId = await repository.replaceForeignOverrides(ctx.db, edge, report, ctx.now());
  if (campusId !== undefined) publishChange(ctx, "commands", { campusId });
}

/** Foreign overrides of a building of the caller's campus. @throws AppError `not-found` */
export const listForeignOverrides: Service<typeof listRoute> = async (ctx, input) => {
  const building = await getLocationRow(ctx, input.building);
  const rows = await repository.listForeignOverrides(ctx.db, building.id);
  return rows.map(({ paramId, since, ...row }) => ({
    ...row,
    param_id: paramId,
    since: since.toISOString(),
  }));
};

/** Cause of the alarm about a foreign override at a point. */
export const causeOfForeignOverride = (pointId: number): AlarmCause => ({
  subject: { kind: "point", id: pointId },
  rule: "foreign-override",
});

/** Alarm conditions of foreign and lost overrides. The foreign override at a point explains the lost one. */
export const suspectOverrides: SuspicionSource = async (ctx, _isOpen, _devices, shares) => {
  const points = await repository.listDisputedPoints(ctx.db, ctx.now(), shares);
  return points.map((point) => {
    const { name, priority, value, pointId } = point;
    const isForeign = name === "foreign-override";
    return suspect(
      pointOf(point),
      { name, text: { name, numbers: isForeign && value !== null ? [priority, value] : [] } },
      { condition: "out", value, explainedBy: isForeign ? undefined : causeOfForeignOverride(pointId) },
    );
  });
};
