import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import {
  type Booking,
  searchBookable,
  updateRoomBooking,
  updateSeatBooking,
} from "@verandah/contract/bookings/bookings.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { RangeFields } from "#shared/ui/time-range/time-range-picker.tsx";

import { useBookingTimes } from "../use-booking-times.ts";

/** Moves a booking to another time, or to another space that is free then; changes the title and the people of a room. */
export function ChangeBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useLingui();
  const { kind } = booking;
  const times = useBookingTimes(booking);
  const { typed, setTyped, range } = times;
  const [space, setSpace] = useState(booking.space.isActive ? booking.space.id : undefined);
  const [title, setTitle] = useState(booking.title);
  const [attendees, setAttendees] = useState<number | string>(booking.attendees);
  const change = useChange(kind === "seat" ? updateSeatBooking : updateRoomBooking);
  const searched = {
    id: booking.space.buildingId,
    kind,
    ...(range ?? { from: booking.from, to: booking.to }),
  };
  const { data = [], error } = useRoute(searchBookable, searched);
  const problem = (field: string) =>
    times.problem(field) ?? (change.error ? refusedFieldText(change.error, field) : undefined);
  const people = kind === "room" ? Number(attendees) || 1 : 1;
  const free = data.filter(({ isFree, seats }) => isFree && seats >= people);
  const options = new Map([
    ...(booking.space.isActive ? [[booking.space.id, booking.space.name] as const] : []),
    ...free.map(({ id, name, floor }) => [id, `${name}, ${floor.name}`] as const),
  ]);
  const hasFieldProblem = ["from", "to", "title", "attendees"].some(problem);
  return (
    <Dialog title={t`Change the booking`} onClose={onClose}>
      <Stack gap="sm">
        <RangeFields {...typed} hasTime w="100%" problem={problem} onChange={setTyped} />
        <Select
          label={kind === "seat" ? t`Seat` : t`Room`}
          searchable
          allowDeselect={false}
          data={Array.from(options, ([id, label]) => ({ value: String(id), label }))}
          value={space === undefined ? null : String(space)}
          error={error && errorText(error)}
          onChange={(id) => setSpace(Number(id))}
        />
        {kind === "room" && (
          <>
            <TextInput
              label={t`Title`}
              value={title}
              error={problem("title")}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            />
            <NumberInput
              label={t`People`}
              min={1}
              value={attendees}
              error={problem("attendees")}
              onChange={setAttendees}
            />
          </>
        )}
        {change.error && !hasFieldProblem && (
          <ErrorBanner text={[errorText(change.error), problem("spaces")].filter(Boolean).join(" ")} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={!times.isBookable || space === undefined}
            loading={change.isPending}
            onClick={() =>
              range &&
              change.mutate(
                { id: booking.id, space, ...range, ...(kind === "room" && { title, attendees: people }) },
                {
                  onSuccess: () => {
                    showToast({ kind: "success", text: t`The booking is changed` });
                    onClose();
                  },
                },
              )
            }
          >
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
