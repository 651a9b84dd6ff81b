import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Badge, Button, Group, Text, Radio, Stack } from "@mantine/core";
import {
  type Booking,
  createBookings,
  type SpaceKind,
  cancelRoomBooking,
  cancelSeatBooking,
  searchBookable,
  updateRoomBooking,
  updateSeatBooking,
} from "@verandah/contract/bookings/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { cursorText } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { RangeFields } from "#shared/ui/time-range/time-range-picker.tsx";
import { useNow } from "#shared/use-now.ts";

import { useCheckIn, useBookingTimes, useOwnTimes } from "../use-booking-times.ts";
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

/** The toast about the notice of a cancellation, ms. Source: spec 1 §9 Toast duration. */
const NOTICE_MS = 2_000;

/** A booking is gone at once, and another person may take the space. */
function CancelBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const cancel = useChange(booking.kind === "seat" ? cancelSeatBooking : cancelRoomBooking);
  const [withLater, setWithLater] = useState(false);
  const { id, laterInSeries: later } = booking;
  const { name } = booking.space;
  const time = cursorText(Date.parse(booking.from), false, campus.timeZone);
  return (
    <Dialog title={t`Cancel the booking?`} onClose={onClose}>
      <Text size="sm">{t`${name}, ${time}. Others can then book it.`}</Text>
      {later > 0 && (
        <Radio.Group
          mt="md"
          label={t`This booking repeats`}
          value={withLater ? "all" : "one"}
          onChange={(value) => setWithLater(value === "all")}
        >
          <Stack gap={6} mt={6}>
            <Radio value="one" label={t`Cancel only this one`} />
            <Radio
              value="all"
              label={plural(later, {
                one: "Cancel this one and the later one",
                other: "Cancel this one and the # later ones",
              })}
            />
          </Stack>
        </Radio.Group>
      )}
      <ErrorBanner error={cancel.error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
        <Button
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { id, withLater },
              {
                onError: (error) => {
                  if (isRefusal(error, "booking-notice"))
                    showToast({ kind: "error", text: errorText(error), forMs: NOTICE_MS });
                },
                onSuccess: () => {
                  const text = withLater ? t`The bookings are cancelled` : t`The booking is cancelled`;
                  showToast({ kind: "success", text });
                  onClose();
                },
              },
            )
          }
        >
          {withLater
            ? plural(later + 1, { one: "Cancel # booking", other: "Cancel # bookings" })
            : t`Cancel the booking`}
        </Button>
      </Group>
    </Dialog>
  );
}

/** Moves a booking to another time, or to another space that is free then; changes the title and the people of a room. */
function ChangeBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useLingui();
  const { kind } = booking;
  const times = useBookingTimes(useOwnTimes(booking));
  const { typed, setTyped, range } = times;
  const change = useChange(kind === "seat" ? updateSeatBooking : updateRoomBooking);
  const searched = {
    id: booking.space.buildingId,
    kind,
    ...(range ?? { from: booking.from, to: booking.to }),
  };
  const { data = [], error } = useRoute(searchBookable, searched);
  const { isActive } = booking.space;
  const peopleOf = (attendees: number) => (kind === "room" ? attendees || 1 : 1);
  const options = (people: number) => {
    const free = data.filter(({ isFree, seats }) => isFree && seats >= people);
    const named = new Map([
      ...(isActive ? [[booking.space.id, booking.space.name] as const] : []),
      ...free.map(({ id, name, floor }) => [id, `${name}, ${floor.name}`] as const),
    ]);
    return Array.from(named, ([value, label]) => ({ value, label }));
  };
  return (
    <FormDialog
      title={t`Change the booking`}
      onClose={onClose}
      initial={{
        space: isActive ? booking.space.id : undefined,
        title: booking.title,
        attendees: booking.attendees,
      }}
      isDisabled={({ space }) => !times.isBookable || space === undefined}
      submit={({ space, title, attendees }) =>
        range &&
        change.mutateAsync({
          id: booking.id,
          space,
          ...range,
          ...(kind === "room" && { title, attendees: peopleOf(attendees) }),
        })
      }
      renderFailure={(failure) =>
        failure !== null && (
          <ErrorBanner
            text={[errorText(failure), refusedFieldText(failure, "spaces")].filter(Boolean).join(" ")}
          />
        )
      }
      done={t`The booking is changed`}
    >
      {({ values, errorOf }) => [
        <Stack key="times" gap="sm">
          <RangeFields
            {...typed}
            hasTime
            w="100%"
            problem={(end) => times.problem(end) ?? errorOf(end)}
            onChange={setTyped}
          />
        </Stack>,
        {
          name: "space",
          label: kind === "seat" ? t`Seat` : t`Room`,
          kind: "choice",
          options: options(peopleOf(values.attendees)),
          searchable: true,
        },
        <ErrorBanner key="spaces" error={error} />,
        kind === "room" && { name: "title", label: t`Title` },
        kind === "room" && { name: "attendees", label: t`People`, kind: "number", min: 1 },
      ]}
    </FormDialog>
  );
}
