import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import {
  type Booking,
  BOOKING_AHEAD_DAYS,
  listOwnBookings,
  searchBookable,
} from "@verandah/contract/bookings/bookings.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { nearestFirst } from "./nearest-first.ts";

const DAY_MS = 86_400_000;
/** How long before the chosen time the last seat may be, days. */
const LAST_DAYS = BOOKING_AHEAD_DAYS;

const isKept = ({ status }: Booking) => status !== "cancelled" && status !== "released";

interface Props {
  range: { from: string; to: string };
  isBooking: boolean;
  onBook: (id: number) => void;
}

/** One button books the caller's last seat before the chosen time again. If that is taken then, it books the nearest free one. Nothing without a last seat. */
export function SameAsLast({ range, isBooking, onBook }: Props) {
  const { t } = useLingui();
  const { building } = useSession();
  const from = new Date(Date.parse(range.from) - LAST_DAYS * DAY_MS).toISOString();
  const own = useRoute(listOwnBookings, { kind: "seat", from, to: range.to });
  const kept = own.data?.filter(isKept) ?? [];
  const present = kept.find((one) => Date.parse(one.to) > Date.parse(range.from));
  const [last] = kept.filter((one) => Date.parse(one.from) < Date.parse(range.from));
  const { data: spaces } = useRoute(
    searchBookable,
    last && !present ? { id: last.space.floorId, kind: "seat", ...range } : undefined,
  );
  if (present) {
    const { name } = present.space;
    return <Text role="status">{t`You have booked ${name} for this time.`}</Text>;
  }
  if (!last || !spaces) return null;
  const { name, isActive, zoneId } = last.space;
  const seat = spaces.find(({ id }) => id === last.space.id);
  const place = seat ?? { coordinates: null, zone: { id: zoneId } };
  const [nearest] = nearestFirst(
    spaces.filter(({ isFree }) => isFree),
    place,
  );
  const offered = seat?.isFree ? seat : nearest;
  const nearestName = nearest?.name;
  const elsewhere = last.space.buildingId !== building.id && last.space.building;
  return (
    <Stack gap={6} align="flex-start">
      {seat?.isFree || (
        <Text role="status">
          {isActive
            ? t`Your last seat, ${name}, is taken at this time.`
            : t`Your last seat, ${name}, is deactivated.`}
        </Text>
      )}
      {offered ? (
        <Button
          variant="light"
          leftSection={<IconHistory size={16} aria-hidden />}
          // A long name takes two lines.
          h="auto"
          py={6}
          maw="100%"
          styles={{ label: { whiteSpace: "normal" } }}
          loading={isBooking}
          onClick={() => onBook(offered.id)}
        >
          {seat?.isFree ? (
            <Trans>The same as last time: book {name}</Trans>
          ) : (
            <Trans>Book the nearest free seat: {nearestName}</Trans>
          )}
        </Button>
      ) : (
        <Text>
          <Trans>No seat on that floor is free at this time.</Trans>
        </Text>
      )}
      {offered && (
        <Text size="sm" c="dimmed">
          {[elsewhere, offered.floor.name, offered.zone.name].filter(Boolean).join(", ")}
        </Text>
      )}
    </Stack>
  );
}
