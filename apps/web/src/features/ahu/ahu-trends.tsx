import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Group, Select, Stack, Title } from "@mantine/core";
import { ahu as unitType } from "@verandah/equipment/types/ahu.ts";
import { useState } from "react";

import { type ChartPoint, PointsChart } from "#shared/charts/points-chart.tsx";
import { TrendRangeBar } from "#shared/charts/trend-range-bar.tsx";
import { useAddressedView } from "#shared/charts/use-trend-view.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { type Ahu, setpointFor } from "./ahu-points.ts";

const HEIGHT_PX = 180;

const mainPoints = unitType.screen.trends?.flatMap(({ points }) => points.slice(0, 1)) ?? [];

/** The unit's air and valve against their setpoints, and one more point of one's choice. */
export function AhuTrends({ ssid, ahu }: { ssid: string; ahu: Ahu }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const view = useAddressedView("1h");
  const others = ahu.current
    .filter(({ param_id: paramId }) => !mainPoints.includes(paramId))
    .map(({ param_id: value }) => ({ value, label: nameOf(value) }));
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = [...mainPoints, ...(chosen === null ? [] : [chosen])];
  const pointsOf = (paramId: string): ChartPoint[] => {
    const setpoint = setpointFor.get(paramId)?.setpoint;
    return [
      { ssid, paramId },
      ...(setpoint === undefined ? [] : [{ ssid, paramId: setpoint, isSetpoint: true }]),
    ];
  };
  return (
    <Card component="section" aria-label={t`Trends`} padding="sm">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h5">
          <Trans>Trends</Trans>
        </Title>
        <TrendRangeBar view={view} />
      </Group>
      <Stack gap="sm">
        {shown.map((paramId) => (
          <PointsChart
            key={paramId}
            label={nameOf(paramId)}
            points={pointsOf(paramId)}
            view={view}
            height={HEIGHT_PX}
            marksOf={ssid}
          />
        ))}
      </Stack>
      <Select
        mt="xs"
        maw={320}
        label={t`Another point`}
        data={others}
        value={chosen}
        onChange={setChosen}
        clearable
        clearButtonProps={{ "aria-label": t`Clear` }}
      />
    </Card>
  );
}
