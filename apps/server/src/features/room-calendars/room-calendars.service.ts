import { AppError } from "@verandah/contract/problems.ts";
import type {
  listRoomCalendars as listRoute,
  removeRoomCalendar as removeRoute,
  saveRoomCalendar as saveRoute,
} from "@verandah/contract/room-calendars.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { cancelOutside } from "#features/bookings/room-bookings.service.ts";

import * as repository from "./room-calendars.repository.ts";

/** The rooms of the caller's campus with their calendars and conflicts. */
export async function listRoomCalendars(ctx: ActorCtx): Promise<ReplyOf<typeof listRoute>> {
  const rooms = await repository.listRooms(ctx.db, ctx.actor.campusId);
  const entries = await repository.listEntries(
    ctx.db,
    rooms.map(({ id }) => id),
  );
  const conflicts = Map.groupBy(
    entries.filter(({ bookingId, to }) => bookingId === null && to > ctx.now()),
    ({ spaceId }) => spaceId,
  );
  return rooms.map(({ id, name, floorId, floorName, kind, address, syncedAt, problem }) => ({
    room: { id, name },
    floor: { id: floorId, name: floorName },
    calendar:
      kind === null || address === null
        ? null
        : { kind, address, syncedAt: syncedAt?.toISOString() ?? null, problem },
    conflicts: (conflicts.get(id) ?? []).map(({ title, organizer, from, to }) => ({
      title,
      organizer,
      from: from.toISOString(),
      to: to.toISOString(),
    })),
  }));
}

/** Ends a connection, and cancels the bookings that came with it. @returns false when there was none */
async function endCalendar(ctx: ActorCtx, room: number): Promise<boolean> {
  const entries = await repository.listEntries(ctx.db, [room]);
  const before = await repository.deleteCalendar(ctx.db, ctx.actor.campusId, room);
  if (!before) return false;
  await cancelOutside(
    ctx,
    entries.flatMap(({ bookingId }) => bookingId ?? []),
  );
  await recordAudit(ctx, {
    action: "remove-room-calendar",
    target: `space:${room}`,
    before: { kind: before.kind },
  });
  return true;
}

/** Connects a room with a calendar, which is read within a minute. @throws AppError `not-found` */
export function saveRoomCalendar(
  ctx: ActorCtx,
  { room, kind, address }: InputOf<typeof saveRoute>,
): Promise<ReplyOf<typeof saveRoute>> {
  const { campusId, userId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const rooms = await repository.listRooms(inner.db, campusId);
    if (!rooms.some(({ id }) => id === room)) throw new AppError("not-found");
    await endCalendar(inner, room);
    const calendar = { spaceId: room, campusId, kind, address, connectedBy: userId };
    await repository.insertCalendar(inner.db, calendar, inner.now());
    // The address of a feed is often its key, so the audit has only its host.
    const after = { kind, address: kind === "ical" ? new URL(address).host : address };
    await recordAudit(inner, { action: "save-room-calendar", target: `space:${room}`, after });
    return { room };
  });
}

/** @throws AppError `not-found` */
export function removeRoomCalendar(
  ctx: ActorCtx,
  { id }: InputOf<typeof removeRoute>,
): Promise<ReplyOf<typeof removeRoute>> {
  return inTransaction(ctx, async (inner) => {
    if (!(await endCalendar(inner, id))) throw new AppError("not-found");
    return { room: id };
  });
}
