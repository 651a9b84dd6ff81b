import { useLingui } from "@lingui/react/macro";
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  type FloorPlan,
  getFloorPlan,
  type HeatMapType,
} from "@verandah/contract/floor-plans/floor-plans.ts";

import { useRoute } from "#data/query/use-route.ts";
import type { MapMarker } from "#shared/maps/map-marker.tsx";
import type { MapZone } from "#shared/maps/map-zone.tsx";
import { PlanPanel } from "#shared/maps/plan-panel.tsx";
import { useMapMetric } from "#shared/maps/use-map-metric.ts";
import { FailureSnackbar } from "#shared/ui/feedback/floating-error.tsx";

import { LimitsLegend, PeopleLegend } from "./controls/heat-legend.tsx";
import { useHeatMap, useHeatZones } from "./map-markers.ts";
import { StateLegend } from "./state-legend.tsx";

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
  /** The zone that the page is about, or in which its area or room lies. */
  marked?: number | undefined;
  onZone?: ((id: number) => void) | undefined;
  /** Where the area or room of the page is; other pages list the rooms. */
  markers?: readonly MapMarker[] | undefined;
  onMarker?: ((ssid: string) => void) | undefined;
}

/** A floor's map with one metric of its zones, which the path or the search names. */
export function MetricMap({
  floorId,
  people,
  shown = lightingMetrics,
  marked,
  onZone,
  markers,
  onMarker,
}: Props) {
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
        markers={markers ?? []}
        onMarker={onMarker}
        onZone={onZone}
      >
        {heatType ? <LimitsLegend /> : <PeopleLegend color={OCCUPIED} />}
        {onMarker && <StateLegend />}
        {!markers && <Rooms of={plan.data?.spaces ?? []} zoneId={marked} />}
      </PlanPanel>
    </Stack>
  );
}

/** Links to the rooms of a floor, or of one of its zones. */
function Rooms({ of, zoneId }: { of: FloorPlan["spaces"]; zoneId: number | undefined }) {
  const { t } = useLingui();
  const rooms = of.filter((one) => one.kind === "room" && (zoneId ?? one.zoneId) === one.zoneId);
  if (rooms.length === 0) return null;
  return (
    <Group component="nav" aria-label={t`Rooms`} gap="0 12px" fz="sm">
      <Text span inherit c="dimmed">
        {t`Rooms`}
      </Text>
      {rooms.map(({ id, name }) => (
        <Link key={id} to={`/admin/room/${id}/dashboard`}>
          {name}
        </Link>
      ))}
    </Group>
  );
}
