import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { ChartPoint } from "@verandah/contract/hvac/hvac-comparison.ts";
import { getActualVsExpected } from "@verandah/contract/hvac/hvac-comparison.ts";
import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";

import { routeQuery } from "#data/query/route-query.ts";
import { useIsOutdated } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { storeDevice } from "#shared/stored-context.ts";
import { FailureSnackbar } from "#shared/ui/feedback/floating-error.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";

import { useValueText } from "../map-markers.ts";

import classes from "./comparison-charts.module.css";

/** Full length of a bar. Source: spec 2 §9 chart limits (valve 0 to 100) and the widest setpoint, 35 °C, with room above it. */
const fullScale: Record<string, number> = { percent: 100, degC: 40 };

const agedQuality = (quality: ChartPoint["quality"]) => (quality === "good" ? "stale" : quality);
/** A point for display when it is old. */
const agedPoint = (point: ChartPoint): ChartPoint => ({
  ...point,
  quality: agedQuality(point.quality),
  expectedQuality: agedQuality(point.expectedQuality),
});

interface Unit {
  device: DeviceEntry;
  points: readonly ChartPoint[] | undefined;
}

/** Actual against expected values of a floor's units: valve, return air, supply air. */
export function ComparisonCharts({
  units,
  isLoading,
}: {
  units: readonly DeviceEntry[];
  isLoading: boolean;
}) {
  const answers = useQueries({ queries: units.map(({ ssid }) => routeQuery(getActualVsExpected, { ssid })) });
  const isOutdated = useIsOutdated(answers);
  const compared = units.map((device, at): Unit => ({
    device,
    points: isOutdated ? answers[at]?.data?.map(agedPoint) : answers[at]?.data,
  }));
  if (isLoading || answers.some(({ isPending }) => isPending)) return <Loading height={220} />;
  return (
    <div className={classes["charts"]}>
      <FailureSnackbar queries={answers} />
      {comparedPoints(ahu).map(({ label: name, unit }) => (
        <ComparisonChart key={name} name={name} full={fullScale[unit] ?? 100} units={compared} />
      ))}
    </div>
  );
}

function ComparisonChart({ name, full, units }: { name: string; full: number; units: readonly Unit[] }) {
  const { t } = useLingui();
  const valueText = useValueText();
  return (
    <figure className={classes["chart"]} aria-label={name}>
      <figcaption>
        <strong>{name}</strong>
        <span className={classes["key"]}>
          <span data-kind="actual" />
          {t`Actual`}
          <span data-kind="expected" />
          {t`Expected`}
        </span>
      </figcaption>
      {units.length === 0 && <p className={classes["none"]}>{t`No data`}</p>}
      <ul>
        {units.map(({ device, points }) => {
          const point = points?.find((one) => one.name === name);
          const isFresh = point?.quality === "good";
          const actual = point ? valueText(point.actual, point.unit, point) : t`No data`;
          const expected =
            point && point.expected !== null ? quantity(point.expected, point.unit) : t`No data`;
          return (
            <li key={device.ssid}>
              <Link
                to="/admin/glAhu"
                search={{ device: device.ssid }}
                state={{ ssid: device.ssid, deviceName: device.name }}
                onClick={() => storeDevice(device)}
              >
                <span className={classes["name"]}>
                  {device.name}
                  <VisuallyHidden>, {name}: </VisuallyHidden>
                </span>
                <span className={classes["track"]} aria-hidden>
                  <Bar kind="actual" value={point?.actual ?? null} full={full} isFresh={isFresh} />
                </span>
                <span className={classes["value"]} data-stale={!isFresh}>
                  <VisuallyHidden>{t`actual`} </VisuallyHidden>
                  {actual}
                </span>
                <span className={classes["track"]} aria-hidden>
                  <Bar
                    kind="expected"
                    value={point?.expected ?? null}
                    full={full}
                    isFresh={point?.expectedQuality === "good"}
                  />
                </span>
                <span className={classes["value"]} data-stale={point?.expectedQuality !== "good"}>
                  <VisuallyHidden>, {t`expected`} </VisuallyHidden>
                  {expected}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

interface BarProps {
  kind: "actual" | "expected";
  value: number | null;
  full: number;
  isFresh: boolean;
}

function Bar({ kind, value, full, isFresh }: BarProps) {
  if (value === null) return null;
  const share = Math.min(1, Math.max(0, value / full));
  return (
    <span
      className={classes["bar"]}
      data-kind={kind}
      data-stale={!isFresh}
      style={{ width: `${100 * share}%` }}
    />
  );
}
