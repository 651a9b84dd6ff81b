import { useLingui } from "@lingui/react/macro";
import { Alert, Card, Skeleton, Stack } from "@mantine/core";
import { IconCpuOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import type { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { deviceQuery } from "#data/devices.queries.ts";
import { useSiteTypes } from "#data/equipment.queries.ts";
import { useLiveDevices } from "#data/live/live.ts";
import { findType } from "#data/query/known-types.ts";
import { admits, useSession } from "#data/query/session.ts";
import { latestQuery, READINGS_POLL_MS } from "#data/telemetry.queries.ts";
import { isRefusal } from "#shared/call.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { TrendRangeBar } from "#shared/charts/trend-range-bar.tsx";
import { useAddressedView } from "#shared/charts/use-trend-view.ts";
import { NewestCommands } from "#shared/commands/newest-commands.tsx";
import { OverridesCard } from "#shared/commands/overrides-card.tsx";
import { EquipmentAlarms } from "#shared/equipment/equipment-alarms.tsx";
import { EquipmentControls } from "#shared/equipment/equipment-controls.tsx";
import { EquipmentHead } from "#shared/equipment/equipment-head.tsx";
import { EquipmentSchedule } from "#shared/equipment/equipment-schedule.tsx";
import { EquipmentSummary } from "#shared/equipment/equipment-summary.tsx";
import { RelatedEquipment } from "#shared/equipment/related-equipment.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { useIsOutdated } from "#shared/use-is-outdated.ts";

import { CHART_POINTS_MAX, DevicePoints } from "./device-points.tsx";
import { UnknownPoints } from "./unknown-points.tsx";

import classes from "./device-screen.module.css";

const TREND_HEIGHT_PX = 300;

function NoDevice() {
  const { t } = useLingui();
  return (
    <Stack gap={14}>
      <PageTitle>{t`Device`}</PageTitle>
      <Alert role="alert" variant="default" icon={<IconCpuOff aria-hidden />}>{t`Device not found.`}</Alert>
    </Stack>
  );
}

type DevicePoint = ReplyOf<typeof getDevice>["points"][number];

/** The points in the chart: those of the address; without any, the first chart of the type. */
function useChosenPoints(points: readonly DevicePoint[], firstChart: readonly string[] | undefined) {
  const [search] = useSearchState();
  const known = (ids: readonly string[]) =>
    [...new Set(ids)]
      .flatMap((id) => points.filter((point) => point.param_id === id))
      .slice(0, CHART_POINTS_MAX);
  const wanted = known((searchText(search["points"]) ?? "").split(","));
  if (wanted.length > 0) return wanted;
  const ofType = known(firstChart ?? []);
  return ofType.length > 0 ? ofType : points.filter(({ kind }) => kind === "reading").slice(0, 1);
}

/** One device of any type: summary, controls, trends, points, alarms, related equipment and commands, as its type declares them. */
export function DeviceScreen({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { role } = useSession();
  const [, change] = useSearchState();
  const view = useAddressedView("24h");
  const siteTypes = useSiteTypes();
  const device = useQuery(deviceQuery(ssid));
  const latest = useQuery(latestQuery(ssid));
  useLiveDevices(device.data ? [ssid] : []);
  const isOutdated = useIsOutdated(latest.dataUpdatedAt, READINGS_POLL_MS);
  const failure = device.error ?? latest.error;
  const points = device.data?.points ?? [];
  const type = device.data && findType(siteTypes, device.data.type);
  const chosen = useChosenPoints(points, type?.screen.trends?.[0]?.points);
  if (isRefusal(failure, "not-found", "input-invalid")) return <NoDevice />;

  const has = (id: string) => points.some(({ param_id: known }) => known === id);
  const summary = type?.screen.summary.filter(has) ?? [];
  const controls = admits(sendCommands.access, role.id) ? (type?.screen.controls?.filter(has) ?? []) : [];
  const isCommanded = points.some(({ kind }) => kind !== "reading");
  return (
    <Stack gap={14}>
      <EquipmentHead device={device.data} />
      <ErrorBanner error={failure} />
      {device.data && latest.data && summary.length > 0 && (
        <EquipmentSummary
          deviceType={device.data.type}
          summary={summary}
          latest={latest.data}
          isOutdated={isOutdated}
        />
      )}
      <div className={classes["top"]} data-has-controls={controls.length > 0}>
        {type && latest.data && controls.length > 0 && (
          <div className={classes["side"]}>
            <EquipmentControls
              ssid={ssid}
              type={type}
              controls={controls}
              latest={latest.data}
              isOutdated={isOutdated}
            />
          </div>
        )}
        <SectionCard title={t`Trends`} aside={<TrendRangeBar view={view} />}>
          {device.data ? (
            <PointsChart
              label={t`Trends of ${device.data.name}`}
              deviceType={device.data.type}
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
        </SectionCard>
      </div>
      <div className={classes["columns"]}>
        <Card component="section" padding="sm">
          {device.data && latest.data ? (
            <DevicePoints
              deviceType={device.data.type}
              points={points}
              latest={latest.data}
              chosen={chosen.map(({ param_id: id }) => id)}
              onChange={(ids) => change({ points: ids.join(",") || undefined }, { replace: true })}
            />
          ) : (
            <Skeleton height={360} />
          )}
        </Card>
        <Stack gap={14}>
          <Card component="section" padding="sm">
            <EquipmentAlarms ssid={ssid} />
          </Card>
          {isCommanded && <EquipmentSchedule ssid={ssid} deviceType={device.data?.type} />}
          {device.data && <RelatedEquipment device={device.data} />}
        </Stack>
      </div>
      {isCommanded && (
        <>
          <OverridesCard ssid={ssid} />
          <NewestCommands ssid={ssid} />
        </>
      )}
      {device.data && <UnknownPoints edge={device.data.edge} />}
    </Stack>
  );
}
