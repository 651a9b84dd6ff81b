import { Trans, useLingui } from "@lingui/react/macro";
import { Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { drawn } from "#shared/charts/trend-states.ts";
import { Trend } from "#shared/charts/trend.tsx";
import { errorText } from "#shared/error-text.ts";
import { useSession } from "#shared/session.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { deviceTrendQuery } from "./devices.queries.ts";

const HEIGHT_PX = 190;

/** What one point did in the last day. */
export function DeviceTrend({ ssid, paramId }: { ssid: string; paramId: string }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf, statesOf } = usePointText();
  const { data: trend, error } = useQuery(deviceTrendQuery(ssid, paramId));
  const lines = useMemo(() => {
    const buckets = trend?.buckets ?? [];
    // Until those of a newly chosen point have come these are the last one's.
    const shown = trend?.param_id ?? paramId;
    const states = statesOf(shown);
    const values = buckets.map((bucket) => drawn(bucket, states));
    return {
      times: buckets.map(({ at }) => Date.parse(at) / 1_000),
      series: [{ label: nameOf(shown), unit: trend?.unit ?? "none", values, states }],
    };
  }, [trend, paramId, nameOf, statesOf]);
  return (
    <>
      <Title order={2} size="h6">
        <Trans>The last 24 hours</Trans>
      </Title>
      <Text size="xs" c="dimmed">
        {nameOf(paramId)}
      </Text>
      {!trend && !error && <Skeleton height={HEIGHT_PX} />}
      {!trend && error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errorText(error)}
        </Text>
      )}
      {trend?.buckets.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No data</Trans>
        </Text>
      )}
      {trend && trend.buckets.length > 0 && (
        <Trend label={t`The last 24 hours`} {...lines} timeZone={campus.timeZone} height={HEIGHT_PX} />
      )}
    </>
  );
}
