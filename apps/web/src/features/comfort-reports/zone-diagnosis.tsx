import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { getZoneDiagnosis, type LiveZone } from "@verandah/contract/comfort-reports.ts";
import type { ReactNode } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { quantity } from "#shared/format/number.ts";
import { QualityMark } from "#shared/ui/quality-mark.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";

import { CauseList } from "./cause-list.tsx";

const CHART_HEIGHT_PX = 130;
const DAY_MS = 24 * 3_600_000;

interface Props {
  zoneId: number;
  name: string;
  /** Its setpoint. */
  setpoint: ReactNode;
}

/** The temperature of a zone beside its setpoint, what may explain it, and its last 24 hours. */
export function ZoneDiagnosis({ zoneId, name, setpoint }: Props) {
  const { t } = useLingui();
  const diagnosis = useRoute(getZoneDiagnosis, { id: zoneId });
  return (
    <Aged of={diagnosis}>
      <SectionCard
        title={t`Why this temperature?`}
        aside={
          diagnosis.data && (
            <Group component="span" gap="0 8px" align="baseline">
              <ZoneTemperature of={diagnosis.data.temperature} />
              {setpoint}
            </Group>
          )
        }
      >
        <Section of={diagnosis} height={220} isPart>
          {(live) => (
            <>
              <CauseList live={live} />
              {live.trend.length > 0 && <ZoneTrend label={name} of={live} lengthMs={DAY_MS} />}
            </>
          )}
        </Section>
      </SectionCard>
    </Aged>
  );
}

export function ZoneTemperature({ of }: { of: LiveZone["temperature"] }) {
  const { param_value: value, unit } = of;
  return (
    <Text component="span" fw={650}>
      {value !== null && quantity(value, unit)} <QualityMark of={of} />
    </Text>
  );
}

interface ZoneTrendProps {
  label: string;
  of: Pick<LiveZone, "trend" | "limits">;
  /** Up to now. */
  lengthMs: number;
}

/** The temperature of a zone with its comfort limits, and its setpoint, over time. */
export function ZoneTrend({ label, of: { trend, limits }, lengthMs }: ZoneTrendProps) {
  const view = useLocalView({ lengthMs });
  const hasSeveral = trend.filter(({ isSetpoint }) => !isSetpoint).length > 1;
  const points = trend.map(({ ssid, name, param_id: paramId, isSetpoint }) => ({
    ssid,
    paramId,
    isSetpoint,
    label: hasSeveral && !isSetpoint ? name : undefined,
  }));
  return (
    <PointsChart
      label={label}
      points={points}
      view={view}
      height={CHART_HEIGHT_PX}
      limits={[limits.min, limits.max]}
      marksOf={trend[0]?.ssid}
    />
  );
}
