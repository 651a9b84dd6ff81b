import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Booking, RoomDay } from "@verandah/contract/bookings/bookings.ts";
import { getSpaceNow } from "@verandah/contract/bookings/room-displays.ts";
import type { ReactNode } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useNow } from "#shared/use-now.ts";

import { SpaceNow } from "./space-screen.tsx";
import { useFloorRooms } from "./use-floor-rooms.ts";

/** The others are on the booking screen. */
const ROWS_MAX = 5;

interface Props {
  roomId: number;
  floorId: number;
  /** Shown with the own booking when the room may be used. */
  renderMore: (booking: Booking) => ReactNode;
  children: ReactNode;
}

/** Until when a room is free or taken, the way to book it, and its next bookings. */
export function RoomBookings({ roomId, floorId, ...more }: Props) {
  const { t } = useLingui();
  const now = useRoute(getSpaceNow, { id: roomId });
  const rooms = useFloorRooms(floorId);
  const room = rooms.data?.find(({ id }) => id === roomId);
  return (
    <SectionCard
      title={t`Bookings`}
      aside={<Link to="/admin/room-booking" search={{ tab: "booked" }}>{t`Booked Rooms`}</Link>}
    >
      <Section of={now} height={90} isPart>
        {(data) => {
          const { seats, facilities } = data.space;
          return (
            <>
              <Text size="sm" c="dimmed">
                {[t`${seats} seats`, ...facilities].join(", ")}
              </Text>
              <SpaceNow of={data} {...more} />
              {data.own && <Link to="/admin/room-booking">{t`Book Room`}</Link>}
            </>
          );
        }}
      </Section>
      <Section of={{ ...rooms, data: room?.taken }} height={60} isPart>
        {(taken) => <NextTimes taken={taken} />}
      </Section>
    </SectionCard>
  );
}

function NextTimes({ taken }: Pick<RoomDay, "taken">) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { timeZone } = useSession().campus;
  const momentText = useMomentText();
  const next = taken.filter(({ to }) => Date.parse(to) > nowMs).slice(0, ROWS_MAX);
  if (next.length === 0) return <Text size="sm" c="dimmed" mt="xs">{t`No bookings in the next 7 days`}</Text>;
  return (
    <Rows py={4} aria-label={t`Next bookings`}>
      {next.map(({ from, to, title }) => (
        <Group component="li" key={from} justify="space-between" gap="0 12px">
          <Text span size="sm">
            {momentText(from)} – {wallTime(Date.parse(to), timeZone).slice(11)}
          </Text>
          <Text span size="sm" c="dimmed">
            {title || t`Booked`}
          </Text>
        </Group>
      ))}
    </Rows>
  );
}
