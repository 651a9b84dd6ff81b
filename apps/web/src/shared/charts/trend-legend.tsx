import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { useAgeText } from "../format/use-time-text.ts";
import { useQualityText } from "../ui/quality-mark.tsx";
import type { TrendMark, TrendSeries } from "./trend-data.ts";
import { valueText } from "./trend-options.ts";
import { LimitSample, LineSample, MarkSign } from "./trend-signs.tsx";

interface Props {
  series: readonly TrendSeries[];
  limits: readonly number[];
  marks: readonly TrendMark[];
  isDark: boolean;
}

/** Each line with its current value, its age when it is not fresh, and the meaning of the signs. */
export function TrendLegend({ series, limits, marks, isDark }: Props) {
  const { t } = useLingui();
  const kinds = {
    alarm: t({ message: "Alarm", comment: "Mark in a chart" }),
    command: t({ message: "Command", comment: "Mark in a chart" }),
    schedule: t({ message: "Schedule", comment: "Mark in a chart" }),
  };
  const shown = (["alarm", "command", "schedule"] as const).filter((kind) =>
    marks.some((mark) => mark.kind === kind),
  );
  const unit = series[0]?.unit ?? "none";
  const hasSuspects = series.some(({ suspects }) => suspects.size > 0);
  const [low, high] = [limits[0], limits.at(-1)].map((limit) => valueText(limit, { unit }));
  return (
    <Group component="ul" gap="2px 16px" mb={4} fz={12.5} aria-label={t`Legend`}>
      {series.map((one, place) => (
        <Entry key={one.label}>
          <LineSample place={place} isSetpoint={one.isSetpoint} isDark={isDark} />
          <span>{one.label}</span>
          <CurrentValue series={one} />
        </Entry>
      ))}
      {limits.length > 0 && (
        <Entry>
          <LimitSample />
          {limits.length > 1 ? t`Limits ${low} – ${high}` : t`Limit ${low}`}
        </Entry>
      )}
      {hasSuspects && <Entry>× {t`Suspect value`}</Entry>}
      {shown.map((kind) => (
        <Entry key={kind}>
          <MarkSign kind={kind} />
          {kinds[kind]}
        </Entry>
      ))}
    </Group>
  );
}

const Entry = ({ children }: { children: ReactNode }) => (
  <Group component="li" gap={6}>
    {children}
  </Group>
);

function CurrentValue({ series }: { series: TrendSeries }) {
  const { t } = useLingui();
  const ageText = useAgeText();
  const qualityText = useQualityText();
  const { latest } = series;
  if (!latest) return null;
  const qualities = {
    good: "",
    suspect: qualityText(latest),
    stale: t({ message: "Stale", comment: "Quality of a value" }),
    missing: t`No data`,
  };
  const { param_value: value, measured_time: at, quality } = latest;
  const age = at === null || quality === "good" ? "" : ageText(at);
  const text = value === null ? "" : valueText(value, series);
  return (
    <Text span inherit fw={600} c={quality === "good" ? "inherit" : "dimmed"}>
      {[text, qualities[quality], age].filter(Boolean).join(" · ")}
    </Text>
  );
}
