import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Text, Title } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { listOverrides } from "@verandah/contract/commands/overrides.ts";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { roles } from "@verandah/contract/roles.ts";

import { useLiveDevices } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { useDeviceState } from "#shared/equipment/device-state.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { storeDevice } from "#shared/stored-context.ts";
import { FailureSnackbar } from "#shared/ui/feedback/floating-error.tsx";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { EditPlanButton } from "../edit-plan-button.tsx";
import { VavDetails } from "../vav-details.tsx";
import { AlarmTiles } from "./alarm-tiles.tsx";
import { ComparisonCharts } from "./comparison-charts.tsx";
import { MapCard } from "./map-card.tsx";

import columns from "#shared/maps/plan-columns.module.css";

const isFollowed = ({ type }: DeviceEntry) => type === "AHU" || type === "ENVIRONMENT";

interface Props {
  floorId: number;
  onZone: (id: number) => void;
  /** The map begins with its stored subject. */
  hasStoredMap: boolean;
}

/** The alarms of a floor's units, its map, and their values against those expected. Source: spec 2 §2 Alarms and floor-map page. */
export function FloorControls({ floorId, onZone, hasStoredMap }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, change] = useSearchState();
  const plan = useRoute(getFloorPlan, { id: floorId });
  const map = useRoute(listDevices, { id: floorId }, { select: byName });
  const alerts = useRoute(listAlerts, { id: floorId });

  const devices = map.data ?? [];
  const units = devices.filter(({ type }) => type === "AHU");
  const vavs = devices.filter(({ type }) => type === "VAV");
  const isEmpty = map.data !== undefined && units.length + vavs.length === 0;
  const total = alerts.data?.total;
  const openVav = vavs.find(({ ssid }) => ssid === searchText(search["vav"]));
  useLiveDevices(devices.filter(isFollowed).map(({ ssid }) => ssid));

  function open(ssid: string): void {
    const device: DeviceEntry | undefined = devices.find((one) => one.ssid === ssid);
    if (!device) return;
    if (device.type === "VAV") {
      change({ vav: ssid });
      return;
    }
    storeDevice(device);
    void navigate({ to: "/admin/glAhu", search: { device: ssid }, state: { ssid, deviceName: device.name } });
  }

  return (
    <>
      <FailureSnackbar queries={[plan, map, alerts]} />
      {isEmpty && <NoUnits />}
      {!(isEmpty && total?.system === 0 && total.solution === 0) && (
        <Aged of={[alerts, map]}>
          <AlarmTiles total={total} units={units} />
        </Aged>
      )}
      <div className={columns["columns"]}>
        <MapCard
          plan={plan}
          floorId={floorId}
          devices={map}
          onDevice={open}
          onZone={onZone}
          hasStoredMap={hasStoredMap}
        />
        <div className={columns["side"]}>
          <section aria-labelledby="comparison">
            <Group justify="space-between" mb={6} gap="xs">
              <Title order={2} size="h5" id="comparison">{t`Actual against Expected`}</Title>
              <Group gap="sm">
                <OverridesLink floorId={floorId} />
                <EditPlanButton floorId={floorId} />
              </Group>
            </Group>
            {!isEmpty && <ComparisonCharts units={units} isLoading={map.isPending} />}
          </section>
          <section aria-labelledby="vavs">
            <Title order={2} size="h5" id="vavs" mb={6}>{t`VAV`}</Title>
            {vavs.length > 0 || !map.data ? (
              <Aged of={map}>
                <VavButtons vavs={vavs} onChoose={open} />
              </Aged>
            ) : (
              <Text size="sm" c="dimmed">{t`This floor has no VAV.`}</Text>
            )}
          </section>
        </div>
      </div>
      {openVav && <VavDetails vav={openVav} of={map} onClose={() => change({ vav: undefined })} />}
    </>
  );
}

/** Says what the floor lacks, and where an administrator adds it. */
function NoUnits() {
  const { t } = useLingui();
  const { role } = useSession();
  return (
    <Text role="status">
      {t`This floor has no air handling units or VAV boxes.`}{" "}
      {role.id === roles.administrator && <Link to="/admin/gateways">{t`Add devices at Gateways`}</Link>}
    </Text>
  );
}

/** How many overrides are in force on a floor, by action, and the way to those of the building. */
function OverridesLink({ floorId }: { floorId: number }) {
  const { building } = useSession();
  const { data } = useRoute(listOverrides, { building: building.id });
  const count = new Set(data?.filter((one) => one.floorId === floorId).map(({ batchId }) => batchId)).size;
  return (
    <Button
      renderRoot={(props) => <Link to="/admin/controls" {...props} />}
      size="xs"
      variant="default"
      leftSection={<IconHandStop size={16} aria-hidden />}
    >
      {plural(count, { 0: "Overrides", one: "# override in force", other: "# overrides in force" })}
    </Button>
  );
}

interface VavButtonsProps {
  vavs: readonly DeviceEntry[];
  onChoose: (ssid: string) => void;
}

/** A button for each VAV box of the floor, with its state. */
function VavButtons({ vavs, onChoose }: VavButtonsProps) {
  const { t } = useLingui();
  const stateText = useStateText();
  const deviceState = useDeviceState();
  return (
    <AutoGrid component="ul" min={104} gap={6} aria-label={t`VAV`}>
      {vavs.map((vav) => {
        const state = deviceState(vav);
        return (
          <li key={vav.ssid}>
            <Button
              variant="default"
              size="xs"
              fullWidth
              px={8}
              fw={400}
              fz={13}
              justify="start"
              leftSection={<StateIcon state={state} size={14} isColored />}
              aria-label={`${vav.name}: ${stateText(state)}`}
              onClick={() => onChoose(vav.ssid)}
            >
              {vav.name}
            </Button>
          </li>
        );
      })}
    </AutoGrid>
  );
}
