import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";

import { useSession } from "#data/query/session.ts";

import { numberText } from "../format/number.ts";
import { dateText } from "../format/time.ts";
import { useMomentText } from "../format/use-time-text.ts";
import { Panel } from "../ui/layout.tsx";

import classes from "./bars.module.css";

const WIDTH = 1_000;
const HEIGHT = 84;
/** Part of its place that a bar fills. */
const FILLED = 0.8;

interface Props {
  label: string;
  /** Each bar is a whole day of the campus. */
  isByDay: boolean;
  bars: readonly Bar[];
  /** A value in words; by default a whole number. */
  valueText?: (value: number) => string;
  /** A line across all bars. */
  limit?: number | undefined;
  /** In a row beside its number: without its own label, peak and times. */
  isSmall?: boolean;
  /** In a card that has the frame. */
  isBare?: boolean;
}

interface Bar {
  label: string;
  at: string | null;
  /** Null where it is not known. */
  value: number | null;
  /** False where the value may be larger. */
  isComplete?: boolean;
  /** A part of the value is estimated. */
  isEstimated?: boolean;
  /** In the future. */
  isForecast?: boolean;
  /** Its expected value, as a mark. */
  expected?: number | null;
}

/** Counts or sums over time as vertical bars, with the highest as text. */
export function TimeBars({
  label,
  isByDay,
  bars,
  valueText = numberText,
  limit = 0,
  isSmall = false,
  isBare = false,
}: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const momentText = useMomentText();
  const most = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const highest = Math.max(most, limit, ...bars.map(({ expected }) => expected ?? 0)) || 1;
  const step = WIDTH / bars.length;
  const timeOf = (at: string) => (isByDay ? dateText(at, campus.timeZone) : momentText(at));
  const text = (bar: Bar | undefined) => (bar?.at ? timeOf(bar.at) : (bar?.label ?? ""));
  const peak = most > 0 ? bars.find(({ value }) => value === most) : undefined;
  const peakCount = valueText(most);
  const valueTextOf = (bar: Bar) => {
    const { value, isComplete = true, isEstimated = false, isForecast = false, expected = null } = bar;
    if (value === null) return t`No data`;
    const known = valueText(value);
    if (isForecast) return t`${known} expected`;
    if (expected !== null) {
      const usual = valueText(expected);
      return t`${known}, expected ${usual}`;
    }
    if (isEstimated) return t`${known}, partly estimated`;
    return isComplete ? known : t`at least ${known}, readings are missing`;
  };
  const peakTime = text(peak);
  return (
    <Panel component="figure" {...((isSmall || isBare) && { p: 0, bd: 0, bg: "none" })}>
      {!isSmall && (
        <Group
          component="figcaption"
          justify="space-between"
          gap={12}
          wrap="nowrap"
          mb={6}
          fz={12}
          c="dimmed"
        >
          <Text span inherit fw={600} c="var(--mantine-color-text)">
            {label}
          </Text>
          {peak && <span>{t`Peak ${peakCount} (${peakTime})`}</span>}
        </Group>
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes["hours"]}
        data-small={isSmall}
        role="img"
        aria-label={peak ? `${label}. ${t`Peak ${peakCount} (${peakTime})`}` : label}
      >
        {bars.map((bar, index) => {
          const height = bar.value === null ? HEIGHT : (HEIGHT * bar.value) / highest;
          return (
            <rect
              key={bar.at ?? bar.label}
              x={index * step + (step * (1 - FILLED)) / 2}
              y={HEIGHT - height}
              width={step * FILLED}
              height={height}
              data-missing={bar.value === null || undefined}
              data-incomplete={bar.isComplete === false || undefined}
              data-forecast={bar.isForecast || undefined}
            >
              <title>{`${text(bar)}: ${valueTextOf(bar)}`}</title>
            </rect>
          );
        })}
        {bars.map(({ expected = null, at, label: name }, index) =>
          expected === null ? null : (
            <line
              key={at ?? name}
              x1={index * step}
              x2={(index + 1) * step}
              y1={HEIGHT - (HEIGHT * expected) / highest}
              y2={HEIGHT - (HEIGHT * expected) / highest}
              data-expected
            />
          ),
        )}
        {limit > 0 && (
          <line
            x1={0}
            x2={WIDTH}
            y1={HEIGHT - (HEIGHT * limit) / highest}
            y2={HEIGHT - (HEIGHT * limit) / highest}
            data-limit
          />
        )}
      </svg>
      {!isSmall && (
        <Group justify="space-between" gap={12} wrap="nowrap" fz={12} c="dimmed" aria-hidden>
          <span>{text(bars[0])}</span>
          <span>{text(bars[Math.floor(bars.length / 2)])}</span>
          <span>{text(bars.at(-1))}</span>
        </Group>
      )}
    </Panel>
  );
}
