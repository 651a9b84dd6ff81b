import { Trans, useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { parkingTrendQuery } from "#data/parking.queries.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { errorText } from "#shared/error-text.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { Loading } from "#shared/ui/loading.tsx";

/** Cars on a deck in the last 24 hours. */
export function ParkingTrend({ floorId }: { floorId: number }) {
  const { t } = useLingui();
  const { data, error } = useQuery(parkingTrendQuery(floorId));
  if (!data) return error ? <ErrorBanner text={errorText(error)} /> : <Loading height={130} />;
  if (data.buckets.every(({ occupied }) => occupied === null))
    return (
      <Text size="sm" c="dimmed">
        <Trans>No data available</Trans>
      </Text>
    );
  return (
    <TimeBars
      label={t`Occupied bays`}
      isByDay={false}
      bars={data.buckets.map(({ at, occupied, isComplete }) => ({
        label: at,
        at,
        value: occupied,
        isComplete,
      }))}
    />
  );
}
