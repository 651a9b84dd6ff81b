import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { type Booking, cancelRoomBooking, cancelSeatBooking } from "@verandah/contract/bookings/bookings.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { cursorText } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

/** The toast about the notice of a cancellation, ms. Source: spec 1 §9 Toast duration. */
const NOTICE_MS = 2_000;

/** A booking is gone at once, and another person may take the space. */
export function CancelBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
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
