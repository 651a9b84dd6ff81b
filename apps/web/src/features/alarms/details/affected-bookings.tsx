import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Text, Title } from "@mantine/core";
import {
  type AffectedBooking,
  listAlarmBookings,
  moveAlarmBookings,
} from "@verandah/contract/bookings/alarm-bookings.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { cursorText } from "#shared/format/time.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

/** Bookings at the place of an alarm, and the button that moves them to free spaces; nothing when there are none. */
export function AffectedBookings({ alarmId }: { alarmId: number }) {
  const { t } = useLingui();
  const listed = useRoute(listAlarmBookings, { id: alarmId });
  const move = useChange(moveAlarmBookings);
  const movable = listed.data?.filter(({ proposed }) => proposed).length ?? 0;
  return (
    <Section of={listed} placeholder={false} isPart empty={false}>
      {(bookings) => (
        <section>
          <Title order={4} size="h6">{t`Bookings of the next 24 hours here`}</Title>
          <ErrorBanner error={move.error} />
          {movable > 0 && (
            <Button
              size="compact-sm"
              mt={6}
              loading={move.isPending}
              onClick={() =>
                move.mutate(
                  { id: alarmId },
                  {
                    onSuccess: ({ moved }) =>
                      showToast({
                        kind: "success",
                        text: plural(moved.length, {
                          one: "# booking was moved. The person gets an e-mail.",
                          other: "# bookings were moved. The people get an e-mail.",
                        }),
                      }),
                  },
                )
              }
            >
              {plural(movable, { one: "Move # booking", other: "Move # bookings" })}
            </Button>
          )}
          {movable < bookings.length && (
            <Text size="sm" c="dimmed" mt={4}>{t`Inform the people of the bookings that stay here.`}</Text>
          )}
          <Rows hasTop py={4} mt={4} fz="sm">
            {bookings.map((affected) => (
              <li key={affected.booking.id}>
                <Affected affected={affected} />
              </li>
            ))}
          </Rows>
        </section>
      )}
    </Section>
  );
}

function Affected({ affected: { booking, proposed, reason } }: { affected: AffectedBooking }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const when = (instant: string) => cursorText(Date.parse(instant), false, campus.timeZone);
  const reasons = {
    begun: booking.status === "checkedIn" ? t`The person has checked in.` : t`It has begun.`,
    "none-free": t`No equal space is free.`,
    outside: t`It was made in another calendar.`,
  };
  const place = proposed && [proposed.name, proposed.zone, proposed.floor].join(", ");
  return (
    <>
      <Text size="sm">
        {booking.space.name}, {when(booking.from)}: {booking.bookedFor.name}
      </Text>
      <Text size="xs" c="dimmed">
        {place === null ? reason && reasons[reason] : t`Free then: ${place}`}
      </Text>
    </>
  );
}
