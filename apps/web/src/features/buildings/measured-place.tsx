import { Trans, useLingui } from "@lingui/react/macro";
import { type MetricName, listLocationMetrics } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { LocationCard } from "./location-card.tsx";
import { MetricValue } from "./metric-value.tsx";
import { metricNames, parameterOf } from "./overview/summaries.ts";

const CARD_HEIGHT_PX = 236;

interface Props {
  floorId: number;
  zoneId: number;
  areaId: number | undefined;
}

/** An area with sensors of its own, or else the zone. */
function useMeasuredPlace({ floorId, zoneId, areaId }: Props) {
  const zones = useRoute(listLocationMetrics, { id: floorId });
  const areas = useRoute(listLocationMetrics, { id: zoneId }, { enabled: areaId !== undefined });
  const area = areas.data?.find(({ id }) => id === areaId);
  const own = area && metricNames.some((name) => parameterOf(area, name)) ? area : undefined;
  const place = own ?? zones.data?.find(({ id }) => id === zoneId);
  const isOwn = areaId === undefined || own !== undefined;
  return { place, isOwn, zones };
}

/** Alerts and measurements of an area or zone as a list item. */
export function MeasuredPlace(props: Props) {
  const { place, zones } = useMeasuredPlace(props);
  if (place)
    return (
      <Aged of={zones}>
        <LocationCard place={place} />
      </Aged>
    );
  return <li>{zones.error ? <ErrorBanner error={zones.error} /> : <Loading height={CARD_HEIGHT_PX} />}</li>;
}

/** One measurement of a zone or an area. An area without sensors has that of its zone. */
export function PlaceValue({ name, ...of }: Props & { name: MetricName }) {
  const { t } = useLingui();
  const { place, isOwn, zones } = useMeasuredPlace(of);
  if (!place) return zones.isError ? <Trans>No data</Trans> : <Loading height={20} />;
  if (!isOwn) return t`Same as zone`;
  return (
    <Aged of={zones}>
      <MetricValue place={place} name={name} />
    </Aged>
  );
}
