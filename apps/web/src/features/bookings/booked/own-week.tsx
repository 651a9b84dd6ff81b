import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type Booking, listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import { listWorkdays } from "@verandah/contract/schedules/schedule-days.ts";
import { addDays } from "@verandah/time/wall-clock.ts";
import type { ReactNode } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { dayText } from "#shared/format/time.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { instantOfWallTime, wallDay, wallTime } from "#shared/format/wall-time.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { Section, type Shown } from "#shared/ui/section.tsx";
import { useNow, useToday } from "#shared/use-now.ts";

import { useCheckIn, useHasWorkLeft } from "../use-booking-times.ts";
import { usePlaceText } from "./place-text.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Workdays that are shown, of the next ten days. */
const WEEK_DAYS = 5;
const ASKED_DAYS = 10;

interface OwnDay {
  /** `2026-01-05` */
  day: string;
  /** The caller's bookings that are not over, the earliest first. One that began before today is of today. */
  bookings: readonly Booking[];
}

/** The next five workdays of the building with the caller's bookings in all buildings, and other days that have bookings. */
export function useOwnWeek(): Shown<readonly OwnDay[]> {
  const { building, campus } = useSession();
  const { timeZone } = campus;
  const nowMs = useNow();
  const today = wallDay(nowMs, timeZone);
  const hasWorkLeft = useHasWorkLeft();
  const workdays = useRoute(listWorkdays, { id: building.id });
  const end = addDays(today, ASKED_DAYS);
  // Today is shown until the end of work. Without the workdays the bookings and their check-in are shown.
  const shown = (workdays.data ?? (workdays.error ? [] : undefined))
    ?.filter((day) => day < end && (day > today || hasWorkLeft(day)))
    .slice(0, WEEK_DAYS);
  const to = instantOfWallTime(`${end}T00:00`, timeZone);
  // Whole hours, so that the query stays the same for a while.
  const from = new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS).toISOString();
  const own = useRoute(listOwnBookings, to ? { from, to } : undefined, { keepsLast: true });
  const isKept = (booking: Booking) =>
    (booking.status === "booked" || booking.status === "checkedIn") && Date.parse(booking.to) > nowMs;
  const dayOf = ({ from: begin }: Booking) => {
    const day = wallDay(Date.parse(begin), timeZone);
    return day < today ? today : day;
  };
  const { dataUpdatedAt } = own;
  const error = own.error ?? workdays.error;
  if (!shown || !own.data) return { dataUpdatedAt, error, data: undefined };
  const byDay = Map.groupBy(
    own.data.filter(isKept).toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from)),
    dayOf,
  );
  const days = [...new Set([...shown, ...byDay.keys()])].toSorted();
  return { dataUpdatedAt, error, data: days.map((day) => ({ day, bookings: byDay.get(day) ?? [] })) };
}

interface Props {
  of: Shown<readonly OwnDay[]>;
  /** Shown with each booking whose place may be used. */
  renderMore: (booking: Booking) => ReactNode;
  children: ReactNode;
}

/** Where the caller sits and meets on the next workdays: check-in today, and booking of a seat on the days without one. */
export function OwnWeek({ of, renderMore, children }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const today = useToday(campus.timeZone);
  return (
    <Card component="section" padding="md" aria-label={t`My week`}>
      <Section of={of} height={300}>
        {(days) => (
          <Rows>
            {days.map((one) => (
              <OwnDayRow key={one.day} {...one} isToday={one.day === today} renderMore={renderMore} />
            ))}
          </Rows>
        )}
      </Section>
      {children}
      <Group gap="md" mt="xs">
        <Link to="/admin/room-booking">
          <Trans>Book a room</Trans>
        </Link>
        <Link to="/admin/seat-booking" search={{ tab: "booked" }}>
          <Trans>Booked Seats</Trans>
        </Link>
      </Group>
    </Card>
  );
}

function OwnDayRow({
  day,
  bookings,
  isToday,
  renderMore,
}: OwnDay & { isToday: boolean; renderMore: Props["renderMore"] }) {
  const { t } = useLingui();
  const hasWorkLeft = useHasWorkLeft();
  const name = isToday
    ? t({ message: "Today", comment: "A day of a list" })
    : dayText(Date.parse(`${day}T12:00:00Z`), "UTC");
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <Text component="h2" size="sm" c="dimmed" fw={500}>
          {name}
        </Text>
        {!bookings.some(({ kind }) => kind === "seat") && hasWorkLeft(day) && (
          <Button
            component={Link}
            to={`/admin/seat-booking?day=${day}`}
            size="compact-md"
            variant="light"
            aria-label={t`Book a seat: ${name}`}
          >
            <Trans>Book</Trans>
          </Button>
        )}
      </Group>
      {bookings.length === 0 && (
        <Text size="sm">
          <Trans>Nothing booked</Trans>
        </Text>
      )}
      {bookings.map((booking) => (
        <OwnBooking key={booking.id} booking={booking} among={bookings} renderMore={renderMore} />
      ))}
    </li>
  );
}

/** One booking with its times and check-in. */
export function OwnBooking({
  booking,
  among = [booking],
  renderMore,
}: {
  booking: Booking;
  /** The bookings that are shown with it. */
  among?: readonly Booking[];
  renderMore: Props["renderMore"];
}) {
  const { t } = useLingui();
  const { campus } = useSession();
  const today = useToday(campus.timeZone);
  const momentText = useMomentText();
  const arrival = useCheckIn(booking);
  const placeText = usePlaceText(among);
  const { space, from, to, status } = booking;
  const begin = momentText(from);
  const end = wallTime(Date.parse(to), campus.timeZone).slice(11);
  // Its place may be used on its day, or as soon as the check-in is open.
  const isUsable =
    status === "checkedIn" || arrival !== undefined || wallDay(Date.parse(from), campus.timeZone) <= today;
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
      {isUsable && renderMore(booking)}
      {status === "checkedIn" && (
        <Text size="sm" c="dimmed">
          {t`Checked in`}
        </Text>
      )}
      {arrival && (
        <Button {...arrival} aria-label={t`Check in to ${name}`}>
          <Trans>Check in</Trans>
        </Button>
      )}
    </Group>
  );
}
