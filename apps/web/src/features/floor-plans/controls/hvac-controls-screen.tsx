import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { listOverrides } from "@verandah/contract/commands/overrides.ts";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";

import { useLiveDevices } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { storeDevice } from "#shared/stored-context.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { AutoGrid, Columns } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Aged } from "#shared/ui/section.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { EditPlanButton } from "../edit-plan-button.tsx";
import { FailureSnackbar } from "../failure-snackbar.tsx";
import { useDeviceState } from "../map-markers.ts";
import { VavDetails } from "../vav-details.tsx";
import { AlarmTiles } from "./alarm-tiles.tsx";
import { ComparisonCharts } from "./comparison-charts.tsx";
import { MapCard } from "./map-card.tsx";

const isFollowed = ({ type }: DeviceEntry) => type === "AHU" || type === "ENVIRONMENT";

/** The floor map with device alarms. Source: spec 2 §2 Alarms and floor-map page. */
export function HvacControlsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, change] = useSearchState();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  const floorId = floor?.id ?? 0;
  const isKnown = floor !== undefined;
  const plan = useRoute(getFloorPlan, { id: floorId }, { enabled: isKnown });
  const map = useRoute(listDevices, { id: floorId }, { enabled: isKnown, select: byName });
  const alerts = useRoute(listAlerts, { id: floorId }, { enabled: isKnown });

  const devices = map.data ?? [];
  const units = devices.filter(({ type }) => type === "AHU");
  const vavs = devices.filter(({ type }) => type === "VAV");
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
    <Stack gap={14}>
      <FailureSnackbar queries={[{ error, errorUpdatedAt: 1 }, plan, map, alerts]} />
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{t`HVAC Controls`}</PageTitle>
          {floor && (
            <Text size="sm" c="dimmed">
              {floor.name}
            </Text>
          )}
        </div>
        <Group align="flex-end" gap="sm">
          <OverridesLink floorId={floorId} />
          <FloorSelect floors={floors} floor={floor} onChoose={choose} />
          {floor && <EditPlanButton floorId={floor.id} />}
        </Group>
      </Group>
      {isMissing || (error && !isKnown) ? (
        <ErrorBanner text={isMissing && t`Place not found.`} error={error} />
      ) : (
        <>
          <Aged of={[alerts, map]}>
            <AlarmTiles total={alerts.data?.total} units={units} />
          </Aged>
          <Columns of="minmax(0, 1fr) minmax(0, 1.2fr)" gap={18}>
            <MapCard plan={plan} floorId={floorId} devices={map} onDevice={open} />
            <Stack gap={18}>
              <section aria-labelledby="comparison">
                <Title order={2} size="h5" id="comparison" mb={6}>{t`Actual against Expected`}</Title>
                <ComparisonCharts units={units} isLoading={map.isPending} />
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
            </Stack>
          </Columns>
        </>
      )}
      {openVav && <VavDetails vav={openVav} of={map} onClose={() => change({ vav: undefined })} />}
    </Stack>
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
      variant="default"
      leftSection={<IconHandStop size={16} aria-hidden />}
    >
      {plural(count, { 0: "Overrides", one: "# override in force", other: "# overrides in force" })}
    </Button>
  );
}

interface Props {
  vavs: readonly DeviceEntry[];
  onChoose: (ssid: string) => void;
}

/** A button for each VAV box of the floor, with its state. */
function VavButtons({ vavs, onChoose }: Props) {
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
