import { useLingui } from "@lingui/react/macro";
import { Alert, Card, Skeleton, Stack, Title } from "@mantine/core";
import { IconCpuOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { findType, type KnownType } from "@verandah/equipment/catalogue.ts";

import { useLatest } from "#data/live/readings.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { NewestCommands } from "#shared/commands/newest-commands.tsx";
import { OverridesCard } from "#shared/commands/overrides-card.tsx";
import { EquipmentAlarms } from "#shared/equipment/equipment-alarms.tsx";
import { EquipmentControls } from "#shared/equipment/equipment-controls.tsx";
import { EquipmentHead, useShownConnection } from "#shared/equipment/equipment-head.tsx";
import { EquipmentSchedule } from "#shared/equipment/equipment-schedule.tsx";
import { EquipmentSchematic } from "#shared/equipment/equipment-schematic.tsx";
import { EquipmentSummary } from "#shared/equipment/equipment-summary.tsx";
import { EquipmentTrends } from "#shared/equipment/equipment-trends.tsx";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Columns } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { CHART_POINTS_MAX, DevicePoints } from "./device-points.tsx";
import { UnknownPoints } from "./unknown-points.tsx";

import relatedEquipmentClasses from "#shared/equipment/equipment-list.module.css";
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

/** The charts of a device's type with the points that the device has, and the points that the address chooses for another one. */
function useCharts(device: ReplyOf<typeof getDevice> | undefined, type: KnownType | undefined) {
  const [search] = useSearchState();
  const known = (ids: readonly string[]) =>
    [...new Set(ids)].filter((id) => device?.points.some((point) => point.param_id === id));
  const trends = (type?.screen.trends ?? [])
    .map((chart) => ({ ...chart, points: known(chart.points) }))
    .filter(({ points }) => points.length > 0);
  const chosen = known((searchText(search["points"]) ?? "").split(",")).slice(0, CHART_POINTS_MAX);
  const first = device?.points.find(({ kind }) => kind === "reading");
  if (chosen.length === 0 && trends.length === 0 && first) chosen.push(first.param_id);
  return { chosen, trends };
}

/** One device of any type: schematic, summary, controls, trends, points, alarms, related equipment and commands, as its type declares them. */
export function DeviceScreen({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { role } = useSession();
  const [, change] = useSearchState();
  const siteTypes = useSiteTypes();
  const device = useRoute(getDevice, { ssid });
  const latest = useLatest(ssid);
  const failure = device.error ?? latest.error;
  const points = device.data?.points ?? [];
  const type = device.data && findType(siteTypes, device.data.type);
  const { chosen, trends } = useCharts(device.data, type);
  if (isRefusal(failure, "not-found", "input-invalid")) return <NoDevice />;

  const has = (id: string) => points.some(({ param_id: known }) => known === id);
  const summary = type?.screen.summary.filter(has) ?? [];
  const controls = admits(sendCommands.access, role.id) ? (type?.screen.controls?.filter(has) ?? []) : [];
  const isCommanded = points.some(({ kind }) => kind !== "reading");
  return (
    <Stack gap={14}>
      {failure && !device.data ? (
        <PageTitle>{ssid}</PageTitle>
      ) : (
        <Aged of={device}>
          <EquipmentHead device={device.data} />
        </Aged>
      )}
      <ErrorBanner error={failure} />
      {device.data && latest.data && summary.length > 0 && (
        <EquipmentSummary deviceType={device.data.type} summary={summary} latest={latest.data} />
      )}
      {device.data && latest.data && (
        <EquipmentSchematic deviceType={device.data.type} name={device.data.name} latest={latest.data} />
      )}
      <div className={classes["top"]} data-has-controls={controls.length > 0}>
        {type && latest.data && controls.length > 0 && (
          <div className={classes["side"]}>
            <EquipmentControls ssid={ssid} type={type} controls={controls} latest={latest.data} />
          </div>
        )}
        {device.data ? (
          <EquipmentTrends
            ssid={ssid}
            deviceType={device.data.type}
            trends={trends}
            range="24h"
            own={chosen.length > 0 ? { label: t`Trends of ${device.data.name}`, points: chosen } : undefined}
          />
        ) : (
          !failure && <Skeleton height={TREND_HEIGHT_PX} />
        )}
      </div>
      <Columns of="minmax(0, 5fr) minmax(0, 4fr)" gap={16}>
        <Card component="section" padding="sm">
          {device.data && latest.data ? (
            <DevicePoints
              deviceType={device.data.type}
              points={points}
              latest={latest.data}
              chosen={chosen}
              onChange={(ids) => change({ points: ids.join(",") || undefined }, { replace: true })}
            />
          ) : (
            !failure && <Skeleton height={360} />
          )}
        </Card>
        <Stack gap={14}>
          <Card component="section" padding="sm">
            <EquipmentAlarms ssid={ssid} />
          </Card>
          {isCommanded && <EquipmentSchedule ssid={ssid} deviceType={device.data?.type} />}
          {device.data && (
            <Aged of={device}>
              <RelatedEquipment device={device.data} />
            </Aged>
          )}
        </Stack>
      </Columns>
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

type DeviceDetails = ReplyOf<typeof getDevice>;

const byName = (devices: DeviceDetails["feeds"]) =>
  devices.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));

/** The devices that supply a device, and those that it supplies. Nothing when there are none. */
function RelatedEquipment({ device: { fedBy, feeds } }: { device: DeviceDetails }) {
  const { t } = useLingui();
  const shownConnection = useShownConnection();
  if (!fedBy && feeds.length === 0) return null;
  const rows = [
    ...(fedBy ? [{ ...fedBy, relation: t`Supplied by` }] : []),
    ...byName(feeds).map((device) => ({ ...device, relation: t`Supplies` })),
  ];
  return (
    <Card component="section" aria-labelledby="related" padding="sm">
      <Title order={2} size="h5" id="related">{t`Related equipment`}</Title>
      <ul className={relatedEquipmentClasses["list"]}>
        {rows.map(({ ssid, name, state, relation }) => (
          <li key={ssid} data-state={shownConnection(state)}>
            <StateIcon state={shownConnection(state)} size={16} />
            <Link to="/admin/device" search={{ device: ssid }}>
              {name}
            </Link>
            <span className={relatedEquipmentClasses["aside"]}>{relation}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
