import type {
  ForeignOverride,
  listForeignOverrides as listRoute,
} from "@verandah/contract/commands/overrides.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import type { HealthMessage } from "@verandah/field/payloads.ts";

import { type ActorCtx, type Ctx, publishChange } from "#core/ctx.ts";
import type { Suspicion } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";

import * as repository from "./foreign-overrides.repository.ts";

/** Stores the foreign overrides that a gateway reports for its devices. A device without a report keeps the stored ones. */
export async function recordForeignOverrides(
  ctx: Ctx,
  edgeId: number,
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
  const campusId = await repository.replaceForeignOverrides(ctx.db, edgeId, report, ctx.now());
  if (campusId !== undefined) publishChange(ctx, "commands", { campusId });
}

/** Foreign overrides of a building of the caller's campus. @throws AppError `not-found` */
export async function listForeignOverrides(
  ctx: ActorCtx,
  input: InputOf<typeof listRoute>,
): Promise<ForeignOverride[]> {
  const building = await getLocationRow(ctx, input.building);
  const rows = await repository.listForeignOverrides(ctx.db, building.id);
  return rows.map(({ paramId, since, ...row }) => ({
    ...row,
    param_id: paramId,
    since: since.toISOString(),
  }));
}

const causeOf = (pointId: number, name: repository.DisputedPoint["name"]) => `point:${pointId}:${name}`;
/** Cause of the alarm about a foreign override at a point. */
export const causeOfForeignOverride = (pointId: number) => causeOf(pointId, "foreign-override");

/** Alarm conditions of foreign and lost overrides. The foreign override at a point explains the lost one. */
export async function suspectOverrides(ctx: Ctx): Promise<Suspicion[]> {
  const points = await repository.listDisputedPoints(ctx.db, ctx.now());
  return points.map(({ name, deviceName, priority, value, ...point }): Suspicion => {
    const text = { name, numbers: name === "foreign-override" && value !== null ? [priority, value] : [] };
    return {
      ...point,
      cause: causeOf(point.pointId, name),
      name,
      condition: "out",
      onDelayMs: 0,
      offDelayMs: 0,
      edgeId: null,
      sourceName: deviceName,
      text,
      message: alarmMessage("en", { text, message: "" }),
      value,
      limit: null,
      ...(name === "override-lost" && { explainedBy: causeOfForeignOverride(point.pointId) }),
    };
  });
}
