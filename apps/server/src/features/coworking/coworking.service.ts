import type * as contract from "@verandah/contract/coworking.ts";
import { TOTAL_COUNTED_MAX } from "@verandah/contract/paging.ts";
import { AppError } from "@verandah/contract/problems.ts";

import type { CampusCtx, Ctx, Service } from "#core/ctx.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";

import * as repository from "./coworking.repository.ts";
import { demoPeople } from "./demo-people.ts";

/** The coworking companies of a building's campus. @throws AppError `not-found` for a place that is not a building of the caller's campus */
export const getClientDetails: Service<typeof contract.getClientDetails> = async (ctx, { id }) => {
  const { zoneType } = await getLocationRow(ctx, id);
  if (zoneType !== "GL_LOCATION_TYPE_BUILDING") throw new AppError("not-found");
  return repository.listClients(ctx.db, ctx.actor.campusId);
};

/** A page of the coworking users of the caller's campus. */
export const listCoworkingUsers: Service<typeof contract.listCoworkingUsers> = async (ctx, input) => {
  const { rows, counted } = await repository.findPage(ctx.db, {
    campusId: ctx.actor.campusId,
    clientId: input.client_id,
    search: input.search,
    filters: {
      user_id: input["filter.user_id"],
      user_name: input["filter.user_name"],
      user_email: input["filter.user_email"],
      user_contact_no: input["filter.user_contact_no"],
      client: input["filter.client"],
    },
    sort: input.sort,
    order: input.order,
    offset: (input.page - 1) * input.rows,
    limit: input.rows,
    countedMax: TOTAL_COUNTED_MAX,
  });
  return { rows, total: Math.min(counted, TOTAL_COUNTED_MAX), isTotalExact: counted <= TOTAL_COUNTED_MAX };
};

/** A coworking user of the caller's campus. @throws AppError `not-found`, also for a deleted one */
export async function getCoworkingUser(ctx: CampusCtx, id: number): Promise<contract.CoworkingUser> {
  const person = await repository.findPerson(ctx.db, ctx.actor.campusId, id);
  if (!person) throw new AppError("not-found");
  return person;
}

/** Adds the people of the demo's companies to a campus that has none. */
export async function createDemoCoworkingUsers(ctx: Ctx, campusId: number): Promise<void> {
  if (await repository.hasPeople(ctx.db, campusId)) return;
  await repository.storePeople(ctx.db, campusId, demoPeople(), ctx.now());
}
