import { useLingui } from "@lingui/react/macro";
import { Stack } from "@mantine/core";
import {
  type Booking,
  searchBookable,
  updateRoomBooking,
  updateSeatBooking,
} from "@verandah/contract/bookings/bookings.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { RangeFields } from "#shared/ui/time-range/time-range-picker.tsx";

import { useBookingTimes, useOwnTimes } from "../use-booking-times.ts";

/** Moves a booking to another time, or to another space that is free then; changes the title and the people of a room. */
export function ChangeBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
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
