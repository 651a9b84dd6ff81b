import { Trans, useLingui } from "@lingui/react/macro";
import { Skeleton, Text, Title } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { AlarmEvidence } from "@verandah/contract/alarms.ts";
import { useMemo } from "react";

import { alignTrends, type ComparedTrend } from "#shared/charts/align-trends.ts";
import { Trend } from "#shared/charts/trend.tsx";
import { momentText } from "#shared/format/time.ts";
import { useSession } from "#shared/session.ts";
import { useNow } from "#shared/use-now.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { evidenceTrendQuery } from "./alarms.queries.ts";

import classes from "./alarm-details.module.css";

const HEIGHT_PX = 200;
const DAY_REFRESH_MS = 60_000;

type EvidencePoint = AlarmEvidence["points"][number];

/** What the points did that a fault rule judged by, and what each showed when the alarm was raised. */
export function AlarmEvidenceTrend({ evidence }: { evidence: AlarmEvidence }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf, valueText, statesOf } = usePointText();
  const nowMs = useNow(DAY_REFRESH_MS);
  const { since, until, points } = evidence;
  const ownSsid = points[0]?.ssid;
  const { trends, isLoading, hasFailed } = useQueries({
    queries: points.map((point) =>
      evidenceTrendQuery(point, { since, until }, statesOf(point.param_id) !== undefined),
    ),
    combine: (results) => ({
      trends: results.flatMap(({ data }): ComparedTrend[] => (data ? [data] : [])),
      isLoading: results.some((result) => result.isPending),
      hasFailed: results.some((result) => result.isError),
    }),
  });
  // The device's own points need no name before them.
  const labelOf = ({ ssid, name, param_id: paramId }: EvidencePoint) =>
    ssid === ownSsid ? nameOf(paramId) : `${name} · ${nameOf(paramId)}`;
  const names = JSON.stringify(points.map((point) => [pointKey(point), labelOf(point)]));
  const lines = useMemo(() => {
    const labels = new Map<string, string>(JSON.parse(names));
    return alignTrends(trends, (point) => labels.get(point) ?? point, statesOf);
  }, [trends, names, statesOf]);
  const marks = useMemo(() => [since, until].map((at) => Date.parse(at) / 1_000), [since, until]);
  const from = momentText(since, nowMs, campus.timeZone);
  const to = momentText(until, nowMs, campus.timeZone);

  return (
    <section>
      <Title order={4} size="h6">
        <Trans>What the rule saw</Trans>
      </Title>
      <Text size="xs" c="dimmed">{t`From ${from} until the alarm at ${to}`}</Text>
      {isLoading ? (
        <Skeleton height={HEIGHT_PX} />
      ) : lines.times.length === 0 ? (
        <Text size="sm" c="dimmed">
          {hasFailed ? t`The readings could not be loaded.` : t`No data`}
        </Text>
      ) : (
        <Trend
          label={t`The readings that the rule judged by`}
          {...lines}
          timeZone={campus.timeZone}
          height={HEIGHT_PX}
          marks={marks}
        />
      )}
      <dl className={classes["seen"]}>
        {points.map((point) => (
          <div key={pointKey(point)}>
            <dt>{labelOf(point)}</dt>
            <dd>{valueText(point.param_id, point.param_value, point.unit)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const pointKey = (point: EvidencePoint) => `${point.ssid}/${point.param_id}`;
