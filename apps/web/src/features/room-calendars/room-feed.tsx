import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Checkbox, Text } from "@mantine/core";
import { endRoomFeed, listRoomFeeds, renewRoomFeed } from "@verandah/contract/bookings/room-feeds.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { SecretAddress } from "#shared/ui/dialogs/secret-address.tsx";

/** Opens the dialog for the address at which other calendars read the times of a room. */
export function RoomFeedButton({ room }: { room: { id: number; name: string } }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { name } = room;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Calendar feed of ${name}`}
        onClick={() => setOpen(true)}
      >
        {t`Calendar feed`}
      </Button>
      {isOpen && <RoomFeed room={room} onClose={() => setOpen(false)} />}
    </>
  );
}

function RoomFeed({ room, onClose }: { room: { id: number; name: string }; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error } = useRoute(listRoomFeeds, {});
  const renew = useChange(renewRoomFeed);
  const end = useChange(endRoomFeed);
  const [chosen, setChosen] = useState<boolean>();
  const feed = data?.find((one) => one.room === room.id);
  const hasTitles = chosen ?? feed?.hasTitles ?? false;
  const { name } = room;
  return (
    <SecretAddress
      title={t`Calendar feed of ${name}`}
      error={error}
      createdAt={data && (feed?.createdAt ?? null)}
      sinceText={(since) => t`An address was made on ${since}. It is not shown again.`}
      renew={renew}
      onRenew={() => renew.mutate({ room: room.id, hasTitles })}
      end={end}
      endText={t`End the feed`}
      onEnd={(done) => end.mutate({ id: room.id }, done)}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Other calendars can show when the room is booked: add this address there. Anyone with the address
          sees the times, but no names of people.
        </Trans>
      </Text>
      <Checkbox
        label={t`With the titles of bookings`}
        description={t`A change needs a new address.`}
        checked={hasTitles}
        onChange={({ currentTarget }) => {
          renew.reset();
          setChosen(currentTarget.checked);
        }}
      />
    </SecretAddress>
  );
}
