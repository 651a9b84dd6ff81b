import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconDeviceTv } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import {
  getLocation,
  getPlaceStatus,
  listLocationMetrics,
  listSubsystemStatuses,
  type LocationMetric,
  type MetricName,
  type PlaceStatus,
} from "@verandah/contract/buildings.ts";
import { getHomeCounts } from "@verandah/contract/home.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { ReactNode } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { isRefusal } from "#shared/call.ts";
import { useFirstBuilt } from "#shared/screen-links.ts";
import { AlertCounts } from "#shared/ui/alert-counts.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { StateIcon, useShownState } from "#shared/ui/feedback/state.tsx";
import { Columns, Panel, Rows } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Aged, type FirstLoad, isAwaited, useIsAwaited } from "#shared/ui/section.tsx";

import { FloorLink } from "../floor-link.tsx";
import { MetricValue } from "../metric-value.tsx";
import { NoDataFound } from "../no-data-found.tsx";
import { NotReporting } from "../not-reporting.tsx";
import { useFloorLabel } from "../use-floor-label.ts";
import { useMetricTitle } from "../use-metric-title.ts";
import { BuildingPicture } from "./building-picture.tsx";
import { StatusCards } from "./status-cards.tsx";
import { StatusSummary } from "./status-summary.tsx";
import { floorState, metricNames, sortByName, sumPlaces } from "./summaries.ts";

import layout from "#shared/ui/layout.module.css";
import classes from "./floor-list.module.css";

/** Height of the parts together until their first answers. */
const PARTS_HEIGHT = "70dvh";

interface Props {
  /** What needs the user, and what happened, above the systems. */
  news: ReactNode;
  /** The alarms of the news. */
  waiting: FirstLoad & { readonly data?: { readonly total: number } | undefined };
}

/** The whole building. Its parts appear together, so that none of them moves the others. */
export function OverviewScreen({ news, waiting }: Props) {
  const { t } = useLingui();
  const { id } = useParams({ strict: false });
  const buildingId = Number(id);
  const session = useSession();

  const metrics = useRoute(listLocationMetrics, { id: buildingId });
  const building = useRoute(getPlaceStatus, { id: buildingId });
  const statuses = useRoute(listSubsystemStatuses, { id: buildingId });
  const { data: location } = useRoute(getLocation, { id: buildingId });
  // Only the user's own building is known to exist.
  const enabled = buildingId === session.building.id || metrics.isSuccess;
  const alertLists = useRoute(listAlerts, { id: buildingId }, { enabled });
  const { data: alerts } = alertLists;
  const counts = useRoute(getHomeCounts, { id: buildingId }, { enabled });
  const hasOldCounts = useIsOutdated(counts);
  const age = [metrics, alertLists, building];

  const ownName = buildingId === session.building.id ? session.building.name : undefined;
  const name = location?.name ?? ownName;
  const isOther = location && location.zone_type !== "GL_LOCATION_TYPE_BUILDING";
  const hasNoDevices = building.data?.noOfDevices === 0;
  const isMissing =
    isRefusal(metrics.error, "not-found", "input-invalid") ||
    (metrics.data?.length === 0 && !hasNoDevices && !isAwaited(building)) ||
    isOther;
  const failure = metrics.error ?? building.error ?? statuses.error;
  const floors = metrics.data;
  const isLoading = useIsAwaited(buildingId, [waiting, metrics, building, alertLists, counts]);

  return (
    <Stack gap={14}>
      <Group justify="space-between" gap="4px 24px" mih={44}>
        <div>
          <Group gap="xs">
            <PageTitle>{name ?? t`Building Dashboard`}</PageTitle>
            {!isMissing && <WallLink />}
          </Group>
          {name && <Text size="sm" c="dimmed">{t`Building Dashboard`}</Text>}
        </div>
        {floors && building.data && !isMissing && !isLoading && (
          <Aged of={age}>
            <StatusSummary
              status={building.data}
              places={floors}
              alerts={alerts}
              counts={hasOldCounts ? undefined : counts.data}
              zones={counts.data?.zones}
              hasOldZones={hasOldCounts}
              hasWaiting={(waiting.data?.total ?? 0) > 0}
            />
          </Aged>
        )}
      </Group>
      {isMissing ? (
        <NoDataFound />
      ) : isLoading ? (
        <Loading height={PARTS_HEIGHT} />
      ) : (
        <>
          <ErrorBanner error={failure} />
          {hasNoDevices && <FirstStep />}
          {news}
          <Aged of={statuses}>
            <StatusCards statuses={statuses.data} isFailed={statuses.isError && !statuses.data} />
          </Aged>
          {floors?.length === 0 ? null : floors && building.data ? (
            <Aged of={age}>
              <Columns of={FLOOR_COLUMNS} style={{ alignItems: "stretch" }}>
                <BuildingPicture name={name ?? ""} floors={floors} />
                <FloorList floors={floors} building={building.data} />
              </Columns>
            </Aged>
          ) : (
            !metrics.isError && !building.isError && <OverviewSkeleton />
          )}
        </>
      )}
    </Stack>
  );
}

