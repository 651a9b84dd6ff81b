import { useLingui } from "@lingui/react/macro";
import { Group, Title } from "@mantine/core";
import { type getAlarm } from "@verandah/contract/alarms/alarms.ts";
import { type ReplyOf } from "@verandah/contract/route.ts";

import { PointsChart } from "#shared/charts/points-chart.tsx";
import { ZoomButtons } from "#shared/charts/trend-range-bar.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";

const HEIGHT_PX = 180;
/** Time before and after an alarm that its trend shows, ms. */
const AROUND_MS = 30 * 60_000;

/** The trend half an hour before and after the alarm; nothing for an alarm without a point. */
export function AlarmTrend({ alarm }: { alarm: ReplyOf<typeof getAlarm> }) {
  const { ssid, param_id: paramId } = alarm;
  if (ssid === null || paramId === null) return null;
  return <Around alarm={alarm} ssid={ssid} paramId={paramId} />;
}

function Around({
  alarm,
  ssid,
  paramId,
}: {
  alarm: ReplyOf<typeof getAlarm>;
  ssid: string;
  paramId: string;
}) {
  const { t } = useLingui();
  const { statesOf } = usePointText();
  const raisedMs = Date.parse(alarm.raisedAt);
  const view = useLocalView({ fromMs: raisedMs - AROUND_MS, toMs: raisedMs + AROUND_MS });
  return (
    <section>
      <Group justify="space-between" gap="xs" mb={4}>
        <Title order={4} size="h6">{t`Trend around the alarm`}</Title>
        <ZoomButtons view={view} />
      </Group>
      <PointsChart
        label={t`Half an hour before and after the alarm`}
        points={[{ ssid, paramId }]}
        view={view}
        height={HEIGHT_PX}
        limits={alarm.limit === null || statesOf(paramId) ? [] : [alarm.limit]}
        marksOf={ssid}
      />
    </section>
  );
}
