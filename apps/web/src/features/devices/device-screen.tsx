import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Group, Skeleton, Stack, Title } from "@mantine/core";
import { IconCpuOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { deviceQuery } from "#data/devices.queries.ts";
import { useLiveDevices } from "#data/live.ts";
import { latestQuery } from "#data/telemetry.queries.ts";
import { isRefusal } from "#shared/call.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { TrendRangeBar } from "#shared/charts/trend-range-bar.tsx";
import { useAddressedView } from "#shared/charts/use-trend-view.ts";
import { errorText } from "#shared/error-text.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { DeviceAlarms } from "./device-alarms.tsx";
import { DeviceHead } from "./device-head.tsx";
import { CHART_POINTS_MAX, DevicePoints } from "./device-points.tsx";
import { UnknownPoints } from "./unknown-points.tsx";

import classes from "./device-screen.module.css";

const TREND_HEIGHT_PX = 300;

/** One device with all that it measures, how it is reached and what was wrong with it. */
export function DeviceScreen() {
  const [search] = useSearchState();
  const ssid = searchText(search["device"]);
  return ssid === undefined ? <NoDevice /> : <Device key={ssid} ssid={ssid} />;
}

function NoDevice() {
  const { t } = useLingui();
  return (
    <Stack gap={14}>
      <PageTitle>{t`Device`}</PageTitle>
      <Alert role="alert" variant="default" icon={<IconCpuOff aria-hidden />}>
        <Trans>Device not found.</Trans>
      </Alert>
    </Stack>
  );
}

function Device({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const view = useAddressedView("24h");
  const device = useQuery(deviceQuery(ssid));
  const latest = useQuery(latestQuery(ssid));
  useLiveDevices(device.data ? [ssid] : []);
  const failure = device.error ?? latest.error;
  if (isRefusal(failure, "not-found", "input-invalid")) return <NoDevice />;
  const points = device.data?.points ?? [];
  const wanted = (searchText(search["points"]) ?? "").split(",");
  const known = [...new Set(wanted)]
    .flatMap((id) => points.filter((point) => point.param_id === id))
    .slice(0, CHART_POINTS_MAX);
  const first = points.find(({ kind }) => kind === "reading") ?? points[0];
  const chosen = known.length > 0 || !first ? known : [first];
  return (
    <Stack gap={14}>
      <DeviceHead device={device.data} />
      <ErrorBanner text={failure ? errorText(failure) : undefined} />
      <section className={classes["card"]} aria-label={t`Trends`}>
        <Group justify="space-between" gap="xs" mb="xs">
          <Title order={2} size="h6">
            <Trans>Trends</Trans>
          </Title>
          <TrendRangeBar view={view} />
        </Group>
        {device.data ? (
          <PointsChart
            label={t`Trends of ${device.data.name}`}
            points={chosen.map(({ param_id: paramId, kind }) => ({
              ssid,
              paramId,
              isSetpoint: kind !== "reading",
            }))}
            view={view}
            height={TREND_HEIGHT_PX}
            marksOf={ssid}
          />
        ) : (
          <Skeleton height={TREND_HEIGHT_PX} />
        )}
      </section>
      <div className={classes["columns"]}>
        <section className={classes["card"]}>
          {device.data && latest.data ? (
            <DevicePoints
              points={points}
              latest={latest.data}
              chosen={chosen.map(({ param_id: id }) => id)}
              onChange={(ids) => change({ points: ids.join(",") || undefined }, { replace: true })}
            />
          ) : (
            <Skeleton height={360} />
          )}
        </section>
        <section className={classes["card"]}>
          <DeviceAlarms ssid={ssid} />
        </section>
      </div>
      {device.data && <UnknownPoints edge={device.data.edge} />}
    </Stack>
  );
}
