import { useLingui } from "@lingui/react/macro";
import { SimpleGrid, Stack } from "@mantine/core";

import { useSession } from "#data/query/session.ts";
import { OffHours } from "#shared/ui/off-hours.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useToday } from "#shared/use-now.ts";

import { OwnWeek, useOwnWeek } from "../features/bookings/booked/own-week.tsx";
import { Comfort } from "../features/buildings/comfort.tsx";
import { OwnReports, ReportButtons } from "../features/comfort-reports/own-reports.tsx";
import { ParkingSummary } from "../features/parking/parking-summary.tsx";

/**
 * The first screen of a member: the week with its bookings, parking, and the comfort at the places of today, otherwise at the next one.
 * Source: product page "Who uses it".
 */
export function MemberHome() {
  const { t } = useLingui();
  const today = useToday(useSession().campus.timeZone);
  const week = useOwnWeek();
  const next = week.data?.find(({ bookings }) => bookings.length > 0);
  const isToday = next?.day === today;
  const places = next?.bookings.map(({ space }) => space) ?? [];
  const own = week.data && (isToday ? places : places.slice(0, 1));
  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`My week`}</PageTitle>
        <OffHours />
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={14}>
        <OwnWeek of={week} renderMore={({ space }) => <ReportButtons space={space} />}>
          <OwnReports />
        </OwnWeek>
        <Stack gap={14}>
          <Comfort of={{ ...week, data: own }} isToday={isToday} />
          <ParkingSummary />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
