import { useLingui } from "@lingui/react/macro";
import { Card, Group } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import { ahu, ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { measuredOf } from "#shared/equipment/schematic/ahu-points.ts";
import { AhuSchematic } from "#shared/equipment/schematic/ahu-schematic.tsx";
import { type ControlsProps, EquipmentControls } from "#shared/equipment/screen/equipment-controls.tsx";
import type { EquipmentParts, ShownDevice } from "#shared/equipment/screen/equipment-screen.tsx";
import { TypeScreen } from "#shared/equipment/screen/type-screen.tsx";

import { FedVavs } from "./fed-vavs.tsx";

const parts: EquipmentParts = {
  Drawing: AhuDrawing,
  Controls: AhuControls,
  Side: ({ device }) => <FedVavs ssid={device.ssid} />,
  trends: "1h",
  choices: measuredOf,
};

/** One air handling unit. Source: spec 2 §2 AHU screen. */
export function AhuScreen({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  return (
    <TypeScreen
      type={ahu.type}
      label={t`Device`}
      title={ssid}
      missing={t`There is no air handling unit of this address.`}
      parts={parts}
      hasSnackbar
    />
  );
}

function AhuDrawing({ device: { ssid, name }, latest }: ShownDevice) {
  const { t } = useLingui();
  return (
    <Card component="section" aria-label={t`Schematic`} padding="sm">
      <OverrideMark ssid={ssid} />
      <AhuSchematic ahu={latest} name={name} />
    </Card>
  );
}

const { rat, sat } = setpointKinds;

/** The values that an operator may change on a unit. Source: spec 2 §2 AHU screen, §5, §8. */
function AhuControls(props: ControlsProps) {
  const { t } = useLingui();
  return (
    <EquipmentControls
      {...props}
      title={t`AHU Controls`}
      aside={
        <Link to="/admin/Glschedule">
          <Group gap={4} component="span">
            <IconCalendarTime size={16} aria-hidden />
            {t`Scheduler`}
          </Group>
        </Link>
      }
      texts={{
        [ahuSwitch.point]: {
          label: t`AHU On/Off`,
          verified: (value) =>
            value === ahuSwitch.off ? t`successfully turned Off` : t`successfully turned On`,
        },
        [rat.setpoint]: {
          outOfRange: t`RAT sp should be 15-35`,
          verified: (value) => t`Rat successfully setted ${String(value)}`,
        },
        [sat.setpoint]: {
          outOfRange: t`SAT sp should be 15-35`,
          verified: (value) => t`Sat successfully setted ${String(value)}`,
          staysOnNoNetwork: true,
        },
      }}
    />
  );
}
