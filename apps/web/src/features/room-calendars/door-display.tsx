import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Text } from "@mantine/core";
import {
  endRoomDisplay,
  listRoomDisplays,
  renewRoomDisplay,
} from "@verandah/contract/bookings/room-displays.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
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
  const { data, error } = useRoute(listRoomDisplays, {});
  const renew = useChange(renewRoomDisplay);
  const end = useChange(endRoomDisplay);
  const display = data?.find((one) => one.room === room.id);
  const { name } = room;
  return (
    <SecretAddress
      title={t`Door display of ${name}`}
      error={error}
      createdAt={data && (display?.createdAt ?? null)}
      sinceText={(since) => t`An address was made on ${since}. It is not shown again.`}
      renew={renew}
      onRenew={() => renew.mutate({ room: room.id })}
      end={end}
      endText={t`End the display`}
      onEnd={(done) => end.mutate({ id: room.id }, done)}
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
