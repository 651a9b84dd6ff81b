import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";

import type { Actor, ActorCtx, Ctx } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./pump-customers.repository.ts";

/** Device ids of the pumps that are mapped to the caller, by name. */
export function listOwnPumpIds({
  db,
  actor,
}: Pick<Ctx, "db"> & { readonly actor: Pick<Actor, "userId" | "campusId"> }): Promise<number[]> {
  return repository.listPumpIdsOf(db, actor.campusId, actor.userId);
}

/** Staff see all devices, a pump customer the own pumps. @throws AppError `not-found` */
export async function checkMaySee({ db, actor }: ActorCtx, ssid: string): Promise<void> {
  const isCustomer = actor.roleId === roles.pumpCustomer;
  if (isCustomer && !(await repository.isMapped(db, actor.userId, ssid))) throw new AppError("not-found");
}

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
