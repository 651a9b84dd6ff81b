import { useLingui } from "@lingui/react/macro";
import { useNavigate, useParams } from "@tanstack/react-router";

import { useSearchState } from "#shared/search-state.ts";

import { PlaceCards } from "../../features/buildings/place-cards.tsx";
import { type MapMetric, MetricMap } from "../../features/floor-plans/metric-map.tsx";
import type { Layer } from "./layers.ts";

import columns from "#shared/maps/plan-columns.module.css";

export const comfortMetrics = [
  "temperature",
  "humidity",
  "aqi",
  "luminousity",
] as const satisfies readonly MapMetric[];

export function useLayerNames(): Record<Layer, string> {
  const { t } = useLingui();
  return {
    hvac: t`HVAC`,
    lights: t`LMS`,
    comfort: t`Comfort`,
    people: t`People`,
    devices: t`Devices`,
  };
}

/** Opens a zone of the plan, with the same layer and metric. */
export function useOpenZone(layer: Layer): (id: number) => void {
  const navigate = useNavigate();
  const [{ metric }] = useSearchState();
  const { param } = useParams({ strict: false });
  return (id) =>
    void navigate({ to: `/admin/zone/${id}/dashboard`, search: { layer, metric: param ?? metric } });
}

/** What a floor opens with. Its other layers are loaded later. */
export function FloorComfort({ floorId }: { floorId: number }) {
  return (
    <div className={columns["columns"]}>
      <MetricMap floorId={floorId} shown={comfortMetrics} onZone={useOpenZone("comfort")} />
      <div className={columns["side"]}>
        <PlaceCards id={floorId} />
      </div>
    </div>
  );
}
