import { useLingui } from "@lingui/react/macro";
import { Box, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { ChartPoint } from "@verandah/contract/hvac/hvac-comparison.ts";
import { getActualVsExpected } from "@verandah/contract/hvac/hvac-comparison.ts";
import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";
import type { ReactNode } from "react";

import { routeQuery } from "#data/query/route-query.ts";
import { useIsOutdated } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { storeDevice } from "#shared/stored-context.ts";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { Panel } from "#shared/ui/layout.tsx";

import { FailureSnackbar } from "../failure-snackbar.tsx";
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
    <Stack gap={12}>
      <FailureSnackbar queries={answers} />
      {comparedPoints(ahu).map(({ label: name, unit }) => (
        <ComparisonChart key={name} name={name} full={fullScale[unit] ?? 100} units={compared} />
      ))}
    </Stack>
  );
}

function ComparisonChart({ name, full, units }: { name: string; full: number; units: readonly Unit[] }) {
  const { t } = useLingui();
  const valueText = useValueText();
  return (
    <Panel component="figure" m={0} fz={13} aria-label={name}>
      <figcaption>
        <Group justify="space-between" gap={12} mb={6}>
          <strong>{name}</strong>
          <Group gap={6} fz={12} c="dimmed">
            <Swatch kind="actual" />
            {t`Actual`}
            <Swatch kind="expected" />
            {t`Expected`}
          </Group>
        </Group>
      </figcaption>
      {units.length === 0 && <Text fz={13} c="dimmed">{t`No data`}</Text>}
      <Stack component="ul" gap={8}>
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
                className={classes["row"]}
              >
                <span>
                  {device.name}
                  <VisuallyHidden>, {name}: </VisuallyHidden>
                </span>
                <Bar kind="actual" value={point?.actual ?? null} full={full} isFresh={isFresh} />
                <Value isFresh={isFresh}>
                  <VisuallyHidden>{t`actual`} </VisuallyHidden>
                  {actual}
                </Value>
                <Bar
                  kind="expected"
                  value={point?.expected ?? null}
                  full={full}
                  isFresh={point?.expectedQuality === "good"}
                />
                <Value isFresh={point?.expectedQuality === "good"}>
                  <VisuallyHidden>, {t`expected`} </VisuallyHidden>
                  {expected}
                </Value>
              </Link>
            </li>
          );
        })}
      </Stack>
    </Panel>
  );
}

const Swatch = ({ kind }: Pick<BarProps, "kind">) => (
  <Box component="span" w={10} h={10} style={{ borderRadius: 2 }} data-kind={kind} />
);

const Value = ({ isFresh, children }: { isFresh: boolean; children: ReactNode }) => (
  <Text
    span
    inherit
    ta="end"
    fw={isFresh ? 600 : 500}
    c={isFresh ? "inherit" : "dimmed"}
    style={{ whiteSpace: "nowrap" }}
  >
    {children}
  </Text>
);

interface BarProps {
  kind: "actual" | "expected";
  value: number | null;
  full: number;
  isFresh: boolean;
}

function Bar({ kind, value, full, isFresh }: BarProps) {
  if (value === null) return <span />;
  const share = Math.min(1, Math.max(0, value / full));
  return (
    <span
      className={classes["bar"]}
      data-kind={kind}
      data-stale={!isFresh}
      style={{ width: `${100 * share}%` }}
      aria-hidden
    />
  );
}
