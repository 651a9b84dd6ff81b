import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Stack, Text } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type Booking, createBookings, type Space } from "@verandah/contract/bookings/bookings.ts";
import { getSpaceNow } from "@verandah/contract/bookings/room-displays.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ReactNode } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { spaceNow } from "#shared/taken-times.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChooseBuilding } from "#shared/use-choose-building.ts";
import { useNow, useToday } from "#shared/use-now.ts";

import { OwnBooking } from "./booked/own-week.tsx";

const SECOND_MS = 1_000;

interface Props {
  /** Shown with the own booking when the place may be used. */
  renderMore: (booking: Booking) => ReactNode;
  children: ReactNode;
}

/** One seat or room, to which its QR code leads: check in to the own booking, or book it. */
export function SpaceScreen(more: Props) {
  const { t } = useLingui();
  const { id } = useParams({ strict: false });
  const asked = useRoute(getSpaceNow, { id: Number(id) });
  return (
    <Stack gap={14} maw={520}>
      {!asked.data && <PageTitle>{t`Seat or room`}</PageTitle>}
      <Section of={asked} height={160} isPart>
        {(data) => (
          <>
            <div>
              <PageTitle>{data.space.name}</PageTitle>
              <PlaceText of={data.space} />
            </div>
            <Card padding="md">
              <SpaceNow of={data} {...more} />
            </Card>
            {data.space.kind === "room" && (
              <Link to={`/admin/room/${data.space.id}/dashboard`}>{t`Plan and comfort of this room`}</Link>
            )}
          </>
        )}
      </Section>
    </Stack>
  );
}

/** Zone and floor; for staff it leads to the page of the zone. */
function PlaceText({ of: { zone, floor } }: { of: Space }) {
  const { role } = useSession();
  const text = `${zone.name}, ${floor.name}`;
  if (!admits(buildingStaff, role.id)) return <Text c="dimmed">{text}</Text>;
  return <Link to={`/admin/zone/${zone.id}/dashboard`}>{text}</Link>;
}

interface SpaceNowProps extends Props {
  of: ReplyOf<typeof getSpaceNow>;
}

/** Until when a seat or room is free or taken, and the own booking, or the way to book it. */
export function SpaceNow({ of: { space, taken, own }, renderMore, children }: SpaceNowProps) {
  const { t } = useLingui();
  const { role } = useSession();
  const momentText = useMomentText();
  const { current, changesAtMs } = spaceNow(taken, useNow(SECOND_MS));
  const end = changesAtMs === undefined ? undefined : momentText(new Date(changesAtMs).toISOString());
  const free = end === undefined ? t`Free for the next 24 hours` : t`Free until ${end}`;
  return (
    <>
      <Text size="lg" fw={600} role="status">
        {current ? (end === undefined ? t`Taken` : t`Taken until ${end}`) : free}
      </Text>
      {own && <OwnBooking booking={own} renderMore={renderMore} />}
      {own && children}
      {!own && admits(createBookings.access, role.id) && <BookButton space={space} />}
    </>
  );
}

/** Opens the booking of free places today. A place in another building makes that the shown one first. */
function BookButton({ space }: { space: Space }) {
  const navigate = useNavigate();
  const { building, campus } = useSession();
  const today = useToday(campus.timeZone);
  const choose = useChooseBuilding();
  const to =
    space.kind === "seat"
      ? `/admin/seat-booking?floor=${space.floor.id}&day=${today}`
      : `/admin/room-booking/0?day=${today}`;

  function open(): void {
    if (building.id === space.buildingId) void navigate({ to });
    else choose.mutate({ building: space.buildingId }, { onSuccess: () => void navigate({ to }) });
  }

  return (
    <>
      <ErrorBanner error={choose.error} />
      <Button mt="md" style={{ alignSelf: "flex-start" }} loading={choose.isPending} onClick={open}>
        <Trans>Book</Trans>
      </Button>
    </>
  );
}
