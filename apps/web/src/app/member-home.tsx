import { useLingui } from "@lingui/react/macro";
import { SimpleGrid, Stack } from "@mantine/core";

import { PageTitle } from "#shared/ui/page-title.tsx";

import { TodaysBookings, useTodaysBookings } from "../features/bookings/booked/todays-bookings.tsx";
import { Comfort } from "../features/buildings/comfort.tsx";
import { OwnReports, ReportButtons } from "../features/comfort-reports/own-reports.tsx";
import { ParkingSummary } from "../features/parking/parking-summary.tsx";

/** The first screen of a member: the seat of today, parking, and the comfort at the seat. Source: product page "Who uses it". */
export function MemberHome() {
  const { t } = useLingui();
  const bookings = useTodaysBookings();
  return (
    <Stack gap={14}>
      <PageTitle>{t`Today`}</PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={14}>
        <TodaysBookings of={bookings} renderMore={({ space }) => <ReportButtons space={space} />}>
          <OwnReports />
        </TodaysBookings>
        <ParkingSummary />
      </SimpleGrid>
      <Comfort own={bookings.data?.map(({ space }) => space)} />
    </Stack>
  );
}
