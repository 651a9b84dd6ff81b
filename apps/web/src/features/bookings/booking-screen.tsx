import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { IconCalendarShare, IconQrcode } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import {
  endBookingFeed,
  getBookingFeed,
  renewBookingFeed,
} from "@verandah/contract/bookings/booking-feed.ts";
import { createBookings, type SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import { listRoomDisplays } from "@verandah/contract/bookings/room-displays.ts";
import { getUtilisation } from "@verandah/contract/bookings/utilisation.ts";
import { roles } from "@verandah/contract/roles.ts";
import { listWorkdays } from "@verandah/contract/schedules/schedule-days.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { instantOfWallTime, wallDay } from "#shared/format/wall-time.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { SecretAddress } from "#shared/ui/dialogs/secret-address.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { BookSpace } from "./book/book-space.tsx";
import { BookedSpaces } from "./booked/booked-spaces.tsx";
import { RoomTimeline } from "./room-timeline.tsx";
import { useProposedTimes } from "./use-booking-times.ts";
import { UtilisationReport } from "./utilisation.tsx";
import { WaitingList } from "./waiting.tsx";

/** Source: spec 1 §2 Seat Booking. */
export function SeatBookingScreen() {
  const { t } = useLingui();
  return <Booking kind="seat" title={t`Seat Booking`} booked={t`Booked Seats`} book={t`Book Seat`} />;
}

export function RoomBookingScreen() {
  const { t } = useLingui();
  return <Booking kind="room" title={t`Conference Room`} booked={t`Booked Rooms`} book={t`Book Room`} />;
}

interface Props {
  kind: SpaceKind;
  title: string;
  booked: string;
  book: string;
}

/** The times and the colleague of a booking, and the time range of the report, which have equal names. */
const ofOneTab = { from: undefined, to: undefined, near: undefined, range: undefined };

/** Booked spaces, and the booking of a free one, with which the screen opens for users with that right; the tab is in the address. */
function Booking({ kind, title, booked, book }: Props) {
  const { t } = useLingui();
  const { role } = useSession();
  const [search, change] = useSearchState();
  const canBook = admits(createBookings.access, role.id);
  const hasReport = admits(getUtilisation.access, role.id);
  const tabs = ["booked", ...(canBook ? ["book"] : []), ...(hasReport ? ["utilisation"] : [])];
  const first = canBook ? "book" : "booked";
  const tab = tabs.find((one) => one === searchText(search["tab"])) ?? first;
  return (
    <Stack gap={14}>
      <Group justify="space-between" gap="sm">
        <PageTitle>{title}</PageTitle>
        <Group gap="sm">
          {admits(listRoomDisplays.access, role.id) && (
            <Button
              variant="default"
              c="var(--mantine-color-default-color)"
              component={Link}
              to="/admin/seatCodes"
              leftSection={<IconQrcode size={16} aria-hidden />}
            >
              <Trans>QR codes</Trans>
            </Button>
          )}
          <CalendarFeedButton />
        </Group>
      </Group>
      <Tabs
        value={tab}
        onChange={(value) =>
          change({
            ...ofOneTab,
            tab: value === first ? undefined : (value ?? undefined),
            // The days of the list are no wish for a booking.
            ...(value === "book" && { day: undefined, until: undefined }),
          })
        }
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="booked">{booked}</Tabs.Tab>
          {canBook && <Tabs.Tab value="book">{book}</Tabs.Tab>}
          {hasReport && <Tabs.Tab value="utilisation">{t`Utilisation`}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="booked" pt="md">
          {canBook && <WaitingList kind={kind} />}
          {!canBook && kind === "room" && <RoomDays />}
          <BookedSpaces kind={kind} />
        </Tabs.Panel>
        {hasReport && (
          <Tabs.Panel value="utilisation" pt="md">
            <UtilisationReport kind={kind} />
          </Tabs.Panel>
        )}
        {canBook && (
          <Tabs.Panel value="book" pt="md">
            <Book
              kind={kind}
              onBooked={(day) =>
                change({
                  ...ofOneTab,
                  tab: "booked",
                  day: role.id === roles.member ? undefined : day,
                  until: undefined,
                })
              }
            />
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  );
}

/** Books at the proposed time; without the workdays of the building it is an hour from now. */
function Book({ kind, onBooked }: { kind: SpaceKind; onBooked: (day: string) => void }) {
  const { building } = useSession();
  const [search] = useSearchState();
  const { data: workdays = [], isPending } = useRoute(listWorkdays, { id: building.id });
  const proposed = useProposedTimes({ kind, workdays, wantedDay: searchText(search["day"]) });
  if (isPending) return <Loading height={480} />;
  return <BookSpace kind={kind} proposed={proposed} onBooked={onBooked} />;
}

const DAY_MS = 86_400_000;

/** The rooms of a day for those who do not book. */
function RoomDays() {
  const { timeZone } = useSession().campus;
  const [atMs, setAtMs] = useState(() => Date.now());
  const noon = `${wallDay(atMs, timeZone)}T12:00`;
  const at = instantOfWallTime(noon, timeZone) ?? new Date(atMs).toISOString();
  return (
    <Box mb="md">
      <RoomTimeline range={{ from: at, to: at }} onDay={(days) => setAtMs(atMs + days * DAY_MS)} />
    </Box>
  );
}

/** Opens the dialog for the address at which one's own calendar reads the bookings. */
function CalendarFeedButton() {
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
