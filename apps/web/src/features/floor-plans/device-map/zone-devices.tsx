import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { listDevices } from "@verandah/contract/devices/devices.ts";

import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { useDeviceState } from "../map-markers.ts";

import classes from "./device-list.module.css";

/** The devices of a zone with their states; each opens its screen. */
export function ZoneDevices({ zoneId, floorId }: { zoneId: number; floorId: number }) {
  const { t } = useLingui();
  const devices = useRoute(listDevices, { id: zoneId }, { select: byName });
  return (
    <SectionCard
      title={t`Devices`}
      aside={<Link to="/admin/devicemap" search={{ floor: floorId }}>{t`Show on the floor plan`}</Link>}
    >
      <Section of={devices} height={120} isPart empty={t`No devices`}>
        {(all) => (
          <Stack component="ul" gap={4}>
            {all.map((device) => (
              <li key={device.ssid}>
                <DeviceRow device={device} />
              </li>
            ))}
          </Stack>
        )}
      </Section>
    </SectionCard>
  );
}

function DeviceRow({ device }: { device: Parameters<ReturnType<typeof useDeviceState>>[0] }) {
  const stateText = useStateText();
  const state = useDeviceState()(device);
  return (
    <Link to={deviceScreen(device.type)} search={{ device: device.ssid }} className={classes["row"]}>
      <StateIcon state={state} size={16} isColored />
      <span>
        {device.name}{" "}
        <Text span size="sm" c="dimmed">
          {stateText(state)}
        </Text>
      </span>
    </Link>
  );
}
