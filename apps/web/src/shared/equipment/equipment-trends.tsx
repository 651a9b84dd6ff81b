import { useLingui } from "@lingui/react/macro";
import { Select, Stack } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { useState } from "react";

import type { KnownType } from "#data/query/known-types.ts";
import { SectionCard } from "#shared/ui/section-card.tsx";

import { PointsChart } from "../charts/points-chart.tsx";
import { TrendRangeBar } from "../charts/trend-range-bar.tsx";
import { useAddressedView } from "../charts/use-trend-view.ts";
import { usePointText } from "../texts/use-point-text.ts";

const HEIGHT_PX = 180;

interface Props {
  ssid: string;
  type: KnownType;
  /** Readings that the user may choose for one more chart. */
  choices: readonly ParameterReading[];
}

/** The charts that a type has, each reading with its setpoint, and one more point of the user's choice. */
export function EquipmentTrends({ ssid, type, choices }: Props) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const view = useAddressedView("1h");
  const charts = type.screen.trends ?? [];
  const mainPoints = charts.flatMap(({ points }) => points.slice(0, 1));
  const others = choices
    .filter(({ param_id: paramId }) => !mainPoints.includes(paramId))
    .map(({ param_id: value }) => ({ value, label: nameOf(value, type.type) }));
  const [chosen, setChosen] = useState<string | null>(null);
  const isSetpoint = (paramId: string) => (type.points[paramId]?.kind ?? "reading") !== "reading";
  const shown = [...charts.map(({ points }) => points), ...(chosen === null ? [] : [[chosen]])];
  return (
    <SectionCard title={t`Trends`} aside={<TrendRangeBar view={view} />}>
      <Stack gap="sm">
        {shown.map((points) => (
          <PointsChart
            key={points[0]}
            label={nameOf(points[0] ?? "", type.type)}
            points={points.map((paramId) => ({ ssid, paramId, isSetpoint: isSetpoint(paramId) }))}
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
    </SectionCard>
  );
}
