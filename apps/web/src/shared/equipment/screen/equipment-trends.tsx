import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import type { KnownType } from "@verandah/equipment/catalogue.ts";
import { useState } from "react";

import { PointsChart, useHasNoReadings } from "../../charts/points-chart.tsx";
import { TREND_DAYS_MAX } from "../../charts/trend-window.ts";
import { viewOf } from "../../charts/use-trend-view.ts";
import { ZoomButtons } from "../../charts/zoom-buttons.tsx";
import { useLanguage } from "../../texts/use-language.ts";
import { usePointText } from "../../texts/use-point-text.ts";
import { SectionCard } from "../../ui/section-card.tsx";
import { TimeRangePicker } from "../../ui/time-range/time-range-picker.tsx";
import { useTimeRange } from "../../ui/time-range/use-time-range.ts";

const HEIGHT_PX = 180;
/** Of a chart that the user has filled. */
const OWN_HEIGHT_PX = 300;

interface Chart {
  label: string;
  /** Undefined: the legend is enough. */
  title?: string | undefined;
  points: readonly string[];
  height?: number;
}

interface Props {
  ssid: string;
  deviceType: string;
  /** Those of the type. */
  trends: KnownType["screen"]["trends"];
  range: "1h" | "24h";
  /** A chart before those of the type. */
  own?: { label: string; points: readonly string[] } | undefined;
  /** Readings that the user may choose for one more chart. */
  choices?: readonly ParameterReading[] | undefined;
}

/** The charts that a type has, each reading with its setpoint, and one chart of the user's choice. */
export function EquipmentTrends({ ssid, deviceType, trends = [], range, own, choices = [] }: Props) {
  const { t } = useLingui();
  const language = useLanguage();
  const { nameOf, pointOf } = usePointText();
  const time = useTimeRange({ first: range, maxDays: TREND_DAYS_MAX, isLive: true });
  const view = viewOf(time);
  const charts = trends.map(({ title, points }): Chart => ({
    label: title?.[language] ?? title?.en ?? nameOf(points[0] ?? "", deviceType),
    title: title?.[language] ?? title?.en,
    points,
  }));
  const mainPoints = charts.flatMap(({ points }) => points.slice(0, 1));
  const others = choices
    .filter(({ param_id: paramId }) => !mainPoints.includes(paramId))
    .map(({ param_id: value }) => ({ value, label: nameOf(value, deviceType) }));
  const [chosen, setChosen] = useState<string | null>(null);
  const isSetpoint = (paramId: string) => (pointOf(paramId, deviceType)?.kind ?? "reading") !== "reading";
  const all: Chart[] = [
    ...(own ? [{ ...own, height: OWN_HEIGHT_PX }] : []),
    ...charts,
    ...(chosen === null ? [] : [{ label: nameOf(chosen, deviceType), points: [chosen] }]),
  ];
  const shown = (time.isWrong ? [] : all).map(({ points, ...chart }) => ({
    ...chart,
    points: points.map((paramId) => ({ ssid, paramId, isSetpoint: isSetpoint(paramId) })),
  }));
  const hasNoReadings = useHasNoReadings(
    shown.map(({ points }) => points),
    deviceType,
    view.range,
  );
  return (
    <SectionCard
      title={t`Trends`}
      aside={
        <Group gap="xs" align="flex-end">
          <TimeRangePicker range={time} />
          <ZoomButtons view={view} />
        </Group>
      }
    >
      <Stack gap="sm">
        {hasNoReadings && time.name !== range && (
          <Group role="status" gap="xs">
            <Text size="sm">
              {t`No readings in this time range. The device sent none, or its history begins later. Screens keep the range that was chosen last.`}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => time.choose(range)}>
              {range === "1h" ? t`Show the last hour` : t`Show the last 24 hours`}
            </Button>
          </Group>
        )}
        {shown.map(({ label, title, points, height = HEIGHT_PX }) => (
          <div key={`${label} ${points[0]?.paramId}`}>
            {title !== undefined && (
              <Title order={3} size="h6">
                {title}
              </Title>
            )}
            <PointsChart
              label={label}
              deviceType={deviceType}
              points={points}
              view={view}
              height={height}
              marksOf={ssid}
            />
          </div>
        ))}
      </Stack>
      {choices.length > 0 && (
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
      )}
    </SectionCard>
  );
}
