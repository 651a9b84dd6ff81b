import { useLingui } from "@lingui/react/macro";
import { Group, Select, Stack } from "@mantine/core";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { byName } from "../../by-name.ts";
import { searchText, useSearchState } from "../../search-state.ts";
import { ErrorBanner } from "../../ui/feedback/error-banner.tsx";
import { Section } from "../../ui/section.tsx";
import { NamedHead } from "./equipment-head.tsx";
import { type EquipmentParts, EquipmentScreen, NoEquipment } from "./equipment-screen.tsx";

interface Props {
  type: string;
  /** Of the field that chooses the device. */
  label: string;
  /** Name of the screen without a device. */
  title: string;
  /** The text of an unknown device. */
  missing: string;
  parts: EquipmentParts;
  hasSnackbar?: boolean;
}

/** The device of one type that the address names, with fields for the floor and the device. Without one it is the first of the first floor. */
export function TypeScreen({ type, label, title, ...shown }: Props) {
  const { building } = useSession();
  const [search] = useSearchState();
  const list = useRoute(listDevices, { id: building.id, type }, { select: byName });
  const floors = useRoute(listLocationMetrics, { id: building.id });
  const devices = list.data ?? [];
  const equipped = (floors.data ?? []).filter(({ id }) => devices.some(({ floorId }) => floorId === id));
  const first = devices.find(({ floorId }) => floorId === equipped[0]?.id) ?? devices[0];
  const ssid = searchText(search["device"]) ?? first?.ssid;
  const choice = (
    <>
      <ErrorBanner error={floors.error} />
      <DeviceChoice ssid={ssid} label={label} devices={devices} floors={equipped} />
    </>
  );
  if (ssid !== undefined)
    return (
      <EquipmentScreen
        key={ssid}
        ssid={ssid}
        type={type}
        title={devices.find((one) => one.ssid === ssid)?.name ?? title}
        choice={choice}
        queries={[list]}
        {...shown}
      />
    );
  if (list.data) return <NoEquipment title={title} text={shown.missing} choice={choice} />;
  return (
    <Stack gap={14}>
      <NamedHead name={title} choice={choice} />
      <Section of={list} height={480}>
        {() => null}
      </Section>
    </Stack>
  );
}

interface ChoiceProps {
  ssid: string | undefined;
  label: string;
  devices: readonly DeviceEntry[];
  /** Those with a device. */
  floors: readonly { id: number; name: string }[];
}

/** Floor and device dropdowns; a device of no floor is under "Whole building". Another floor shows its first device. */
function DeviceChoice({ ssid, label, devices, floors }: ChoiceProps) {
  const { t } = useLingui();
  const [, change] = useSearchState();
  const floorId = devices.find((one) => one.ssid === ssid)?.floorId ?? null;
  const choose = (next: string | null | undefined) => {
    if (next && next !== ssid) change({ device: next });
  };
  return (
    <Group gap="xs">
      {floors.length > 0 && (
        <Select
          label={t`Floor`}
          w={150}
          allowDeselect={false}
          data={[
            ...floors.map(({ id, name }) => ({ value: String(id), label: name })),
            ...(devices.some((one) => one.floorId === null)
              ? [{ value: String(null), label: t`Whole building` }]
              : []),
          ]}
          value={String(floorId)}
          onChange={(id) => choose(devices.find((one) => String(one.floorId) === id)?.ssid)}
        />
      )}
      <Select
        label={label}
        w={{ base: 190, sm: 260 }}
        allowDeselect={false}
        data={devices
          .filter((one) => one.floorId === floorId)
          .map(({ ssid: value, name }) => ({ value, label: name }))}
        value={ssid ?? null}
        onChange={choose}
      />
    </Group>
  );
}
