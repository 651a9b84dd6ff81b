import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { useState } from "react";

import { bookableQuery, useChangeBooking } from "#data/bookings/bookings.queries.ts";
import { useSession } from "#data/query/session.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { showToast } from "#shared/ui/toast.ts";

import { BookingTimes, useBookingTimes } from "./booking-times.tsx";

/** Moves a booking to another time, or to another space that is free then. */
export function ChangeBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useLingui();
  const { building } = useSession();
  const { kind, attendees } = booking;
  const { typed, setTyped, range } = useBookingTimes(booking);
  const [space, setSpace] = useState(booking.space.id);
  const change = useChangeBooking(kind);
  const searched = { id: building.id, kind, ...(range ?? { from: booking.from, to: booking.to }) };
  const { data = [] } = useQuery(bookableQuery(searched));
  const problem = (field: string) => (change.error ? refusedFieldText(change.error, field) : undefined);
  const people = kind === "room" ? attendees : 1;
  const free = data.filter(({ isFree, seats }) => isFree && seats >= people);
  const options = new Map([
    [booking.space.id, booking.space.name],
    ...free.map(({ id, name, floor }): [number, string] => [id, `${name}, ${floor.name}`]),
  ]);
  const hasFieldProblem = ["from", "to"].some(problem);
  return (
    <Dialog title={t`Change the booking`} onClose={onClose}>
      <Stack gap="sm">
        <BookingTimes typed={typed} problem={problem} onChange={setTyped} />
        <Select
          label={kind === "seat" ? t`Seat` : t`Room`}
          searchable
          allowDeselect={false}
          data={Array.from(options, ([id, label]) => ({ value: String(id), label }))}
          value={String(space)}
          onChange={(id) => setSpace(Number(id))}
        />
        {change.error && !hasFieldProblem && (
          <ErrorBanner
            text={[errorText(change.error), problem("spaces"), problem("attendees")]
              .filter(Boolean)
              .join(" ")}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={!range}
            loading={change.isPending}
            onClick={() =>
              range &&
              change.mutate(
                { id: booking.id, space, ...range },
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
