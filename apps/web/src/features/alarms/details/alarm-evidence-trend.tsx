import { useLingui } from "@lingui/react/macro";
import { Group, Text, Title } from "@mantine/core";
import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";

import { PointsChart } from "#shared/charts/points-chart.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { ZoomButtons } from "#shared/charts/zoom-buttons.tsx";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { FactList } from "#shared/ui/fact-list.tsx";

const HEIGHT_PX = 200;
/** Time before the fault began and after its alarm that the chart shows, ms. */
const AROUND_MS = 15 * 60_000;
type EvidencePoint = AlarmEvidence["points"][number];

/** Trends of the points that a fault rule used, and the value of each when the alarm was raised. */
export function AlarmEvidenceTrend({ evidence }: { evidence: AlarmEvidence }) {
  const { t } = useLingui();
  const { nameOf, valueText } = usePointText();
  const momentText = useMomentText();
  const { since, until, points } = evidence;
  const ownSsid = points[0]?.ssid;
  const view = useLocalView({
    fromMs: Date.parse(since) - AROUND_MS,
    toMs: Date.parse(until) + AROUND_MS,
  });
  // The names of the device's own points have no prefix.
  const labelOf = ({ ssid, name, param_id: paramId }: EvidencePoint) =>
    ssid === ownSsid ? nameOf(paramId) : `${name} · ${nameOf(paramId)}`;
  const from = momentText(since);
  const to = momentText(until);

  return (
    <section>
      <Group justify="space-between" gap="xs">
        <Title order={4} size="h6">{t`Readings behind this alarm`}</Title>
        <ZoomButtons view={view} />
      </Group>
      <Text size="xs" c="dimmed">{t`From ${from} until the alarm at ${to}`}</Text>
      <PointsChart
        label={t`Readings behind this alarm`}
        points={points.map((point) => ({ ssid: point.ssid, paramId: point.param_id, label: labelOf(point) }))}
        view={view}
        height={HEIGHT_PX}
        limits={[]}
        marksOf={ownSsid}
      />
      <FactList
        mt={8}
        facts={points.map((point) => [
          labelOf(point),
          valueText(point.param_id, point.param_value, point.unit),
        ])}
      />
    </section>
  );
}
