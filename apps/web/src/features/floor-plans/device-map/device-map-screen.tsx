import { useLingui } from "@lingui/react/macro";
import { Group, Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";

import { devicesQuery } from "#data/devices.queries.ts";
import { type KnownType, useSiteTypes } from "#data/equipment.queries.ts";
import { floorPlanQuery } from "#data/floor-plans.queries.ts";
import { useLiveDevices } from "#data/live.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { storeDevice } from "#shared/stored-context.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { FloorSelect } from "#shared/ui/floor-select.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useLanguage } from "#shared/use-alarm-message.ts";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";
import { useIsOutdated } from "#shared/use-is-outdated.ts";
import { useNow } from "#shared/use-now.ts";

import { EditPlanButton } from "../edit-plan-button.tsx";
import { FailureSnackbar } from "../failure-snackbar.tsx";
import { useDeviceMarkers } from "../map-markers.ts";
import { PlanPanel } from "../plan-panel.tsx";
import { StateLegend } from "../state-legend.tsx";
import { VavDetails } from "../vav-details.tsx";
import { DeviceList } from "./device-list.tsx";

import classes from "./device-map-screen.module.css";

const AGE_REFRESH_MS = 5_000;
const isOnFloors = (type: KnownType) => type.isOnFloors !== false;

/** The places of the devices of one type on a floor. Source: spec 2 §7 device map. */
export function DeviceMapScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const language = useLanguage();
  const nowMs = useNow(AGE_REFRESH_MS);
  const [search, change] = useSearchState();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  const wanted = searchText(search["type"])?.toUpperCase();
  const siteTypes = useSiteTypes();
  const mapTypes = [...builtInTypes, ...siteTypes].filter((one) => isOnFloors(one));
  const type = mapTypes.find((one) => one.type === wanted)?.type ?? "AHU";
  const floorId = floor?.id ?? 0;
  const plan = useQuery({ ...floorPlanQuery(floorId), enabled: floor !== undefined });
  const map = useQuery({ ...devicesQuery(floorId, type), enabled: floor !== undefined });
  const deviceMarkers = useDeviceMarkers();
  const devices = map.data ?? [];
  const marked = searchText(search["device"]);
  const areDevicesOld = useIsOutdated(map.dataUpdatedAt, OVERVIEW_POLL_MS);
  const markers = deviceMarkers(devices, nowMs, areDevicesOld).map((one) => ({
    ...one,
    isMarked: one.id === marked,
  }));
  const openVav = devices.find((one) => one.type === "VAV" && one.ssid === searchText(search["vav"]));
  useLiveDevices(openVav ? [openVav.ssid] : []);

  function open(ssid: string): void {
    const device = devices.find((one) => one.ssid === ssid);
    if (!device) return;
    if (device.type === "VAV") return change({ vav: ssid });
    if (device.type !== "AHU") return void navigate({ to: "/admin/device", search: { device: ssid } });
    storeDevice(device);
    return void navigate({
      to: "/admin/glAhu",
      search: { device: ssid },
      state: { ssid, deviceName: device.name },
    });
  }

  const typeName = mapTypes.find((one) => one.type === type)?.name;
  const subject = typeName?.[language] ?? typeName?.en ?? type;
  return (
    <Stack gap={14}>
      <FailureSnackbar queries={[{ error, errorUpdatedAt: 1 }, plan, map]} />
      <Group justify="space-between" align="flex-end" gap="sm">
        <PageTitle>{t`Device map`}</PageTitle>
        <Group align="flex-end" gap="sm">
          <FloorSelect floors={floors} floor={floor} onChoose={choose} />
          <Select
            label={t`Device type`}
            w={{ base: "100%", xs: 220 }}
            allowDeselect={false}
            data={mapTypes.map(({ type: value, name }) => ({ value, label: name[language] ?? name.en }))}
            value={type}
            onChange={(value) => value && change({ type: value, vav: undefined, device: undefined })}
          />
          {floor && <EditPlanButton floorId={floor.id} />}
        </Group>
      </Group>
      {isMissing ? (
        <ErrorBanner text={t`Place not found.`} />
      ) : (
        <div className={classes["map"]}>
          <PlanPanel
            plan={plan.data}
            isFailed={plan.isError}
            onRetry={() => void plan.refetch()}
            subject={subject}
            zones={plan.data?.zones ?? []}
            markers={markers}
            onMarker={open}
          >
            <StateLegend />
          </PlanPanel>
          {map.data && (
            <DeviceList
              title={subject}
              markers={markers}
              marked={marked}
              onMark={(device) => change({ device })}
            />
          )}
        </div>
      )}
      {openVav && (
        <VavDetails vav={openVav} isOutdated={areDevicesOld} onClose={() => change({ vav: undefined })} />
      )}
    </Stack>
  );
}
