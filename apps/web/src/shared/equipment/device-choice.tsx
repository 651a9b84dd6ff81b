import { useLingui } from "@lingui/react/macro";
import { Group, Select } from "@mantine/core";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { byName } from "../by-name.ts";
import { useSearchState } from "../search-state.ts";
import { ErrorBanner } from "../ui/feedback/error-banner.tsx";

interface Props {
  ssid: string | undefined;
  deviceType: string;
  /** Of the second field. */
  label: string;
}

/** Floor and device dropdowns of one type; a device of no floor is under "Whole building". Another floor shows its first device. The address has the device. */
export function DeviceChoice({ ssid, deviceType, label }: Props) {
  const { t } = useLingui();
  const { building } = useSession();
  const [, change] = useSearchState();
  const { data: devices = [] } = useRoute(
    listDevices,
    { id: building.id, type: deviceType },
    { select: byName },
  );
  const { data: floors = [], error } = useRoute(listLocationMetrics, { id: building.id });
  const floorId = devices.find((one) => one.ssid === ssid)?.floorId ?? null;
  const equipped = floors.filter(({ id }) => devices.some((one) => one.floorId === id));
  const choose = (next: string | undefined) => {
    if (next !== undefined && next !== ssid) change({ device: next });
  };
  return (
    <Group gap="xs">
      <ErrorBanner error={error} />
      {equipped.length > 0 && (
        <Select
          label={t`Floor`}
          w={150}
          allowDeselect={false}
          data={[
            ...equipped.map(({ id, name }) => ({ value: String(id), label: name })),
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
        w={190}
        allowDeselect={false}
        data={devices
          .filter((one) => one.floorId === floorId)
          .map(({ ssid: value, name }) => ({ value, label: name }))}
        value={ssid ?? null}
        onChange={(value) => choose(value ?? undefined)}
      />
    </Group>
  );
}
