import { useLingui } from "@lingui/react/macro";
import type { MetricName } from "@verandah/contract/buildings.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";

import { usePointText } from "#shared/texts/use-point-text.ts";

/** What each parameter is called on the overview. Source: spec 2 §2 Building overview. */
export function useMetricTitle(): (name: MetricName) => string {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  return (name) => (name === comfortPoints.co2 ? t`Air Quality` : nameOf(name, environment.type));
}
