import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Checkbox, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { roomFeedsQuery, useEndRoomFeed, useRenewRoomFeed } from "#data/bookings/room-feeds.queries.ts";
import { useSession } from "#data/query/session.ts";
import { cursorText } from "#shared/format/time.ts";
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
  const { campus } = useSession();
  const { data, error } = useQuery(roomFeedsQuery());
  const renew = useRenewRoomFeed();
  const end = useEndRoomFeed();
  const [chosen, setChosen] = useState<boolean>();
  const feed = data?.find((one) => one.room === room.id);
  const hasTitles = chosen ?? feed?.hasTitles ?? false;
  const since = feed ? cursorText(Date.parse(feed.createdAt), false, campus.timeZone) : "";
  const { name } = room;
  return (
    <SecretAddress
      title={t`Calendar feed of ${name}`}
      failure={error ?? renew.error ?? end.error}
      createdAt={data && (feed?.createdAt ?? null)}
      sinceText={t`An address was made on ${since}. It is not shown again.`}
      path={renew.data?.path}
      renew={{ isPending: renew.isPending, make: () => renew.mutate({ room: room.id, hasTitles }) }}
      end={{
        isPending: end.isPending,
        text: t`End the feed`,
        stop: () => end.mutate({ id: room.id }, { onSuccess: () => renew.reset() }),
      }}
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