const GATEWAYS_PATH = "/admin/gateways";
const DEMO_PATH = "/admin/demo";

/** What to do in a building without devices. */
function FirstStep() {
  const { t } = useLingui();
  const { role } = useSession();
  const firstBuilt = useFirstBuilt();
  const [gateways, demo] = [firstBuilt(GATEWAYS_PATH), firstBuilt(DEMO_PATH)];
  return (
    <Panel component="section" aria-label={t`Next step`} py={14}>
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={600}>{t`This building has no devices yet.`}</Text>
          <Text size="sm" c="dimmed">
            {role.id === roles.administrator
              ? t`A gateway connects its devices and sends their values.`
              : t`An administrator adds its first gateway.`}
          </Text>
        </div>
        <Group gap="sm">
          {demo && (
            <Button
              variant="default"
              c="var(--button-color)"
              renderRoot={(props) => <Link to={demo} {...props} />}
            >{t`Try the demo`}</Button>
          )}
          {gateways && (
            <Button
              c="var(--button-color)"
              renderRoot={(props) => <Link to={gateways} {...props} />}
            >{t`Add a gateway`}</Button>
          )}
        </Group>
      </Group>
    </Panel>
  );
}

function WallLink() {
  const { t } = useLingui();
  const name = t({ message: "Wall screen", comment: "Opens the building on a large screen without a menu" });
  return (
    <ActionIcon
      renderRoot={(props) => <Link to="." search={{ wall: 1 }} {...props} />}
      variant="subtle"
      color="gray"
      aria-label={name}
      title={name}
    >
      <IconDeviceTv size={18} aria-hidden />
    </ActionIcon>
  );
}

/** The cross-section, and the list. */
const FLOOR_COLUMNS = "minmax(200px, 360px) minmax(min(672px, 65%), 1fr)";
/** Rows of a building of normal height; the real number follows. */
const ROWS = 10;

/** Placeholder of the floors with their final size. */
function OverviewSkeleton() {
  const { t } = useLingui();
  return (
    <Columns component="section" of={FLOOR_COLUMNS} aria-busy aria-label={t`Loading`}>
      <Panel py={14}>
        <Skeleton height={466} radius="md" />
      </Panel>
      <Panel py={14}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} height={36} mb={10} radius="sm" />
        ))}
      </Panel>
    </Columns>
  );
}

interface FloorListProps {
  floors: readonly LocationMetric[];
  /** The whole building, with devices outside its floors. */
  building: PlaceStatus;
}

/** The 'All Floor' row and one row a floor. Source: spec 2 §2 Building overview. */
function FloorList({ floors, building }: FloorListProps) {
  const { t } = useLingui();
  const title = useMetricTitle();
  const label = useFloorLabel();
  const shown = useShownState();
  const all = sumPlaces(floors, t`All Floor`, building);

  return (
    <Panel component="section" aria-label={t`Floors`} p={0} fz="sm" style={{ overflow: "hidden" }}>
      <div className={classes["head"]} aria-hidden>
        <span>{t`Floor`}</span>
        <span>{t`Alerts`}</span>
        {metricNames.map((name) => (
          <span key={name}>{title(name)}</span>
        ))}
      </div>
      <Rows py={0}>
        <li className={classes["row"]} data-all>
          <b>{all.name}</b>
          <Cells place={all} />
        </li>
        {sortByName(floors).map((floor) => {
          const state = shown(floorState(floor));
          return (
            <li key={floor.id} className={classes["row"]}>
              <FloorLink floor={floor} label={label(floor, state)} className={layout["cover"]}>
                <span
                  className={`${classes["tile"]} ${layout["state"]}`}
                  data-state={state}
                  data-testid={`tile-${floor.name}`}
                >
                  {state !== "fine" && <StateIcon state={state} />}
                  {floor.name}
                </span>
              </FloorLink>
              <Cells place={floor} />
            </li>
          );
        })}
      </Rows>
    </Panel>
  );
}

function Cells({ place }: { place: LocationMetric }) {
  const { t } = useLingui();
  const title = useMetricTitle();
  return (
    <>
      <span>
        <span className={classes["label"]}>{t`Alerts`}</span>
        <AlertCounts place={place} />
        {/* The status summary shows it for the whole building. */}
        {place.zone_type !== "GL_LOCATION_TYPE_BUILDING" && <NotReporting place={place} />}
      </span>
      {metricNames.map((name: MetricName) => (
        <span key={name}>
          <span className={classes["label"]}>{title(name)}</span>
          <MetricValue place={place} name={name} />
        </span>
      ))}
    </>
  );
}
