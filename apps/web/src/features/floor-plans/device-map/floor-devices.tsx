import { useLingui } from "@lingui/react/macro";
import { Group, Select, Card, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { builtInTypes, type KnownType } from "@verandah/equipment/catalogue.ts";

import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import type { MapMarker } from "#shared/maps/map-marker.tsx";
import { PlanPanel } from "#shared/maps/plan-panel.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { storeDevice } from "#shared/stored-context.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { FailureSnackbar } from "#shared/ui/feedback/floating-error.tsx";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";

import { EditPlanButton } from "../edit-plan-button.tsx";
import { useDeviceMarkers } from "../map-markers.ts";
import { StateLegend } from "../state-legend.tsx";
import { VavDetails } from "../vav-details.tsx";

import columns from "#shared/maps/plan-columns.module.css";
import classes from "./device-list.module.css";

const isOnFloors = (type: KnownType) => type.isOnFloors !== false;

/** Value of a choice: the types of all lighting controllers. */
const LIGHTS = "LIGHTS";
const lightTypes = ["DALI", "WAC"] as const;

/** The places of the devices of one type on a floor, or of its lighting controllers. Source: spec 2 §7 device map. */
export function FloorDevices({ floorId, areLights }: { floorId: number; areLights: boolean }) {
  const { t } = useLingui();
  const typeName = useTypeName();
  const [search, change] = useSearchState();
  const asked = searchText(search["type"])?.toUpperCase();
  const wanted = asked ?? (areLights ? LIGHTS : undefined);
  const siteTypes = useSiteTypes();
  const mapTypes = [...builtInTypes, ...siteTypes].filter((one) => isOnFloors(one));
  const found = mapTypes.find((one) => one.type === wanted)?.type ?? "AHU";
  const type = wanted === LIGHTS ? LIGHTS : found;
  const lights = t`Lighting controllers`;
  return (
    <>
      <Group align="flex-end" gap="sm">
        <Select
          label={t`Device type`}
          w={{ base: "100%", xs: 220 }}
          allowDeselect={false}
          data={[
            ...mapTypes.map(({ type: value }) => ({ value, label: typeName(value) })),
            { value: LIGHTS, label: lights },
          ]}
          value={type}
          onChange={(value) => value && change({ type: value, vav: undefined, device: undefined })}
        />
        <EditPlanButton floorId={floorId} />
      </Group>
      {type === LIGHTS ? (
        <DeviceMap floorId={floorId} types={lightTypes} title={lights} />
      ) : (
        <DeviceMap floorId={floorId} types={[type]} title={typeName(type)} />
      )}
    </>
  );
}

interface Props {
  floorId: number;
  types: readonly [string, ...string[]];
  /** Plural name of the devices. */
  title: string;
}

/** The devices of some types on a floor's plan and in a list; one opens its screen. */
function DeviceMap({ floorId, types, title }: Props) {
  const navigate = useNavigate();
  const [search, change] = useSearchState();
  const plan = useRoute(getFloorPlan, { id: floorId });
  const map = useRoute(
    listDevices,
    { id: floorId, type: types.length === 1 ? types[0] : undefined },
    { select: byName },
  );
  const deviceMarkers = useDeviceMarkers(map);
  const devices = map.data?.filter(({ type }) => types.includes(type)) ?? [];
  const marked = searchText(search["device"]);
  const markers = deviceMarkers(devices).map((one) => ({ ...one, isMarked: one.id === marked }));
  const openVav = devices.find((one) => one.type === "VAV" && one.ssid === searchText(search["vav"]));

  function open(ssid: string): void {
    const device = devices.find((one) => one.ssid === ssid);
    if (!device) return;
    if (device.type === "VAV") return change({ vav: ssid });
    if (device.type !== "AHU")
      return void navigate({ to: deviceScreen(device.type), search: { device: ssid } });
    storeDevice(device);
    return void navigate({
      to: "/admin/glAhu",
      search: { device: ssid },
      state: { ssid, deviceName: device.name },
    });
  }

  return (
    <>
      <FailureSnackbar queries={[plan, map]} />
      <div className={columns["columns"]} data-is-high>
        <PlanPanel
          plan={plan.data}
          isFailed={plan.isError}
          onRetry={() => void plan.refetch()}
          subject={title}
          zones={plan.data?.zones ?? []}
          markers={markers}
          onMarker={open}
        >
          <StateLegend />
        </PlanPanel>
        <div className={columns["side"]}>
          {map.data && (
            <DeviceList
              title={title}
              markers={markers}
              marked={marked}
              onMark={(device) => change({ device })}
            />
          )}
        </div>
      </div>
      {openVav && <VavDetails vav={openVav} of={map} onClose={() => change({ vav: undefined })} />}
    </>
  );
}

interface DeviceListProps {
  /** Plural name of the devices. */
  title: string;
  markers: readonly MapMarker[];
  marked: string | undefined;
  /** One was chosen; undefined: the marked one was chosen again. */
  onMark: (ssid: string | undefined) => void;
}

/** The devices of a map as a list; the selected one is marked on the map. */
function DeviceList({ title, markers, marked, onMark }: DeviceListProps) {
  const { t } = useLingui();
  const stateText = useStateText();
  return (
    <Card
      component="section"
      aria-label={title}
      padding="sm"
      mih={120}
      mah={{ base: "none", sm: "calc(100vh - 220px)" }}
      style={{ overflow: "auto" }}
    >
      <Title order={2} size="h5">
        {title}
      </Title>
      {markers.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">{t`No devices of this type on this floor.`}</Text>
      )}
      <Stack component="ul" gap={4} mt={10}>
        {markers.map(({ id, name, state, lines, position }) => (
          <li key={id}>
            <UnstyledButton
              className={classes["row"] ?? ""}
              aria-pressed={id === marked}
              onClick={() => onMark(id === marked ? undefined : id)}
            >
              <StateIcon state={state} size={16} isColored />
              <span>
                <strong>{name}</strong>
                <Text span size="sm" c="dimmed" display="block">
                  {[stateText(state), ...lines, ...(position ? [] : [t`Not on the plan`])].join(" · ")}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
