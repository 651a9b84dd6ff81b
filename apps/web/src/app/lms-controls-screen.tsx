import { MetricMap } from "../features/floor-plans/metric-map.tsx";
import { LightingScreen } from "../features/lighting/lighting-screen.tsx";

/** Lighting control with the floor map. Source: spec 2 §2 Lighting control page. */
export function LmsControlsScreen() {
  return (
    <LightingScreen
      renderMap={(floorId, people) => <MetricMap key={floorId} floorId={floorId} people={people} />}
    />
  );
}
