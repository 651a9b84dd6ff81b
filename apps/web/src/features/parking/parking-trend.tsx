import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { parkingTrendQuery } from "#data/parking.queries.ts";
import { DayBars } from "#shared/charts/day-bars.tsx";

/** Cars on a deck in the last 24 hours. */
export function ParkingTrend({ floorId }: { floorId: number }) {
  const { t } = useLingui();
  const { data, error } = useQuery(parkingTrendQuery(floorId));
  const bars = data?.buckets.map(({ occupied, ...bucket }) => ({ ...bucket, value: occupied }));
  return <DayBars label={t`Occupied bays`} bars={bars} error={error} />;
}
