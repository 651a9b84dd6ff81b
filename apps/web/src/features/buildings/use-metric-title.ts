import { useLingui } from "@lingui/react/macro";
import type { MetricName } from "@verandah/contract/buildings.ts";

/** What each parameter is called on the overview. Source: spec 2 §2 Building overview. */
export function useMetricTitle(): (name: MetricName) => string {
  const { t } = useLingui();
  const titles: Record<MetricName, string> = {
    TEMPERATURE: t`Temperature`,
    HUMIDITY: t`Humidity`,
    LUMINOUSITY: t`Light`,
    CO2: t`Air Quality`,
  };
  return (name) => titles[name];
}
