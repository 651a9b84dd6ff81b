import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import {
  type LocationMetric,
  NO_DATA,
  type PlaceMeasure,
  listLocationMetrics,
} from "@verandah/contract/buildings.ts";
import { comfortPoints, NOISE } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { QualityMark } from "#shared/ui/quality-mark.tsx";
import { Aged } from "#shared/ui/section.tsx";

/** Measurements that help to choose a seat. */
const shownMeasures: readonly PlaceMeasure[] = [comfortPoints.temperature, comfortPoints.co2, NOISE];

/** Temperature, carbon dioxide and noise of the zones of a floor: in one word for the plan, and with quality for the list. */
export function useZoneComfort(floorId: number) {
  const { t } = useLingui();
  const metrics = useRoute(listLocationMetrics, { id: floorId });
  const { data = [] } = metrics;
  const isOutdated = useIsOutdated(metrics);
  const valuesOf = (zoneId: number) =>
    data.find(({ id }) => id === zoneId)?.parameters.filter(({ name }) => shownMeasures.includes(name)) ?? [];
  const { nameOf } = usePointText();
  const text = ({ value, unit }: LocationMetric["parameters"][number]) =>
    value === NO_DATA ? t`No data` : quantity(value, unit);
  return {
    /** Only a fresh value is shown without its age. */
    zoneText: (zoneId: number) => {
      const value = valuesOf(zoneId).find(({ name }) => name === comfortPoints.temperature);
      return value?.quality === "good" && !isOutdated ? text(value) : undefined;
    },
    renderZone: (zoneId: number) => (
      <Aged of={metrics}>
        <Text size="sm" c="dimmed" component="span">
          {valuesOf(zoneId).map((one, at) => (
            <span key={one.name}>
              {at > 0 && " · "}
              {one.name !== comfortPoints.temperature && `${nameOf(one.name, environment.type)} `}
              {text(one)} <QualityMark of={one} />
            </span>
          ))}
        </Text>
      </Aged>
    ),
  };
}
