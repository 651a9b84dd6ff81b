import { type InputRule, inputRuleText } from "@verandah/contract/input-rules.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type * as contract from "@verandah/contract/room-calendars.ts";

import { asService, type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { cancelOutside } from "#features/bookings/rooms/room-bookings.service.ts";

import { isBooked } from "./calendar-sync.service.ts";
import * as repository from "./room-calendars.repository.ts";

/** The address without its secret part. The address of an iCalendar feed often contains its key. */
const withoutKey = (kind: contract.CalendarKind, address: string) =>
  kind === "ical" ? new URL(address).host : address;

/** The rooms of the caller's campus with their calendars and conflicts. */
export const listRoomCalendars: Service<typeof contract.listRoomCalendars> = async (ctx) => {
  const rooms = await repository.listRooms(ctx.db, ctx.actor.campusId);
  const entries = await repository.listEntries(
    ctx.db,
    rooms.map(({ id }) => id),
  );
  for (const { to, booked } of entries) ctx.changesAt(to, booked?.from);
  const conflicts = Map.groupBy(
    entries.filter((one) => !isBooked(one, ctx.now()) && one.to > ctx.now()),
    ({ spaceId }) => spaceId,
  );
  const isAdministrator = ctx.actor.roleId === roles.administrator;
  return rooms.map(({ id, name, floorId, floorName, kind, address, syncedAt, problem, ...row }) => ({
    room: { id, name },
    floor: { id: floorId, name: floorName },
    calendar:
      kind === null || address === null
        ? null
        : {
            kind,
            address: isAdministrator ? address : withoutKey(kind, address),
            syncedAt: syncedAt?.toISOString() ?? null,
            problem,
            skipped: row.skipped ?? [],
            skippedCount: row.skippedCount ?? 0,
          },
    conflicts: (conflicts.get(id) ?? []).map(({ title, organizer, from, to }) => ({
      title,
      organizer,
      from: from.toISOString(),
      to: to.toISOString(),
    })),
  }));
};

/** Removes the calendar of a room, and cancels the bookings of its entries. @returns false when the room had no calendar */
async function endCalendar(ctx: ActorCtx, room: number): Promise<boolean> {
  // The lock is first, because a synchronisation may be adding an entry, whose booking must be cancelled too.
  const before = await repository.lockCalendarOf(ctx.db, ctx.actor.campusId, room);
  if (!before) return false;
  const entries = await repository.listEntries(ctx.db, [room]);
  await repository.deleteCalendar(ctx.db, room);
  await cancelOutside(
    ctx,
    room,
    entries.flatMap(({ bookingId }) => bookingId ?? []),
  );
  await recordAudit(ctx, {
    action: "remove-room-calendar",
    target: `space:${room}`,
    before: { kind: before.kind },
  });
  return true;
}

/**
 * Refuses the calendar of another room, or removes it from a room that is not in use.
 *
 * @throws AppError `input-invalid` with the name of the other room
 */
async function refuseConnected(ctx: ActorCtx, other: repository.ConnectedRow): Promise<void> {
  if (other.campusId !== ctx.actor.campusId)
    throw new AppError("input-invalid", {
      fields: { address: "A room of another campus has this calendar. Choose another address" },
    });
  // No screen shows a deactivated room, so its calendar could not be removed otherwise.
  if (!other.isActive) return void (await endCalendar(ctx, other.spaceId));
  const rule: InputRule = { code: "calendar-of", value: other.name };
  throw new AppError("input-invalid", { fields: { address: inputRuleText(rule) }, rules: { address: rule } });
}

/**
 * Connects a room with a calendar, which is read within a minute. If the room has this calendar already, its bookings stay.
 * @throws AppError `not-found`, `input-invalid` for the calendar of another room
 */
export const saveRoomCalendar: Service<typeof contract.saveRoomCalendar> = (ctx, { room, kind, address }) => {
  const { campusId, userId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const rooms = await repository.listRooms(inner.db, campusId);
    if (!rooms.some(({ id }) => id === room)) throw new AppError("not-found");
    await repository.lockConnecting(inner.db);
    const connected = await repository.findConnected(inner.db, { kind, address });
    if (connected?.spaceId === room) await repository.updateDue(inner.db, room, inner.now());
    else {
      if (connected) await refuseConnected(inner, connected);
      await endCalendar(inner, room);
      const calendar = { spaceId: room, campusId, kind, address, connectedBy: userId };
      await repository.insertCalendar(inner.db, calendar, inner.now());
    }
    const after = { kind, address: withoutKey(kind, address) };
    await recordAudit(inner, { action: "save-room-calendar", target: `space:${room}`, after });
    return { room };
  });
};

/** @throws AppError `not-found` */
export const removeRoomCalendar: Service<typeof contract.removeRoomCalendar> = (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    if (!(await endCalendar(inner, id))) throw new AppError("not-found");
    return { room: id };
  });

/** The last result of every room calendar of all campuses, for the server's metrics. */
export const listCalendarStates = asService(repository.listCalendarStates);
