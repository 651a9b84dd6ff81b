import { useLingui } from "@lingui/react/macro";
import { SegmentedControl, Stack } from "@mantine/core";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { getFloorPlan, type HeatMapType } from "@verandah/contract/floor-plans/floor-plans.ts";

import { useRoute } from "#data/query/use-route.ts";
import type { MapZone } from "#shared/maps/map-zone.tsx";
import { PlanPanel } from "#shared/maps/plan-panel.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";

import { HeatLegend } from "./controls/heat-legend.tsx";
import { FailureSnackbar } from "./failure-snackbar.tsx";
import { useHeatMap, useHeatZones } from "./map-markers.ts";

const OCCUPIED = "#12b886";
const EMPTY = "#ced4da";
const NO_VALUE = "#868e96";
const ABOVE = "#e8590c";
const BELOW = "#1c7ed6";

export type MapMetric = HeatMapType | "occupancy";
/** Source: spec 2 §2 Lighting control page (metric toggle). */
const lightingMetrics: readonly MapMetric[] = ["temperature", "humidity", "luminousity", "occupancy"];
interface Props {
  floorId: number;
  /** People by zone, where they are among the metrics. */
  people?: ReadonlyMap<number, number | null>;
  /** To choose from; those of the lighting control page unless given. */
  shown?: readonly MapMetric[];
  /** Only zones outside their limits have a colour. */
  isQuiet?: boolean;
  /** The zone that the page is about. */
  marked?: number | undefined;
  onZone?: ((id: number) => void) | undefined;
}

/** A floor's map with one metric of its zones, which the path or the search names. */
export function MetricMap({
  floorId,
  people,
  shown = lightingMetrics,
  isQuiet = false,
  marked,
  onZone,
}: Props) {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const { param } = useParams({ strict: false });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const metric = shown.find((one) => one === (param ?? searchText(search["metric"]))) ?? "temperature";
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
  const map = heatType && heat.data;

  function choose(next: string): void {
    if (param === undefined) change({ metric: next }, { replace: true });
    else
      void navigate({
        to: pathname.replace(`/${param}`, `/${next}`),
        search: true,
        replace: true,
        resetScroll: false,
      });
  }

  const occupied = (zone: MapZone): MapZone => {
    const count = people?.get(zone.id) ?? null;
    if (count === null) return { ...zone, color: NO_VALUE, text: t`No data` };
    return { ...zone, color: count > 0 ? OCCUPIED : EMPTY, text: String(count) };
  };

  const calm = (zone: MapZone): MapZone => {
    const level = map?.zones.find(({ id }) => id === zone.id)?.level;
    if (!map && heat.isError) return { ...zone, color: NO_VALUE, text: t`No data` };
    if (level === "within") return { id: zone.id, name: zone.name, outline: zone.outline, text: zone.text };
    return level ? { ...zone, color: level === "above" ? ABOVE : BELOW } : zone;
  };

  const planned = plan.data
    ? heatType
      ? heatZones(plan.data, map).map((zone) => (isQuiet ? calm(zone) : zone))
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
        {map && <HeatLegend scale={isQuiet ? [] : map.scale} unit={map.unit} hasLimits />}
      </PlanPanel>
    </Stack>
  );
}
