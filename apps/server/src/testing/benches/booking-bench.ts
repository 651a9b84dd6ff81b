import type { Booking, searchBookable } from "@verandah/contract/bookings/bookings.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { aSite } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";

const DAY = { from: "2026-01-05T00:00:00Z", to: "2026-01-06T00:00:00Z" };

const seat = (n: number) => ({ key: `T/seat${n}`, name: `Seat ${n}`, kind: "seat" as const, seats: 1 });

/** A zone with three seats and a room, a member and an operator who book them. */
export async function startBookingBench(site: SiteDescription = aSite()) {
  const zone = site.buildings[0]?.floors[0]?.zones[0];
  if (!zone) throw new Error("the site has a zone");
  zone.spaces = [
    ...[1, 2, 3].map(seat),
    { key: "T/room", name: "Room 1", kind: "room", seats: 6, facilities: ["Screen"], position: [10, 20] },
  ];
  const app = await startTestApp({ now: "2026-01-05T06:00:00Z", sites: [site, aSite("U", "Other")] });
  const { rows } = await app.query("select id, key from spaces union all select id, key from locations");
  const idOf = (key: string) => Number(rows.find((row) => row["key"] === key)?.["id"]);
  const member = await app.as("member");
  const operator = await app.as("operator");
  return {
    app,
    idOf,
    member,
    operator,
    seatId: (n: number) => idOf(`T/seat${n}`),
    book: (body: object, as = member) =>
      as.post("/v1/gl_zone_booking/booking", {
        spaces: [idOf("T/seat1")],
        from: "2026-01-05T08:00:00Z",
        to: "2026-01-05T09:00:00Z",
        ...body,
      }),
    search: async (
      kind: "seat" | "room",
      range = { from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
    ) =>
      (
        await member.get(
          `/v1/gl_zone_booking/${idOf("T/tower")}/${kind}/searchBookable?from=${range.from}&to=${range.to}`,
        )
      ).json<ReplyOf<typeof searchBookable>>(),
    list: async (as = member, kind = "seat") =>
      (
        await as.get(`/v1/gl_zone_booking/${idOf("T/g")}/${kind}/bookingList?from=${DAY.from}&to=${DAY.to}`)
      ).json<Booking[]>(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
