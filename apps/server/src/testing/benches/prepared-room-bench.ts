import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import type { Schedule } from "@verandah/contract/schedules/schedules.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { prepareRooms } from "#features/room-preparation/room-preparation.service.ts";

import { point } from "../sites.ts";
import { startSchedules } from "./schedule-bench.ts";

export const TEN = "2026-01-05T10:00:00.000Z";
export const ELEVEN = "2026-01-05T11:00:00.000Z";

const STEP_MS = 5 * 60_000;

/** Adds the status of the fan to each unit. */
export function addFans({ devices }: SiteDescription) {
  for (const unit of devices.filter(({ type }) => type === "AHU"))
    unit.points = [...unit.points, point("Supply Fan Status", "none")];
}

/** A room in zone 1 of the ground floor that is booked from 10 to 11, at 06:00. */
export async function startPreparedRoom(change?: Parameters<typeof startSchedules>[2]) {
  const bench = await startSchedules("2026-01-05T06:00:00Z", undefined, change);
  const { rows } = await bench.app.query(
    `insert into spaces (campus_id, zone_id, key, kind, name, seats)
     select campus_id, id, 'room-' || n, 'room', 'Room ' || n, 4 from locations, generate_series(1, 2) as n where key = 'T/g/z1' returning id`,
  );
  const [room = 0, other = 0] = rows.map(({ id }) => Number(id));
  const answer = await bench.operator.post("/v1/gl_zone_booking/booking", {
    spaces: [room],
    from: TEN,
    to: ELEVEN,
  });
  const [booking] = answer.json<Booking[]>();
  if (!booking) throw new Error(answer.body);
  return {
    ...bench,
    booking,
    room,
    other,
    prepare: () => prepareRooms(bench.app.ctx),
    /** Sends that a fan runs from 09:30 and is off from an instant until 11:00. */
    sendFan: (device: string, offFrom: string) => {
      const values: [number, number][] = [];
      for (let ms = Date.parse("2026-01-05T09:30:00Z"); ms < Date.parse(ELEVEN); ms += STEP_MS)
        values.push([ms, ms < Date.parse(offFrom) ? 1 : 0]);
      return bench.app.send("T-GW", [{ device, point: "Supply Fan Status", values }]);
    },
    change: (call: string, body: object = {}) =>
      bench.operator.post(`/v1/coworking/meeting_room/${call}`, { id: booking.id, ...body }),
    schedules: async () => {
      const { schedules } = (await bench.operator.get("/v1/schedules/fetch")).json<{
        schedules: Schedule[];
      }>();
      return schedules
        .toSorted((a, b) => a.type - b.type)
        .map(({ title, type, start, end }) => [
          title === `B-${booking.reference}`,
          type,
          start.slice(11, 16),
          end.slice(11, 16),
        ]);
    },
  };
}
