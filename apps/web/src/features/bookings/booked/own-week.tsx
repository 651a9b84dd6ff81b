import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  type Booking,
  CHECK_IN_MINUTES,
  checkIn,
  listOwnBookings,
} from "@verandah/contract/bookings/bookings.ts";
import type { ReactNode } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { wallDay, wallTime } from "#shared/format/wall-time.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { Section, type Shown } from "#shared/ui/section.tsx";
import { useNow } from "#shared/use-now.ts";

import { usePlaceText } from "./place-text.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Whether a booking begins today, or began before. */
export const isOfToday = ({ from }: Booking, nowMs: number, timeZone: string): boolean =>
  wallDay(Date.parse(from), timeZone) <= wallDay(nowMs, timeZone);

/** The caller's bookings of today that are not over, the earliest first. */
export function useTodaysBookings(): Shown<readonly Booking[]> {
  const { campus } = useSession();
  const nowMs = useNow();
  // Whole hours, so that the query stays the same for a while.
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const query = useRoute(listOwnBookings, {
    from: new Date(hourMs - DAY_MS).toISOString(),
    to: new Date(hourMs + DAY_MS).toISOString(),
  });
  const isToday = (booking: Booking) =>
    (booking.status === "booked" || booking.status === "checkedIn") &&
    Date.parse(booking.to) > nowMs &&
    isOfToday(booking, nowMs, campus.timeZone);
  const data = query.data
    ?.filter(isToday)
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
  return { ...query, data };
}

interface Props {
  of: Shown<readonly Booking[]>;
  /** Shown with each booking. */
  renderMore: (booking: Booking) => ReactNode;
  children: ReactNode;
}

/** Where the caller sits and meets today, with check-in. */
export function TodaysBookings({ of, renderMore, children }: Props) {
  const { t } = useLingui();
  return (
    <Card component="section" padding="md" aria-label={t`My bookings today`}>
      <Title order={2} size="h4" mb="xs">
        <Trans>My bookings today</Trans>
      </Title>
      <Section of={of} height={56} isPart>
        {(bookings) =>
          bookings.length === 0 ? (
            <Text c="dimmed" mb="xs">
              <Trans>You have no seat and no room for today.</Trans>
            </Text>
          ) : (
            bookings.map((booking) => (
              <TodaysBooking key={booking.id} booking={booking} among={bookings} more={renderMore(booking)} />
            ))
          )
        }
      </Section>
      {children}
      <Group gap="md" mt="xs">
        <Link to="/admin/seat-booking">
          <Trans>Book a seat</Trans>
        </Link>
        <Link to="/admin/room-booking">
          <Trans>Book a room</Trans>
        </Link>
      </Group>
    </Card>
  );
}

/** One booking with its times and check-in. */
export function TodaysBooking({
  booking,
  among = [booking],
  more,
}: {
  booking: Booking;
  /** The bookings that are shown with it. */
  among?: readonly Booking[];
  more: ReactNode;
}) {
  const { t } = useLingui();
  const { campus } = useSession();
  const nowMs = useNow();
  const momentText = useMomentText();
  const arrive = useChange(checkIn);
  const placeText = usePlaceText(among);
  const { id, space, from, to, status } = booking;
  const begin = momentText(from);
  const end = wallTime(Date.parse(to), campus.timeZone).slice(11);
  const isCheckInOpen =
    status === "booked" && Math.abs(Date.parse(from) - nowMs) <= CHECK_IN_MINUTES * MINUTE_MS;
  const { name } = space;
  return (
    <Group justify="space-between" gap="xs" py={6}>
      <div>
        <Text fw={650} size="lg">
          {name}
        </Text>
        <Text size="sm">
          {begin} – {end} · {placeText(booking)}
        </Text>
        {!space.isActive && (
          <Text size="sm" c="red">
            <Trans>This place is deactivated.</Trans>
          </Text>
        )}
      </div>
      {more}
      {status === "checkedIn" && (
        <Text size="sm" c="dimmed">
          {t`Checked in`}
        </Text>
      )}
      {isCheckInOpen && (
        <Button
          loading={arrive.isPending}
          aria-label={t`Check in to ${name}`}
          onClick={() => arrive.mutate({ id }, { onError: toastFailure })}
        >
          <Trans>Check in</Trans>
        </Button>
      )}
    </Group>
  );
}
