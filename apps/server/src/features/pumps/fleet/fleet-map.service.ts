import { AppError } from "@verandah/contract/problems.ts";
import type * as contract from "@verandah/contract/pumps/pump-map.ts";

import { inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./fleet.repository.ts";
import { fleetQueryOf } from "./fleet.service.ts";

/** The pumps of an area of the map, those that are near each other together. */
export const getFleetMap: Service<typeof contract.getFleetMap> = async (ctx, area) => {
  const query = await fleetQueryOf(ctx);
  const [clusters, unplaced] = await Promise.all([
    repository.listClusters(ctx.db, query, area),
    repository.countUnplaced(ctx.db, query.campusId),
  ]);
  return { clusters, unplaced };
};

/** Puts a pump on the map. @throws AppError `not-found` */
export const placePump: Service<typeof contract.placePump> = async (ctx, { id, latitude, longitude }) => {
  await inTransaction(ctx, async (inner) => {
    const before = await repository.updatePosition(inner.db, inner.actor.campusId, id, {
      latitude,
      longitude,
    });
    if (!before) throw new AppError("not-found");
    await recordAudit(inner, {
      action: "place-device",
      target: `device:${id}`,
      before,
      after: { latitude, longitude },
    });
  });
  return { message: "ACCEPTED" };
};
