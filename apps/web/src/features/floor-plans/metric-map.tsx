import { useLingui } from "@lingui/react/macro";
import { SegmentedControl, Stack } from "@mantine/core";
import { getFloorPlan, type HeatMapType } from "@verandah/contract/floor-plans/floor-plans.ts";

import { useRoute } from "#data/query/use-route.ts";
import type { MapZone } from "#shared/maps/map-zone.tsx";
import { PlanPanel } from "#shared/maps/plan-panel.tsx";
import { useMapMetric } from "#shared/maps/use-map-metric.ts";
import { FailureSnackbar } from "#shared/ui/feedback/floating-error.tsx";

import { LimitsLegend, PeopleLegend } from "./controls/heat-legend.tsx";
import { useHeatMap, useHeatZones } from "./map-markers.ts";

const OCCUPIED = "#9775fa";
const NO_VALUE = "#868e96";

export type MapMetric = HeatMapType | "occupancy";
/** Source: spec 2 §2 Lighting control page (metric toggle). */
export const lightingMetrics = [
  "temperature",
  "humidity",
  "luminousity",
  "occupancy",
] as const satisfies readonly MapMetric[];

interface Props {
  floorId: number;
  /** People by zone, where they are among the metrics. */
  people?: ReadonlyMap<number, number | null>;
  /** To choose from; those of the lighting control page unless given. */
  shown?: readonly [MapMetric, ...MapMetric[]];
  /** The zone that the page is about. */
  marked?: number | undefined;
  onZone?: ((id: number) => void) | undefined;
}

/** A floor's map with one metric of its zones, which the path or the search names. */
export function MetricMap({ floorId, people, shown = lightingMetrics, marked, onZone }: Props) {
  const { t } = useLingui();
  const [metric, choose] = useMapMetric(shown);
  const heatType = metric === "occupancy" ? undefined : metric;
  const plan = useRoute(getFloorPlan, { id: floorId });
  const heat = useHeatMap(floorId, heatType);
  const heatZones = useHeatZones();
  const names: Record<MapMetric, string> = {
    temperature: t`Temperature`,
    humidity: t`Humidity`,
    luminousity: t`Luminousity`,
    occupancy: t`Occupancy`,
    aqi: t`AirQuality`,
  };

  const occupied = (zone: MapZone): MapZone => {
    const count = people?.get(zone.id) ?? null;
    if (count === null) return { ...zone, color: NO_VALUE, text: t`No data` };
    return { ...zone, color: count > 0 ? OCCUPIED : undefined, text: String(count) };
  };

  const planned = plan.data
    ? heatType
      ? heatZones(plan.data, heat)
      : plan.data.zones.map((zone) => occupied(zone))
    : [];

  return (
    <Stack gap={10} miw={0}>
      <FailureSnackbar queries={[plan, heat]} />
      <SegmentedControl
        fullWidth
        styles={{ label: { paddingInline: 4, fontSize: 13 } }}
        aria-label={t`What the map shows`}
        value={metric}
        onChange={(next) => choose(next)}
        data={shown.map((value) => ({ value, label: names[value] }))}
      />
      <PlanPanel
        plan={plan.data}
        isFailed={plan.isError}
        onRetry={() => void plan.refetch()}
        subject={names[metric]}
        zones={planned.map((zone) => ({ ...zone, isMarked: zone.id === marked }))}
        markers={[]}
        onZone={onZone}
      >
        {heatType ? <LimitsLegend /> : <PeopleLegend color={OCCUPIED} />}
      </PlanPanel>
    </Stack>
  );
}
