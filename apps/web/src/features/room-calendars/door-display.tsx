import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  roomDisplaysQuery,
  useEndRoomDisplay,
  useRenewRoomDisplay,
} from "#data/bookings/room-displays.queries.ts";
import { useSession } from "#data/query/session.ts";
import { cursorText } from "#shared/format/time.ts";
import { SecretAddress } from "#shared/ui/dialogs/secret-address.tsx";

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
  const since = display ? cursorText(Date.parse(display.createdAt), false, campus.timeZone) : "";
  const { name } = room;
  return (
    <SecretAddress
      title={t`Door display of ${name}`}
      failure={error ?? renew.error ?? end.error}
      createdAt={data && (display?.createdAt ?? null)}
      sinceText={t`An address was made on ${since}. It is not shown again.`}
      path={renew.data?.path}
      renew={{ isPending: renew.isPending, make: () => renew.mutate({ room: room.id }) }}
      end={{
        isPending: end.isPending,
        text: t`End the display`,
        stop: () => end.mutate({ id: room.id }, { onSuccess: () => renew.reset() }),
      }}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Open this address on a screen at the door. It shows when the room is free, without names, and needs
          no login.
        </Trans>
      </Text>
    </SecretAddress>
  );
}
