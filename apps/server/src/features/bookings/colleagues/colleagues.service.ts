import type {
  listColleagueSeats as listRoute,
  showOwnName as showRoute,
} from "@verandah/contract/bookings/colleagues.ts";

import { inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";

import { rangeOf } from "../booking-repeats.ts";
import { findSpaces } from "../bookings.repository.ts";
import { toSpace } from "../bookings.service.ts";
import * as repository from "./colleagues.repository.ts";

/** Where the caller's colleagues who show their names sit in a building. @throws AppError `not-found` for a place of another campus */
export const listColleagueSeats: Service<typeof listRoute> = async (ctx, { building, ...range }) => {
  const { campusId, userId } = ctx.actor;
  await getLocationRow(ctx, building);
  const own = await repository.findNameShown(ctx.db, userId);
  const rows = await repository.listSeatsOfColleagues(ctx.db, userId, {
    buildingId: building,
    ...rangeOf(range),
  });
  const spaces = await findSpaces(
    ctx.db,
    campusId,
    rows.map(({ spaceId }) => spaceId),
  );
  const byId = new Map(spaces.map((row) => [row.id, row]));
  return {
    isNameShown: own?.isNameShown ?? false,
    companies: own?.companies ?? [],
    seats: rows.flatMap(({ id, name, spaceId }) => {
      const row = byId.get(spaceId);
      return row ? [{ id, name, space: toSpace(row) }] : [];
    }),
  };
};

/** Shows the caller's name on the booked seats to colleagues, or hides it. */
export const showOwnName: Service<typeof showRoute> = async (ctx, { isNameShown }) => {
  const { userId } = ctx.actor;
  await inTransaction(ctx, async (inner) => {
    await repository.updateNameShown(inner.db, userId, isNameShown);
    const action = isNameShown ? "show-own-name" : "hide-own-name";
    await recordAudit(inner, { action, target: `user:${userId}` });
  });
  return { isNameShown };
};
