import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Text } from "@mantine/core";
import { IconCalendarShare } from "@tabler/icons-react";
import {
  endBookingFeed,
  getBookingFeed,
  renewBookingFeed,
} from "@verandah/contract/bookings/booking-feed.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
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
  const { data: feed, error } = useRoute(getBookingFeed, {});
  const renew = useChange(renewBookingFeed);
  const end = useChange(endBookingFeed);
  return (
    <SecretAddress
      title={t`Calendar feed`}
      error={error}
      createdAt={feed?.createdAt}
      sinceText={(since) => t`You made an address on ${since}. It is not shown again.`}
      renew={renew}
      onRenew={() => renew.mutate({})}
      end={end}
      endText={t`End the feed`}
      onEnd={(done) => end.mutate({}, done)}
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
