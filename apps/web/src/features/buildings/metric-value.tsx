import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Text, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconAlertTriangleFilled } from "@tabler/icons-react";
import type { LocationMetric, MetricName } from "@verandah/contract/buildings.ts";

import { useIsFresh } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";

import { issuesOf, parameterOf } from "./overview/summaries.ts";

import classes from "./metric-value.module.css";

interface Props {
  place: LocationMetric;
  name: MetricName;
}

/** One parameter of a place: how many zones are outside the limits, and the mean value with its age when it is not fresh. */
export function MetricValue({ place, name }: Props) {
  const { t } = useLingui();
  const ageText = useAgeText();
  const parameter = parameterOf(place, name);
  const isFresh = useIsFresh()(parameter);
  const suspects = place.parameters.find((one) => one.name === name)?.suspects ?? 0;
  const leftOut = suspects > 0 && <SuspectCount count={suspects} />;
  if (!parameter)
    return (
      <Text span inherit c="dimmed">
        {t`No data`} {leftOut}
      </Text>
    );
  const issues = issuesOf(place, name);
  const hasIssue = issues.length > 0;
  const age = parameter.measured_time ? ageText(parameter.measured_time) : t`not fresh`;
  const names = issues.map((zone) => `${zone.name}: ${quantity(zone.value, parameter.unit)}`).join(", ");
  const limitText = hasIssue ? t`Outside its limits` : t`Within its limits`;
  const count = (
    <Text
      span
      inherit
      display="inline-flex"
      fz={12}
      c={isFresh && hasIssue ? "var(--text-low)" : "dimmed"}
      style={{ alignItems: "center", gap: 4 }}
    >
      {hasIssue && <IconAlertTriangleFilled size={14} aria-hidden />}
      {isOneZone(place) ? limitText : plural(issues.length, { one: "# zone", other: "# zones" })}
    </Text>
  );
  return (
    <span className={classes["metric"]} data-stale={!isFresh}>
      <span>
        {quantity(Number(parameter.value), parameter.unit)} {leftOut}
      </span>
      {hasIssue ? (
        <Tooltip label={names} multiline maw={320}>
          {count}
        </Tooltip>
      ) : (
        // Old values do not show that all is within the limits.
        isFresh && count
      )}
      {!isFresh && (
        <Text span fz={12} lh="inherit">
          {age}
        </Text>
      )}
    </span>
  );
}

/** Marks a mean that leaves out sensors with suspect values. */
function SuspectCount({ count }: { count: number }) {
  const text = plural(count, { one: "# sensor left out: suspect", other: "# sensors left out: suspect" });
  return (
    <Tooltip label={text} multiline maw={320}>
      <Text span inherit c="var(--text-low)" role="img" aria-label={text}>
        <IconAlertTriangle size={13} aria-hidden style={{ verticalAlign: -2 }} />
      </Text>
    </Tooltip>
  );
}

/** A zone or an area has nothing to count. */
function isOneZone(place: LocationMetric): boolean {
  return !["GL_LOCATION_TYPE_CAMPUS", "GL_LOCATION_TYPE_BUILDING", "GL_LOCATION_TYPE_FLOOR"].includes(
    place.zone_type,
  );
}
