import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ahu as unitType, ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { setpointKinds } from "#shared/equipment/air-values.ts";
import { EquipmentControls } from "#shared/equipment/equipment-controls.tsx";
import type { ControlTexts } from "#shared/equipment/point-control.tsx";
import { type AhuReadings, readingOf } from "#shared/equipment/schematic/ahu-points.ts";

const { rat, sat } = setpointKinds;
const { controls = [] } = unitType.screen;

interface Props {
  ssid: string;
  readings: AhuReadings;
}

/** The values that an operator may change on a unit. Source: spec 2 §2 AHU screen, §5, §8. */
export function AhuControls({ ssid, readings }: Props) {
  const { t } = useLingui();
  const texts: Record<string, ControlTexts> = {
    [ahuSwitch.point]: {
      label: t`AHU On/Off`,
      verified: (value) => (value === ahuSwitch.off ? t`successfully turned Off` : t`successfully turned On`),
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
  };
  return (
    <EquipmentControls
      ssid={ssid}
      type={unitType}
      controls={controls.filter((paramId) => readingOf(readings, paramId))}
      latest={readings}
      title={t`AHU Controls`}
      aside={
        <Link to="/admin/Glschedule">
          <Group gap={4} component="span">
            <IconCalendarTime size={16} aria-hidden />
            {t`Scheduler`}
          </Group>
        </Link>
      }
      texts={texts}
    />
  );
}
