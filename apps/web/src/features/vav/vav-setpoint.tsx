import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";
import { airSetpoint } from "@verandah/equipment/types/ahu.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { useDeviceCommand } from "#shared/commands/use-device-command.ts";
import { ValueForm } from "#shared/commands/value-form.tsx";
import { Value } from "#shared/equipment/reading-value.tsx";

import classes from "./vav.module.css";

interface Props {
  vav: AirUnit;
  canCommand: boolean;
}

/** The setpoint of a box as the box reports it, and a field for a new value. */
export function VavSetpoint({ vav, canCommand }: Props) {
  const { t } = useLingui();
  const { setpoint, unit } = setpointKinds.zone;
  const { write, isSending, isUnderWay, command } = useDeviceCommand(vav.ssid);

  return (
    <div className={classes["control"]}>
      <Group gap="xs">
        <Value device={vav.ssid} point={setpoint} />
        <CommandProgress command={command} isSending={isSending} />
      </Group>
      {canCommand && (
        <ValueForm
          label={t`New temperature setpoint of ${vav.name}`}
          isLabelHidden
          action={t`Set the temperature of ${vav.name}`}
          unit={symbolOf(unit)}
          write={airSetpoint}
          outOfRange={t`Temperature sp should be 15-35`}
          isUnderWay={isUnderWay}
          size="xs"
          onSend={(value) => void write([{ param_id: setpoint, value }])}
        />
      )}
    </div>
  );
}
