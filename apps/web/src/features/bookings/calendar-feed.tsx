import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
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
import { errorText } from "#shared/texts/error-text.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";

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
  const failure = error ?? renew.error ?? end.error;
  const address = renew.data && window.location.origin + renew.data.path;
  const since = feed?.createdAt && cursorText(Date.parse(feed.createdAt), false, campus.timeZone);
  return (
    <Dialog onClose={onClose} title={t`Calendar feed`}>
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Your own calendar can show your bookings: add this address there. Anyone with the address sees
            your bookings.
          </Trans>
        </Text>
        <ErrorBanner text={failure ? errorText(failure) : undefined} />
        {address && feed?.createdAt ? (
          <Stack gap={6}>
            <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {address}
            </Code>
            <Text size="sm" c="dimmed">
              <Trans>The address is shown only now.</Trans>
            </Text>
          </Stack>
        ) : (
          since && <Text size="sm">{t`You made an address on ${since}. It is not shown again.`}</Text>
        )}
        <Group justify="flex-end" gap="sm">
          {feed?.createdAt && (
            <Button
              variant="default"
              loading={end.isPending}
              onClick={() => end.mutate(undefined, { onSuccess: () => renew.reset() })}
            >
              <Trans>End the feed</Trans>
            </Button>
          )}
          {address && feed?.createdAt ? (
            <CopyButton value={address}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? t`Copied` : t`Copy`}</Button>}
            </CopyButton>
          ) : (
            <Button disabled={!feed} loading={renew.isPending} onClick={() => renew.mutate()}>
              {feed?.createdAt ? t`Make a new address` : t`Make an address`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
