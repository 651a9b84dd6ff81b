import { Trans, useLingui } from "@lingui/react/macro";
import { Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { drawn } from "#shared/charts/trend-states.ts";
import { Trend } from "#shared/charts/trend.tsx";
import { useSession } from "#shared/session.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { type AlarmDetail, trendAroundQuery } from "./alarms.queries.ts";

const HEIGHT_PX = 170;

/** What the reading did half an hour before and after the alarm; nothing for an alarm that is about no reading. */
export function AlarmTrend({ alarm }: { alarm: AlarmDetail }) {
  const { ssid, param_id: paramId } = alarm;
  if (ssid === null || paramId === null) return null;
  return <Around alarm={alarm} ssid={ssid} paramId={paramId} />;
}

function Around({ alarm, ssid, paramId }: { alarm: AlarmDetail; ssid: string; paramId: string }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf, statesOf } = usePointText();
  const { data: trend, isError } = useQuery(
    trendAroundQuery(ssid, paramId, alarm.raisedAt, statesOf(paramId) !== undefined),
  );
  const lines = useMemo(() => {
    const buckets = trend?.buckets ?? [];
    const states = statesOf(paramId);
    const values = buckets.map((bucket) => drawn(bucket, states));
    return {
      times: buckets.map(({ at }) => Date.parse(at) / 1_000),
      series: [{ label: nameOf(paramId), unit: trend?.unit ?? "none", values, states }],
    };
  }, [trend, paramId, nameOf, statesOf]);

  return (
    <section>
      <Title order={4} size="h6">
        <Trans>The reading around it</Trans>
      </Title>
      <Text size="xs" c="dimmed">
        {nameOf(paramId)}
      </Text>
      {!trend && !isError && <Skeleton height={HEIGHT_PX} />}
      {isError && (
        <Text size="sm" c="dimmed">
          <Trans>The readings could not be loaded.</Trans>
        </Text>
      )}
      {trend && trend.buckets.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No data</Trans>
        </Text>
      )}
      {trend && trend.buckets.length > 0 && (
        <Trend
          label={t`Half an hour before and after the alarm`}
          {...lines}
          timeZone={campus.timeZone}
          height={HEIGHT_PX}
          limits={alarm.limit === null || statesOf(paramId) ? [] : [alarm.limit]}
          marks={[Date.parse(alarm.raisedAt) / 1_000]}
        />
      )}
    </section>
  );
}
