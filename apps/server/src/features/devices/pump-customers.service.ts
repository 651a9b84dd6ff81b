import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";

import type { Actor, ActorCtx, Ctx } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { findDevices, type FoundDevice } from "./devices.repository.ts";
import * as repository from "./pump-customers.repository.ts";

/** Device ids of the pumps that are mapped to the caller, by name. */
export function listOwnPumpIds({
  db,
  actor,
}: Pick<Ctx, "db"> & { readonly actor: Pick<Actor, "userId" | "campusId"> }): Promise<number[]> {
  return repository.listPumpIdsOf(db, actor.campusId, actor.userId);
}

/** Those of the devices that the caller may see: staff see all of their campus, a pump customer the own pumps, a member none. */
export async function findSeenDevices(ctx: ActorCtx, ssids: readonly string[]): Promise<FoundDevice[]> {
  if (ssids.length === 0 || ctx.actor.roleId === roles.member) return [];
  const found = await findDevices(ctx.db, ctx.actor.campusId, ssids);
  if (ctx.actor.roleId !== roles.pumpCustomer) return found;
  const own = new Set(await listOwnPumpIds(ctx));
  return found.filter(({ id }) => own.has(id));
}

/** Device ids of the pumps that are mapped to users, by user. */
export async function listPumpIdsByUser(
  { db }: Pick<Ctx, "db">,
  userIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const byUser = Map.groupBy(await repository.listMapped(db, userIds), ({ userId }) => userId);
  return new Map([...byUser].map(([userId, rows]) => [userId, new Set(rows.map((row) => row.deviceId))]));
}

/**
 * Checks access: staff see all devices, a pump customer only their own pumps.
 *
 * @returns the instant from which the caller may see readings; undefined for all readings
 * @throws AppError `not-found`
 */
export async function checkMaySee({ db, actor }: ActorCtx, ssid: string): Promise<Date | undefined> {
  if (actor.roleId !== roles.pumpCustomer) return undefined;
  const mapping = await repository.findMapping(db, actor.userId, ssid);
  if (!mapping) throw new AppError("not-found");
  return mapping.since ?? undefined;
}

/** Ends the mappings of a pump or of a customer. Past statements still contain the name of the customer. */
export const endMappings = (
  { db }: Ctx,
  of: { deviceId: number } | { userId: number },
  until: Date,
): Promise<void> => repository.endMappings(db, of, until);

/** Maps the first pumps of a campus to a customer without pumps. */
export async function mapFirstPumps(
  ctx: Ctx,
  customer: { userId: number; campusId: number },
  count: number,
): Promise<void> {
  const { userId, campusId } = customer;
  const own = await repository.listPumpIdsOf(ctx.db, campusId, userId);
  if (own.length > 0) return;
  const deviceIds = await repository.listFirstPumpIds(ctx.db, campusId, count);
  if (deviceIds.length === 0) return;
  await repository.insertPumpCustomer(ctx.db, userId, deviceIds);
  await recordAudit(ctx, {
    action: "map-pumps",
    target: `user:${userId}`,
    after: { deviceIds },
    by: customer,
  });
}
