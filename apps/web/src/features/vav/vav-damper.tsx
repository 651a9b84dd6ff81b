import { useLingui } from "@lingui/react/macro";
import { Group, SegmentedControl, Text } from "@mantine/core";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";
import { DAMPER_COMMAND, DAMPER_MODE, damperPosition } from "@verandah/equipment/types/vav.ts";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { useDeviceCommand } from "#shared/commands/use-device-command.ts";
import { ValueForm } from "#shared/commands/value-form.tsx";
import { readingOf } from "#shared/equipment/air-values.ts";

import classes from "./vav.module.css";

const MANUAL = 1;
const AUTO = 0;

interface Props {
  box: AirUnit;
  canCommand: boolean;
}

/** The damper mode of a box as the box reports it; in manual mode also a field for the position. */
export function VavDamper({ box, canCommand }: Props) {
  const { t } = useLingui();
  const { write, isSending, isUnderWay, command } = useDeviceCommand(box.ssid);
  const reading = readingOf(box, DAMPER_MODE);
  const isManual = reading?.param_value === MANUAL;
  const auto = t({ message: "Auto", comment: "A damper that the device moves itself" });
  const manual = t({ message: "Manual", comment: "A damper whose position a person sets" });

  if (!reading) return <Text size="sm" c="dimmed">{t`No data`}</Text>;

  function changeMode(mode: string): void {
    // Auto also releases our position.
    if (mode === "manual") void write([{ param_id: DAMPER_MODE, value: MANUAL }]);
    else
      void write([
        { param_id: DAMPER_MODE, value: AUTO },
        { param_id: DAMPER_COMMAND, value: null },
      ]);
  }

  return (
    <div className={classes["control"]}>
      <Group gap="xs">
        {canCommand ? (
          <SegmentedControl
            size="xs"
            aria-label={t`Damper control of ${box.name}`}
            value={isManual ? "manual" : "auto"}
            onChange={changeMode}
            disabled={isUnderWay}
            data={[
              { value: "auto", label: auto },
              { value: "manual", label: manual },
            ]}
          />
        ) : (
          <Text size="sm" fw={600}>
            {isManual ? manual : auto}
          </Text>
        )}
        <CommandProgress command={command} isSending={isSending} />
      </Group>
      {canCommand && isManual && (
        <ValueForm
          label={t`New damper position of ${box.name}`}
          isLabelHidden
          action={t`Move the damper of ${box.name}`}
          unit="%"
          write={damperPosition}
          outOfRange={t`Damper position should be 0-100`}
          isUnderWay={isUnderWay}
          size="xs"
          onSend={(position) => void write([{ param_id: DAMPER_COMMAND, value: position }])}
        />
      )}
    </div>
  );
}
