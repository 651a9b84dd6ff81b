import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { IconCpuOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { isRefusal } from "#shared/call.ts";
import { errorText } from "#shared/error-text.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { DeviceAlarms } from "./device-alarms.tsx";
import { DeviceHead } from "./device-head.tsx";
import { DevicePoints } from "./device-points.tsx";
import { DeviceTrend } from "./device-trend.tsx";
import { deviceLatestQuery, deviceQuery } from "./devices.queries.ts";

import classes from "./device-screen.module.css";

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
        <Trans>This device is not there.</Trans>
      </Alert>
    </Stack>
  );
}

function Device({ ssid }: { ssid: string }) {
  const [search, change] = useSearchState();
  const device = useQuery(deviceQuery(ssid));
  const latest = useQuery(deviceLatestQuery(ssid));
  const failure = device.error ?? latest.error;
  if (isRefusal(failure, "not-found", "input-invalid")) return <NoDevice />;
  const first = device.data?.points.find(({ kind }) => kind === "reading") ?? device.data?.points[0];
  const wanted = searchText(search["point"]);
  const isKnown = device.data?.points.some(({ param_id }) => param_id === wanted);
  const chosen = isKnown ? wanted : first?.param_id;
  return (
    <Stack gap={14}>
      <DeviceHead device={device.data} />
      <ErrorBanner text={failure ? errorText(failure) : undefined} />
      <div className={classes["columns"]}>
        <section className={classes["card"]}>
          {device.data && latest.data ? (
            <DevicePoints
              points={device.data.points}
              latest={latest.data}
              chosen={chosen}
              onChoose={(point) => change({ point })}
            />
          ) : (
            <Skeleton height={360} />
          )}
        </section>
        <Stack gap={16}>
          <section className={classes["card"]}>
            {chosen === undefined ? (
              <Text size="sm" c="dimmed">
                <Trans>No data</Trans>
              </Text>
            ) : (
              <DeviceTrend ssid={ssid} paramId={chosen} />
            )}
          </section>
          <section className={classes["card"]}>
            <DeviceAlarms ssid={ssid} />
          </section>
        </Stack>
      </div>
    </Stack>
  );
}
