import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";

import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { useDeviceState } from "#shared/equipment/device-state.ts";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import classes from "./device-list.module.css";

/** The others are folded, unless they have an alarm or do not report. */
const SHOWN_MAX = 6;

/** The devices of a zone with their states, those with problems first; each opens its screen. */
export function ZoneDevices({ zoneId, floorId }: { zoneId: number; floorId: number }) {
  const { t } = useLingui();
  const devices = useRoute(listDevices, { id: zoneId }, { select: byName });
  const stateOf = useDeviceState();
  return (
    <SectionCard
      title={t`Devices`}
      aside={<Link to="/admin/devicemap" search={{ floor: floorId }}>{t`Show on the floor plan`}</Link>}
    >
      <Section of={devices} height={120} isPart empty={t`No devices`}>
        {(all) => {
          const ordered = [
            ...all.filter((device) => stateOf(device) !== "fine"),
            ...all.filter((device) => stateOf(device) === "fine"),
          ];
          const faults = ordered.filter((device) => stateOf(device) !== "fine").length;
          const shown = Math.max(SHOWN_MAX, faults);
          const more = ordered.length - shown;
          return (
            <>
              <Rows devices={ordered.slice(0, shown)} />
              {more > 0 && (
                <details>
                  <Text component="summary" size="sm" py={8} style={{ cursor: "pointer" }}>
                    {t`and ${more} more`}
                  </Text>
                  <Rows devices={ordered.slice(shown)} />
                </details>
              )}
            </>
          );
        }}
      </Section>
    </SectionCard>
  );
}

const Rows = ({ devices }: { devices: readonly DeviceEntry[] }) => (
  <Stack component="ul" gap={4}>
    {devices.map((device) => (
      <li key={device.ssid}>
        <DeviceRow device={device} />
      </li>
    ))}
  </Stack>
);

function DeviceRow({ device }: { device: DeviceEntry }) {
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
