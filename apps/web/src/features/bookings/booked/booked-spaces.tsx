import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import {
  type Booking,
  BOOKING_AHEAD_DAYS,
  BOOKINGS_LISTED_MAX,
  type SpaceKind,
  listOwnBookings,
  listBookings,
} from "@verandah/contract/bookings/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import { addDays } from "@verandah/time/wall-clock.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { instantOfWallTime } from "#shared/format/wall-time.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { useTypingPause } from "#shared/ui/fields/date-field.tsx";
import { SearchField } from "#shared/ui/fields/search-field.tsx";
import { Section, type Shown } from "#shared/ui/section.tsx";
import { RangeFields } from "#shared/ui/time-range/time-range-picker.tsx";
import { useNow, useToday } from "#shared/use-now.ts";

import { BookingTable } from "./booking-table.tsx";

const DAY_MS = 86_400_000;
/** Past bookings that are shown, days. */
const PAST_DAYS = 30;
/** Days after today in the choice of a week. */
const WEEK_DAYS = 7;

/** A member's own bookings in all buildings; all of the building for others. */
export function BookedSpaces({ kind }: { kind: SpaceKind }) {
  const { role } = useSession();
  return role.id === roles.member ? <OwnBookings kind={kind} /> : <BuildingBookings kind={kind} />;
}

/** Bookings of the last days and of those to come. */
function OwnBookings({ kind }: { kind: SpaceKind }) {
  const todayMs = Math.floor(useNow() / DAY_MS) * DAY_MS;
  const range = {
    from: new Date(todayMs - PAST_DAYS * DAY_MS).toISOString(),
    to: new Date(todayMs + (BOOKING_AHEAD_DAYS + 2) * DAY_MS).toISOString(),
  };
  return <Bookings kind={kind} of={useRoute(listOwnBookings, { kind, ...range })} />;
}

function Bookings({ kind, of }: { kind: SpaceKind; of: Shown<Booking[]> }) {
  return (
    <Section of={of} height={160} isPart>
      {(bookings) =>
        bookings.length === 0 ? (
          <Text c="dimmed" role="status">
            <Trans>There are no bookings.</Trans>
          </Text>
        ) : (
          <BookingTable kind={kind} bookings={bookings} />
        )
      }
    </Section>
  );
}

/** The bookings of the building on some days, today by default; the days and the search are in the address. */
function BuildingBookings({ kind }: { kind: SpaceKind }) {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const [fields, change] = useSearchState();
  const today = useToday(campus.timeZone);
  const instantOf = (day: string) => instantOfWallTime(`${day}T00:00`, campus.timeZone);
  const day = searchText(fields["day"]) ?? today;
  const until = searchText(fields["until"]) ?? day;
  const search = searchText(fields["search"]);
  const from = instantOf(day);
  const to = instantOf(until) && instantOf(addDays(until, 1));
  const asked = useRoute(
    listBookings,
    { id: building.id, kind, from: from ?? "", to: to ?? "", ...(search && { search }) },
    { enabled: from !== undefined && to !== undefined, keepsLast: true },
  );
  const apply = useTypingPause((days: { from?: string; to?: string }) =>
    change(
      {
        ...(days.from && { day: days.from, ...(until === day && { until: undefined }) }),
        ...(days.to && { until: days.to }),
      },
      { replace: true },
    ),
  );
  const problem = (field: string) => refusedFieldText(asked.error, field);
  const hasMore = (asked.data?.length ?? 0) >= BOOKINGS_LISTED_MAX;
  const most = numberText(BOOKINGS_LISTED_MAX);
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <RangeFields from={day} to={until} problem={problem} onChange={apply} onBlur={apply.flush} />
        <Button.Group>
          <Button variant="default" onClick={() => change({ day: undefined, until: undefined })}>
            {t`Today`}
          </Button>
          <Button
            variant="default"
            onClick={() => change({ day: undefined, until: addDays(today, WEEK_DAYS) })}
          >
            {t`Next 7 days`}
          </Button>
        </Button.Group>
        <SearchField
          label={t`Search people and places`}
          value={search ?? ""}
          onChange={(text) => change({ search: text || undefined }, { replace: true })}
        />
      </Group>
      {hasMore && (
        <Text size="sm" role="status">
          {t`Only the ${most} bookings nearest to now are shown. Choose fewer days or search.`}
        </Text>
      )}
      {from !== undefined && to !== undefined && !problem("to") && <Bookings kind={kind} of={asked} />}
    </Stack>
  );
}
