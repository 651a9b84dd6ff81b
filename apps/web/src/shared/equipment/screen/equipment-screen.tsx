import { useLingui } from "@lingui/react/macro";
import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { IconCpuOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { findType, type KnownType } from "@verandah/equipment/catalogue.ts";
import type { FunctionComponent, ReactNode } from "react";

import { useLatest } from "#data/live/readings.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { byName } from "../../by-name.ts";
import { isRefusal } from "../../call.ts";
import { NewestCommands } from "../../commands/newest-commands.tsx";
import { OverridesCard } from "../../commands/overrides-card.tsx";
import { PointTestsCard } from "../../point-tests/point-tests-card.tsx";
import { searchText, useSearchState } from "../../search-state.ts";
import { ErrorBanner } from "../../ui/feedback/error-banner.tsx";
import { FailureSnackbar, type Failing } from "../../ui/feedback/floating-error.tsx";
import { StateIcon } from "../../ui/feedback/state.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Aged } from "../../ui/section.tsx";
import { deviceScreen } from "../device-screen.ts";
import { useSiteTypes } from "../site-types.ts";
import { EquipmentAlarms } from "./equipment-alarms.tsx";
import { type ControlsProps, EquipmentControls } from "./equipment-controls.tsx";
import { EquipmentHead, NamedHead, useShownConnection } from "./equipment-head.tsx";
import { CHART_POINTS_MAX, EquipmentPoints } from "./equipment-points.tsx";
import { EquipmentSchedule } from "./equipment-schedule.tsx";
import { EquipmentSummary } from "./equipment-summary.tsx";
import { EquipmentTrends } from "./equipment-trends.tsx";
import { UnknownPoints } from "./unknown-points.tsx";

import listClasses from "./equipment-list.module.css";
import classes from "./equipment-screen.module.css";

/** Height of trends and points until they are loaded. */
const SKELETON_PX = 660;

type DeviceDetails = ReplyOf<typeof getDevice>;

/** A device with the latest value of each of its points. */
export interface ShownDevice {
  device: DeviceDetails;
  latest: readonly ParameterReading[];
}

/** Sections that a specified screen adds, or has in place of the general ones. The order is the same for all types. */
export interface EquipmentParts {
  /** In place of the values that the catalogue names. */
  Summary?: FunctionComponent<ShownDevice>;
  Drawing?: FunctionComponent<ShownDevice>;
  /** The controls with the texts of the screen. */
  Controls?: FunctionComponent<ControlsProps>;
  /** Below the controls. */
  Side?: FunctionComponent<ShownDevice>;
  /** Between these and the trends, over the whole width. */
  More?: FunctionComponent<ShownDevice>;
  /** Charts of the catalogue, and the first range. 24 hours without it; `none` shows only a chart of the user's own. */
  trends?: "1h" | "none";
  /** Readings that the user may choose for one more chart. */
  choices?: (latest: ShownDevice["latest"]) => ShownDevice["latest"];
}

interface Props {
  ssid: string;
  parts?: EquipmentParts | undefined;
  /** The only type of an address. */
  type?: string;
  /** Before the device is loaded, or without it. */
  title?: string;
  /** The text of an unknown device. */
  missing?: string | undefined;
  /** Beside the name: fields that choose another device. */
  choice?: ReactNode;
  /** Further queries of the screen, whose failures it shows. */
  queries?: readonly Failing[];
  /** Failures float over the screen and hide by themselves. */
  hasSnackbar?: boolean;
}

/** One device of any type: state, values, drawing, controls, alarms, related equipment, trends, points and commands, as its type declares them. */
export function EquipmentScreen({
  ssid,
  parts = {},
  type: only,
  title,
  missing,
  choice,
  queries = [],
  hasSnackbar = false,
}: Props) {
  const siteTypes = useSiteTypes();
  const device = useRoute(getDevice, { ssid });
  const latest = useLatest(ssid);
  const asked = [device, latest, ...queries];
  const failure = asked.find(({ error }) => error)?.error;
  const type = device.data && findType(siteTypes, device.data.type);
  const isOther = only !== undefined && device.data !== undefined && device.data.type !== only;
  if (isOther || isRefusal(failure, "not-found", "input-invalid"))
    return <NoEquipment title={title} text={missing} choice={choice} />;

  const shown = device.data && latest.data && { device: device.data, latest: latest.data };
  const isCommanded = device.data?.points.some(({ kind }) => kind !== "reading") ?? false;
  const { Drawing, Summary = Drawing ? undefined : TypeSummary, Side, More } = parts;
  const charted = shown ? (
    <TrendsAndPoints {...shown} type={type} parts={parts} />
  ) : (
    !failure && <Skeleton height={SKELETON_PX} />
  );
  return (
    <Stack gap={14}>
      {failure && !device.data ? (
        <NamedHead name={title ?? ssid} choice={choice} />
      ) : (
        <Aged of={device}>
          <EquipmentHead device={device.data} choice={choice} />
        </Aged>
      )}
      {hasSnackbar ? <FailureSnackbar queries={asked} /> : <ErrorBanner error={failure} />}
      <Aged of={latest}>
        {shown && Summary && <Summary {...shown} />}
        <div className={classes["body"]}>
          {shown && Drawing && <Drawing {...shown} />}
          <Stack gap={14} className={classes["side"] ?? ""}>
            {shown && type && <Controls shown={shown} type={type} part={parts.Controls} />}
            {shown && Side && <Side {...shown} />}
            <EquipmentAlarms ssid={ssid} />
            {device.data && (
              <Aged of={device}>
                <RelatedEquipment device={device.data} />
              </Aged>
            )}
            {isCommanded && <EquipmentSchedule ssid={ssid} deviceType={device.data?.type} />}
          </Stack>
          {!More && charted}
        </div>
        {shown && More && (
          <>
            <More {...shown} />
            {charted}
          </>
        )}
      </Aged>
      {isCommanded && (
        <>
          <OverridesCard ssid={ssid} />
          <NewestCommands ssid={ssid} />
        </>
      )}
      {device.data && <UnknownPoints edge={device.data.edge} />}
      {device.data && <PointTestsCard of={{ ssid }} />}
    </Stack>
  );
}

/** The screen of an address without such a device. */
export function NoEquipment({
  title,
  text,
  choice,
}: {
  title?: string | undefined;
  text?: string | undefined;
  choice?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <Stack gap={14}>
      <NamedHead name={title ?? t`Device`} choice={choice} />
      <Alert role="alert" variant="default" icon={<IconCpuOff aria-hidden />}>
        {text ?? t`Device not found.`}
      </Alert>
    </Stack>
  );
}

interface ChartedProps extends ShownDevice {
  type: KnownType | undefined;
  parts: EquipmentParts;
}

/** The charts of a device's type with the points that it has, one with those that the address chooses, and a table of all points. */
function TrendsAndPoints({ device, latest, type, parts }: ChartedProps) {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const known = (ids: readonly string[]) => [...new Set(ids)].filter(has(device));
  const ofType = (type?.screen.trends ?? [])
    .map((chart) => ({ ...chart, points: known(chart.points) }))
    .filter(({ points }) => points.length > 0);
  const trends = parts.trends === "none" ? [] : ofType;
  const chosen = known((searchText(search["points"]) ?? "").split(",")).slice(0, CHART_POINTS_MAX);
  const first = device.points.find(({ kind }) => kind === "reading");
  if (chosen.length === 0 && ofType.length === 0 && first) chosen.push(first.param_id);
  return (
    <Stack gap={14}>
      {(chosen.length > 0 || trends.length > 0) && (
        <EquipmentTrends
          ssid={device.ssid}
          deviceType={device.type}
          trends={trends}
          range={parts.trends === "1h" ? "1h" : "24h"}
          own={chosen.length > 0 ? { label: t`Trends of ${device.name}`, points: chosen } : undefined}
          choices={parts.choices?.(latest)}
        />
      )}
      <EquipmentPoints
        deviceType={device.type}
        points={device.points}
        latest={latest}
        chosen={chosen}
        onChange={(ids) => change({ points: ids.join(",") || undefined }, { replace: true })}
        gateway={device.edge.kind === "gateway" ? device.edge.ssid : undefined}
      />
    </Stack>
  );
}

const has = (device: DeviceDetails) => (id: string) =>
  device.points.some(({ param_id: known }) => known === id);

function TypeSummary({ device, latest }: ShownDevice) {
  const summary = findType(useSiteTypes(), device.type)?.screen.summary.filter(has(device)) ?? [];
  return (
    summary.length > 0 && <EquipmentSummary deviceType={device.type} summary={summary} latest={latest} />
  );
}

interface ControlsPart {
  shown: ShownDevice;
  type: KnownType;
  part: EquipmentParts["Controls"];
}

/** The controls of a type that the device has; none for a role without commands. */
function Controls({ shown: { device, latest }, type, part: Part = EquipmentControls }: ControlsPart) {
  const { role } = useSession();
  const controls = type.screen.controls?.filter(has(device)) ?? [];
  if (controls.length === 0 || !admits(sendCommands.access, role.id)) return null;
  return <Part ssid={device.ssid} type={type} controls={controls} latest={latest} />;
}

/** Rows of related equipment that are shown at once. */
const SHOWN_MAX = 8;

/** The devices that supply a device, those that it supplies, and the other ones of its place. Nothing when there are none. */
function RelatedEquipment({ device: { fedBy, feeds, beside } }: { device: DeviceDetails }) {
  const { t } = useLingui();
  const supplied = new Set([fedBy, ...feeds].map((one) => one?.ssid));
  const rows = [
    ...(fedBy ? [{ ...fedBy, relation: t`Supplied by` }] : []),
    ...byName(feeds).map((device) => ({ ...device, relation: t`Supplies` })),
    ...byName(beside)
      .filter(({ ssid }) => !supplied.has(ssid))
      .map((device) => ({ ...device, relation: t`Same place` })),
  ];
  if (rows.length === 0) return null;
  const more = rows.length - SHOWN_MAX;
  return (
    <SectionCard title={t`Related equipment`}>
      <RelatedList rows={rows.slice(0, SHOWN_MAX)} />
      {more > 0 && (
        <details>
          <Text component="summary" pt={6} fz={13}>{t`and ${more} more`}</Text>
          <RelatedList rows={rows.slice(SHOWN_MAX)} />
        </details>
      )}
    </SectionCard>
  );
}

function RelatedList({
  rows,
}: {
  rows: readonly (DeviceDetails["beside"][number] & { relation: string })[];
}) {
  const shownConnection = useShownConnection();
  return (
    <ul className={listClasses["list"]}>
      {rows.map(({ ssid, name, type, state, relation }) => (
        <li key={ssid} data-state={shownConnection(state)}>
          <StateIcon state={shownConnection(state)} size={16} />
          <Link to={deviceScreen(type)} search={{ device: ssid }}>
            {name}
          </Link>
          <span className={listClasses["aside"]}>{relation}</span>
        </li>
      ))}
    </ul>
  );
}
