import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";

import { alignTrends, type ComparedTrend } from "#shared/charts/align-trends.ts";
import { Trend } from "#shared/charts/trend.tsx";
import { errorText } from "#shared/error-text.ts";
import { useSession } from "#shared/session.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { usePointText } from "#shared/use-point-text.ts";

import { comparedTrendQuery } from "./reports.queries.ts";
import { usePointName } from "./use-point-name.ts";

import classes from "./compare.module.css";

const HEIGHT_PX = 280;

interface Props {
  points: readonly string[];
  from: string;
  to: string;
}

/** The chosen points in one picture. */
export function CompareChart({ points, from, to }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const pointName = usePointName();
  const { statesOf } = usePointText();
  const { trends, error, isLoading } = useQueries({
    queries: points.map((point) => comparedTrendQuery(point, from, to)),
    combine: (results) => ({
      trends: results.flatMap(({ data }): ComparedTrend[] => (data ? [data] : [])),
      error: results.find((result) => result.error)?.error,
      isLoading: results.some((result) => result.isPending && !result.error),
    }),
  });
  const names = points.map(pointName).join("\n");
  const lines = useMemo(() => {
    const labels = new Map(names.split("\n").map((name, index) => [points[index] ?? "", name]));
    return alignTrends(trends, (point) => labels.get(point) ?? point, statesOf);
  }, [trends, names, points, statesOf]);

  return (
    <div className={classes["box"]}>
      <ErrorBanner text={error ? errorText(error) : undefined} />
      {isLoading && trends.length === 0 ? (
        <Skeleton height={HEIGHT_PX} />
      ) : (
        <Trend label={t`Compared points`} {...lines} timeZone={campus.timeZone} height={HEIGHT_PX} />
      )}
    </div>
  );
}
