import type { MetricName } from "@verandah/contract/buildings.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";

import { PlaceValue } from "../features/buildings/measured-place.tsx";
import { MetricMap } from "../features/floor-plans/metric-map.tsx";
import { AreasScreen } from "../features/lighting/areas-screen.tsx";
import type { RenderMap } from "../features/lighting/light-board.tsx";
import { LightingScreen } from "../features/lighting/lighting-screen.tsx";

const renderMap: RenderMap = (floorId, people) => (
  <MetricMap key={floorId} floorId={floorId} people={people} />
);

/** Lighting control with the floor map. Source: spec 2 §2 Lighting control page. */
export function LmsControlsScreen() {
  return <LightingScreen renderMap={renderMap} />;
}

/** Parameters of addresses. Source: spec 2 §2 Lighting control page (metric toggle). */
const measurements: Partial<Record<string, MetricName>> = {
  humidity: comfortPoints.humidity,
  luminousity: comfortPoints.lux,
};

/** All areas of a floor with one measurement. */
export function AreasByMeasurementScreen() {
  return (
    <AreasScreen
      renderMap={renderMap}
      renderValue={(param, area) => (
        <PlaceValue name={measurements[param] ?? comfortPoints.temperature} {...area} />
      )}
    />
  );
}
