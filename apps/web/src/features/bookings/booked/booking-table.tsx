import { Trans, useLingui } from "@lingui/react/macro";
import { Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import {
  type Booking,
  CHECK_IN_MINUTES,
  createBookings,
  type SpaceKind,
  checkIn,
} from "@verandah/contract/bookings/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { cursorText, spanText } from "#shared/format/time.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useNow } from "#shared/use-now.ts";

import { CancelBooking } from "./cancel-booking.tsx";
import { ChangeBooking } from "./change-booking.tsx";
import { usePlaceText } from "./place-text.ts";

const MINUTE_MS = 60_000;

/** Those to come, the next first, before those that are over, the latest first. */
function inOrder(bookings: readonly Booking[], nowMs: number): Booking[] {
  const isToCome = ({ to, status }: Booking) =>
    (status === "booked" || status === "checkedIn") && Date.parse(to) > nowMs;
  const next = bookings.filter(isToCome).toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  return [...next, ...bookings.filter((booking) => !isToCome(booking))];
}

/** Bookings with the user's possible actions. */
export function BookingTable({ kind, bookings }: { kind: SpaceKind; bookings: readonly Booking[] }) {
  const { t } = useLingui();
  const { role } = useSession();
  const nowMs = useNow();
  const isNarrow = useIsNarrow();
  const hasPeople = role.id !== roles.member;
  const placeText = usePlaceText(bookings);
  const label = kind === "seat" ? t`Booked Seats` : t`Booked Rooms`;
  return (
    <Table.ScrollContainer
      minWidth={isNarrow ? 0 : 760}
      tabIndex={0}
      scrollAreaProps={{ "aria-label": label }}
    >
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {!isNarrow && <Table.Th>{t`Reference`}</Table.Th>}
            <Table.Th>{kind === "seat" ? t`Seat` : t`Room`}</Table.Th>
            {!isNarrow && <Table.Th>{t({ message: "From", comment: "Begin of a time range" })}</Table.Th>}
            {!isNarrow && <Table.Th>{t({ message: "To", comment: "End of a time range" })}</Table.Th>}
            {!isNarrow && hasPeople && <Table.Th>{t`Person`}</Table.Th>}
            <Table.Th>{t`State`}</Table.Th>
            {!isNarrow && <Table.Th />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {inOrder(bookings, nowMs).map((booking) => (
            <BookingRow
              key={booking.id}
              booking={booking}
              where={placeText(booking)}
              hasPeople={hasPeople}
              isNarrow={isNarrow}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  booking: Booking;
  /** Its floor and zone, and what else names it. */
  where: string;
  hasPeople: boolean;
  /** A phone has two columns, so that the buttons are in sight. */
  isNarrow: boolean;
}

function BookingRow({ booking, where, hasPeople, isNarrow }: RowProps) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { reference, space, from, to, status } = booking;
  const states: Record<Booking["status"], string> = {
    booked: t`Booked`,
    checkedIn: t`Checked in`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    released: t`Released: no check-in`,
  };
  const when = (instant: string) => cursorText(Date.parse(instant), false, campus.timeZone);
  const state = <Badge variant="default">{states[status]}</Badge>;
  const place = (
    <>
      {space.name}
      <Text size="xs" c="dimmed">
        {where}
      </Text>
      {!space.isActive && (
        <Text size="xs" c="red">
          <Trans>This place is deactivated.</Trans>
        </Text>
      )}
    </>
  );
  if (isNarrow)
    return (
      <Table.Tr>
        <Table.Td>
          {place}
          <Text size="sm">{spanText(from, to, campus.timeZone)}</Text>
          <Text size="xs" ff="monospace">
            {reference}
          </Text>
          {hasPeople && <Person booking={booking} />}
        </Table.Td>
        <Table.Td>
          <Stack gap={8} align="flex-end">
            {state}
            <Actions booking={booking} />
          </Stack>
        </Table.Td>
      </Table.Tr>
    );
  return (
    <Table.Tr>
      <Table.Td ff="monospace">{reference}</Table.Td>
      <Table.Td>{place}</Table.Td>
      <Table.Td>{when(from)}</Table.Td>
      <Table.Td>{when(to)}</Table.Td>
      {hasPeople && (
        <Table.Td>
          <Person booking={booking} />
        </Table.Td>
      )}
      <Table.Td>{state}</Table.Td>
      <Table.Td>
        <Actions booking={booking} />
      </Table.Td>
    </Table.Tr>
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
  const nowMs = useNow();
  const arrive = useChange(checkIn);
  const [open, setOpen] = useState<"change" | "cancel">();
  const { reference, from, status, isOutside } = booking;
  const close = () => setOpen(undefined);
  const untilStart = Date.parse(from) - nowMs;
  const isOwn = status === "booked" && !isOutside && admits(createBookings.access, role.id);
  const canCheckIn = isOwn && Math.abs(untilStart) <= CHECK_IN_MINUTES * MINUTE_MS;
  const changes = [
    { name: "change", label: t`Change the booking ${reference}`, text: t`Change` },
    { name: "cancel", label: t`Cancel the booking ${reference}`, text: t`Cancel` },
  ] as const;
  return (
    <>
      <Group gap={6} justify="flex-end">
        {canCheckIn && (
          <Button
            size="compact-sm"
            loading={arrive.isPending}
            onClick={() => arrive.mutate({ id: booking.id }, { onError: toastFailure })}
          >
            {t`Check in`}
          </Button>
        )}
        {isOwn &&
          untilStart > 0 &&
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
