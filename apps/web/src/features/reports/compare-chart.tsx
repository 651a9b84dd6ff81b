import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";

import { PointsChart } from "#shared/charts/points-chart.tsx";
import { ZoomButtons } from "#shared/charts/trend-range-bar.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";

import { usePointName } from "./use-point-name.ts";

import classes from "./compare.module.css";

const HEIGHT_PX = 280;

interface Props {
  /** `ssid/param_id` each. */
  points: readonly string[];
  from: string;
  to: string;
}

/** The chosen points in one picture. */
export function CompareChart({ points, from, to }: Props) {
  const { t } = useLingui();
  const pointName = usePointName();
  const view = useLocalView({ fromMs: Date.parse(from), toMs: Date.parse(to) });
  return (
    <div className={classes["box"]}>
      <Group justify="flex-end">
        <ZoomButtons view={view} />
      </Group>
      <PointsChart
        label={t`Compared points`}
        points={points.map((point) => {
          const slash = point.indexOf("/");
          return { ssid: point.slice(0, slash), paramId: point.slice(slash + 1), label: pointName(point) };
        })}
        view={view}
        height={HEIGHT_PX}
      />
    </div>
  );
}
