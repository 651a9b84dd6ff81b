import { Trans, useLingui } from "@lingui/react/macro";
import { Badge, Button, Group, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  type Booking,
  BOOKING_AHEAD_DAYS,
  CHECK_IN_MINUTES,
  createBookings,
  type SpaceKind,
} from "@verandah/contract/bookings/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import { useState } from "react";

import { bookingsQuery, useCancelBooking, useCheckIn } from "#data/bookings/bookings.queries.ts";
import { admits, useSession } from "#data/query/session.ts";
import { cursorText } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { Loading } from "#shared/ui/loading.tsx";
import { showToast } from "#shared/ui/toast.ts";
import { useNow } from "#shared/use-now.ts";

import { ChangeBooking } from "./change-booking.tsx";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Past bookings that are shown, days. */
const PAST_DAYS = 30;

/** Bookings of the last days and of those to come: a member's own ones, all of the building for others. */
export function BookedSpaces({ kind }: { kind: SpaceKind }) {
  const { t } = useLingui();
  const { building } = useSession();
  const todayMs = Math.floor(useNow(MINUTE_MS) / DAY_MS) * DAY_MS;
  const range = {
    from: new Date(todayMs - PAST_DAYS * DAY_MS).toISOString(),
    to: new Date(todayMs + (BOOKING_AHEAD_DAYS + 2) * DAY_MS).toISOString(),
  };
  const { data, error } = useQuery(bookingsQuery({ id: building.id, kind, ...range }));
  if (!data) return error ? <ErrorBanner text={errorText(error)} /> : <Loading height={160} />;
  if (data.length === 0)
    return (
      <Text c="dimmed" role="status">
        <Trans>There are no bookings.</Trans>
      </Text>
    );
  const label = kind === "seat" ? t`Booked Seats` : t`Booked Rooms`;
  return (
    <Table.ScrollContainer minWidth={760} tabIndex={0} scrollAreaProps={{ "aria-label": label }}>
      <Bookings label={label} kind={kind} bookings={data} />
    </Table.ScrollContainer>
  );
}

interface Props {
  label: string;
  kind: SpaceKind;
  bookings: readonly Booking[];
}

function Bookings({ label, kind, bookings }: Props) {
  const { t } = useLingui();
  const { role } = useSession();
  const hasPeople = role.id !== roles.member;
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t`Reference`}</Table.Th>
          <Table.Th>{kind === "seat" ? t`Seat` : t`Room`}</Table.Th>
          <Table.Th>{t({ message: "From", comment: "Begin of a time range" })}</Table.Th>
          <Table.Th>{t({ message: "To", comment: "End of a time range" })}</Table.Th>
          {hasPeople && <Table.Th>{t`Person`}</Table.Th>}
          <Table.Th>{t`State`}</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} hasPeople={hasPeople} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function BookingRow({ booking, hasPeople }: { booking: Booking; hasPeople: boolean }) {
  const { t } = useLingui();
  const { campus, role } = useSession();
  const nowMs = useNow(MINUTE_MS);
  const arrive = useCheckIn();
  const [open, setOpen] = useState<"change" | "cancel">();
  const { reference, space, from, to, status, bookedFor, client, title, isOutside } = booking;
  const close = () => setOpen(undefined);
  const states: Record<Booking["status"], string> = {
    booked: t`Booked`,
    checkedIn: t`Checked in`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    released: t`Released: no check-in`,
  };
  const untilStart = Date.parse(from) - nowMs;
  const isOwn = status === "booked" && !isOutside && admits(createBookings.access, role.id);
  const canCheckIn = isOwn && Math.abs(untilStart) <= CHECK_IN_MINUTES * MINUTE_MS;
  const when = (instant: string) => cursorText(Date.parse(instant), false, campus.timeZone);
  return (
    <Table.Tr>
      <Table.Td ff="monospace">{reference}</Table.Td>
      <Table.Td>
        {space.name}
        <Text size="xs" c="dimmed">
          {[space.floor, space.zone, title].filter(Boolean).join(", ")}
        </Text>
      </Table.Td>
      <Table.Td>{when(from)}</Table.Td>
      <Table.Td>{when(to)}</Table.Td>
      {hasPeople && (
        <Table.Td>
          {bookedFor.name}
          {client && (
            <Text size="xs" c="dimmed">
              {client.name}
            </Text>
          )}
          {isOutside && (
            <Text size="xs" c="dimmed">
              <Trans>Booked in the calendar of the room</Trans>
            </Text>
          )}
        </Table.Td>
      )}
      <Table.Td>
        <Badge variant="default">{states[status]}</Badge>
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {canCheckIn && (
            <Button
              size="compact-sm"
              loading={arrive.isPending}
              onClick={() =>
                arrive.mutate(booking.id, {
                  onError: (error) => showToast({ kind: "error", text: errorText(error) }),
                })
              }
            >
              <Trans>Check in</Trans>
            </Button>
          )}
          {isOwn && untilStart > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t`Change the booking ${reference}`}
              onClick={() => setOpen("change")}
            >
              <Trans>Change</Trans>
            </Button>
          )}
          {isOwn && untilStart > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t`Cancel the booking ${reference}`}
              onClick={() => setOpen("cancel")}
            >
              <Trans>Cancel</Trans>
            </Button>
          )}
        </Group>
        {open === "change" && <ChangeBooking booking={booking} onClose={close} />}
        {open === "cancel" && <CancelQuestion booking={booking} onClose={close} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** A booking is gone at once, and another person may take the space. */
function CancelQuestion({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const cancel = useCancelBooking(booking.kind);
  const { name } = booking.space;
  const time = cursorText(Date.parse(booking.from), false, campus.timeZone);
  return (
    <Dialog title={t`Cancel the booking?`} onClose={onClose}>
      <Text size="sm">{t`${name}, ${time}. Others can then book it.`}</Text>
      <ErrorBanner text={cancel.error ? errorText(cancel.error) : undefined} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
        <Button
          color="red"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(booking.id, {
              onSuccess: () => {
                showToast({ kind: "success", text: t`The booking is cancelled` });
                onClose();
              },
            })
          }
        >
          <Trans>Cancel the booking</Trans>
        </Button>
      </Group>
    </Dialog>
  );
}
