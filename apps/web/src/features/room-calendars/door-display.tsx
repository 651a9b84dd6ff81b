import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  roomDisplaysQuery,
  useEndRoomDisplay,
  useRenewRoomDisplay,
} from "#data/bookings/room-displays.queries.ts";
import { useSession } from "#data/query/session.ts";
import { cursorText } from "#shared/format/time.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";

/** Opens the dialog for the address of a room's door display. */
export function DoorDisplayButton({ room }: { room: { id: number; name: string } }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { name } = room;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Door display of ${name}`}
        onClick={() => setOpen(true)}
      >
        {t`Door display`}
      </Button>
      {isOpen && <DoorDisplay room={room} onClose={() => setOpen(false)} />}
    </>
  );
}

function DoorDisplay({ room, onClose }: { room: { id: number; name: string }; onClose: () => void }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { data, error } = useQuery(roomDisplaysQuery());
  const renew = useRenewRoomDisplay();
  const end = useEndRoomDisplay();
  const display = data?.find((one) => one.room === room.id);
  const failure = error ?? renew.error ?? end.error;
  const address = display && renew.data && window.location.origin + renew.data.path;
  const since = display && cursorText(Date.parse(display.createdAt), false, campus.timeZone);
  const { name } = room;
  return (
    <Dialog onClose={onClose} title={t`Door display of ${name}`}>
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Open this address on a screen at the door. It shows when the room is free, without names, and
            needs no login.
          </Trans>
        </Text>
        <ErrorBanner error={failure} />
        {address ? (
          <Stack gap={6}>
            <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {address}
            </Code>
            <Text size="sm" c="dimmed">{t`The address is shown only now.`}</Text>
          </Stack>
        ) : (
          since && <Text size="sm">{t`An address was made on ${since}. It is not shown again.`}</Text>
        )}
        <Group justify="flex-end" gap="sm">
          {display && (
            <Button
              variant="default"
              loading={end.isPending}
              onClick={() => end.mutate({ id: room.id }, { onSuccess: () => renew.reset() })}
            >
              {t`End the display`}
            </Button>
          )}
          {address ? (
            <CopyButton value={address}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? t`Copied` : t`Copy`}</Button>}
            </CopyButton>
          ) : (
            <Button
              disabled={!data}
              loading={renew.isPending}
              onClick={() => renew.mutate({ room: room.id })}
            >
              {display ? t`Make a new address` : t`Make an address`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
