import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Text } from "@mantine/core";
import { IconCalendarShare } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  bookingFeedQuery,
  useEndBookingFeed,
  useRenewBookingFeed,
} from "#data/bookings/booking-feed.queries.ts";
import { useSession } from "#data/query/session.ts";
import { cursorText } from "#shared/format/time.ts";
import { SecretAddress } from "#shared/ui/dialogs/secret-address.tsx";

/** Opens the dialog for the address at which one's own calendar reads the bookings. */
export function CalendarFeedButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarShare size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <Trans>Calendar feed</Trans>
      </Button>
      {isOpen && <CalendarFeed onClose={() => setOpen(false)} />}
    </>
  );
}

function CalendarFeed({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { data: feed, error } = useQuery(bookingFeedQuery());
  const renew = useRenewBookingFeed();
  const end = useEndBookingFeed();
  const since = feed?.createdAt ? cursorText(Date.parse(feed.createdAt), false, campus.timeZone) : "";
  return (
    <SecretAddress
      title={t`Calendar feed`}
      failure={error ?? renew.error ?? end.error}
      createdAt={feed?.createdAt}
      sinceText={t`You made an address on ${since}. It is not shown again.`}
      path={renew.data?.path}
      renew={{ isPending: renew.isPending, make: () => renew.mutate({}) }}
      end={{
        isPending: end.isPending,
        text: t`End the feed`,
        stop: () => end.mutate({}, { onSuccess: () => renew.reset() }),
      }}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Your own calendar can show your bookings: add this address there. Anyone with the address sees your
          bookings.
        </Trans>
      </Text>
    </SecretAddress>
  );
}
