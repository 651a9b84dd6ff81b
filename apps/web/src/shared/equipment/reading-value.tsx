import { Trans } from "@lingui/react/macro";
import { Skeleton, Text } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import { useReading } from "#data/live/readings.ts";

import { useIsFresh } from "../age.ts";
import { quantity } from "../format/number.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { QualityMark } from "../ui/quality-mark.tsx";

import classes from "./reading-value.module.css";

interface Props {
  reading: ParameterReading | undefined;
  deviceType?: string;
  /** Digits after the point; by default those of the unit. */
  fractionDigits?: number | undefined;
}

/** A value with its unit, or a state in words; greyed with its age when it is not fresh. */
export function ReadingValue({ reading, deviceType, fractionDigits }: Props) {
  const isFresh = useIsFresh()(reading);
  const { valueText } = usePointText();
  if (!reading || reading.param_value === null)
    return (
      <Text span inherit c="var(--text-stale)">
        <Trans>No data</Trans>
      </Text>
    );
  return (
    <span className={classes["reading"]} data-stale={!isFresh}>
      <span className={classes["value"]}>
        {fractionDigits === undefined
          ? valueText(reading.param_id, reading.param_value, reading.unit, deviceType)
          : quantity(reading.param_value, reading.unit, fractionDigits)}
      </span>
      <QualityMark of={reading} />
    </span>
  );
}

interface PointProps extends Omit<Props, "reading"> {
  device: string;
  point: string;
}

/** The latest value of a point, live, as `ReadingValue` shows it. It is drawn again only for this value. */
export function Value({ device, point, ...shown }: PointProps) {
  const { data, isPending } = useReading(device, point);
  if (isPending) return <Skeleton width={56} height={14} my={3} display="inline-block" />;
  return <ReadingValue reading={data ?? undefined} {...shown} />;
}
