import {
  COMMAND_PRIORITY,
  type PreviewedWrite,
  type previewCommands as previewRoute,
} from "@verandah/contract/commands/commands.ts";
import { LIGHT_LEVEL } from "@verandah/equipment/light-group.ts";

import type { CampusCtx, Service } from "#core/ctx.ts";
import { listOfflineReasons } from "#features/devices/devices.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";
import { qualityOf } from "#features/telemetry/telemetry.service.ts";

import { listTargets } from "./command-batches.repository.ts";
import { isPersonal, type WriteRequest } from "./commands.service.ts";
import { listPresent, type PresentPoint } from "./present-points.repository.ts";
import { checkWrites, pointKey, type Write } from "./write-rules.ts";

/**
 * The effects of writes, in their order, without sending them. With `later` for that time: overrides that expire before do not block the
 * writes.
 */
export async function previewWrites(
  ctx: CampusCtx,
  { writes, origin, isTest, until }: Pick<WriteRequest, "writes" | "origin" | "isTest" | "until">,
  later?: Date,
): Promise<PreviewedWrite[]> {
  const { campusId } = ctx.actor;
  const [targets, present, siteTypes] = await Promise.all([
    listTargets(ctx.db, campusId, writes),
    listPresent(ctx.db, campusId, writes),
    listTypesOf(ctx, campusId),
  ]);
  const { refused } = checkWrites(targets, writes, siteTypes, isTest);
  const refusals = new Map(
    refused.filter(({ code }) => code !== "write-repeated").map((one) => [pointKey(one), one.code]),
  );
  const seen = new Set<string>();
  const points = new Map(present.map((one) => [pointKey(one), one]));
  const reasons = await listOfflineReasons(
    ctx,
    present.map(({ deviceId }) => deviceId),
  );
  const priority = isPersonal(origin.kind) ? COMMAND_PRIORITY.person : COMMAND_PRIORITY.schedule;

  return writes.map((write) => {
    const { ssid, paramId } = write;
    const key = pointKey(write);
    const point = points.get(key);
    const refusal = seen.has(key) ? "write-repeated" : (refusals.get(key) ?? null);
    seen.add(key);
    const known = { ssid, name: point?.name ?? ssid, param_id: paramId };
    const none = { offlineReason: null, refusal: null, heldBy: null };
    if (!point || (refusal !== null && refusal !== "device-unreachable"))
      return { ...known, ...none, outcome: "refused", refusal: refusal ?? "not-found" };
    if (refusal)
      return { ...known, ...none, outcome: "offline", offlineReason: reasons.get(point.deviceId) ?? null };
    const heldBy = holderOf(point, priority, later);
    if (heldBy !== null) return { ...known, ...none, outcome: "overridden", heldBy };
    const isSame = isPresent(point, write, ctx.now()) && isKeptUntil(point, until);
    return { ...known, ...none, outcome: isSame ? "same" : "changes" };
  });
}

/** The values of people that are in force at points, with their ends, by the ssid of the device. */
export async function listHeldValues(
  ctx: CampusCtx,
  points: readonly Pick<Write, "ssid" | "paramId">[],
): Promise<Map<string, { value: number; until: string | null }>> {
  const present = await listPresent(ctx.db, ctx.actor.campusId, points);
  return new Map(present.flatMap(({ ssid, person }) => (person ? [[ssid, person] as const] : [])));
}

/** The owner of a value that stays in force above a priority; null without one. */
function holderOf(
  { foreign, person }: PresentPoint,
  priority: number,
  later: Date | undefined,
): PreviewedWrite["heldBy"] {
  if (foreign && foreign.priority < priority) return foreign.priority;
  if (!person || priority <= COMMAND_PRIORITY.person) return null;
  const isOver = later !== undefined && person.until !== null && new Date(person.until) <= later;
  return isOver ? null : person.name;
}

/**
 * Whether a good reading has the value already. False for levels of lamps, which may be in Auto, and for releases, whose effect is unknown
 * here.
 */
const isPresent = (point: PresentPoint, { paramId, value }: Write, now: Date): boolean =>
  value !== null &&
  !paramId.startsWith(LIGHT_LEVEL) &&
  point.value === value &&
  qualityOf(point, now) === "good";

/** Whether the value of a person that is in force does not end before the new value would. True without such a value. */
const isKeptUntil = ({ person }: PresentPoint, until: Date | null | undefined): boolean =>
  !until || !person || person.until === null || new Date(person.until) >= until;

/** The effects of commands of a person, without sending them. */
export const previewCommands: Service<typeof previewRoute> = (ctx, input) => {
  const writes = input.writes.map(({ ssid, param_id: paramId, value }) => ({ ssid, paramId, value }));
  return previewWrites(ctx, { writes, origin: { kind: "person" } });
};
