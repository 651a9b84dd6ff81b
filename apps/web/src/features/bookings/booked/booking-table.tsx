import { Trans, useLingui } from "@lingui/react/macro";
import { Badge, Button, Group, Text } from "@mantine/core";
import { type Booking, createBookings, type SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { cursorText } from "#shared/format/time.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { useNow } from "#shared/use-now.ts";

import { useCheckIn } from "../use-booking-times.ts";
import { CancelBooking } from "./cancel-booking.tsx";
import { ChangeBooking } from "./change-booking.tsx";
import { usePlaceText } from "./place-text.ts";

/** Those to come, the next first, before those that are over, the latest first. */
function useInOrder(bookings: readonly Booking[]): Booking[] {
  const nowMs = useNow();
  const isToCome = ({ to, status }: Booking) =>
    (status === "booked" || status === "checkedIn") && Date.parse(to) > nowMs;
  const next = bookings.filter(isToCome).toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  return [...next, ...bookings.filter((booking) => !isToCome(booking))];
}

/** Bookings with the user's possible actions. */
export function BookingTable({ kind, bookings }: { kind: SpaceKind; bookings: readonly Booking[] }) {
  const { t } = useLingui();
  const { role, campus } = useSession();
  const rows = useInOrder(bookings);
  const placeText = usePlaceText(bookings);
  const states: Record<Booking["status"], string> = {
    booked: t`Booked`,
    checkedIn: t`Checked in`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    released: t`Released: no check-in`,
  };
  const when = (instant: string) => cursorText(Date.parse(instant), false, campus.timeZone);
  return (
    <DataTable
      label={kind === "seat" ? t`Booked Seats` : t`Booked Rooms`}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t`Reference`,
          card: "field",
          render: ({ reference }) => (
            <Text span inherit ff="monospace">
              {reference}
            </Text>
          ),
        },
        {
          header: kind === "seat" ? t`Seat` : t`Room`,
          width: 120,
          card: "title",
          render: (booking) => (
            <>
              {booking.space.name}
              <Text size="xs" c="dimmed">
                {placeText(booking)}
              </Text>
              {!booking.space.isActive && (
                <Text size="xs" c="red">
                  <Trans>This place is deactivated.</Trans>
                </Text>
              )}
            </>
          ),
        },
        {
          header: t({ message: "From", comment: "Begin of a time range" }),
          render: ({ from }) => when(from),
        },
        { header: t({ message: "To", comment: "End of a time range" }), render: ({ to }) => when(to) },
        role.id !== roles.member && { header: t`Person`, render: (booking) => <Person booking={booking} /> },
        {
          header: t`State`,
          render: ({ status }) => <Badge variant="default">{states[status]}</Badge>,
        },
        { header: t`Actions`, card: "action", render: (booking) => <Actions booking={booking} /> },
      ]}
    />
  );
}

function Person({ booking: { bookedFor, client, isOutside } }: { booking: Booking }) {
  const { t } = useLingui();
  const more = client?.name ?? (isOutside && t`Booked in the calendar of the room`);
  return (
    <>
      {bookedFor.name}
      {more && (
        <Text size="xs" c="dimmed">
          {more}
        </Text>
      )}
    </>
  );
}

/** The user's possible actions on a booking now. */
function Actions({ booking }: { booking: Booking }) {
  const { t } = useLingui();
  const { role } = useSession();
  const arrival = useCheckIn(booking);
  const hasBegun = Date.parse(booking.from) <= useNow();
  const [open, setOpen] = useState<"change" | "cancel">();
  const { reference, status, isOutside } = booking;
  const close = () => setOpen(undefined);
  const isOwn = status === "booked" && !isOutside && admits(createBookings.access, role.id);
  const changes = [
    { name: "change", label: t`Change the booking ${reference}`, text: t`Change` },
    { name: "cancel", label: t`Cancel the booking ${reference}`, text: t`Cancel` },
  ] as const;
  return (
    <>
      <Group gap={6} justify="flex-end">
        {isOwn && arrival && (
          <Button size="compact-sm" {...arrival}>
            {t`Check in`}
          </Button>
        )}
        {isOwn &&
          !hasBegun &&
          changes.map(({ name, label, text }) => (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              aria-label={label}
              onClick={() => setOpen(name)}
            >
              {text}
            </Button>
          ))}
      </Group>
      {open === "change" && <ChangeBooking booking={booking} onClose={close} />}
      {open === "cancel" && <CancelBooking booking={booking} onClose={close} />}
    </>
  );
}
