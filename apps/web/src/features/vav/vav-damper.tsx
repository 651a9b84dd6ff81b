import { Trans, useLingui } from "@lingui/react/macro";
import { Group, SegmentedControl, Text } from "@mantine/core";
import type { AirUnit } from "@verandah/contract/hvac.ts";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { readingOf } from "#shared/equipment/air-values.ts";

import { useAirOrder } from "./use-air-order.ts";
import { VavOrderForm } from "./vav-order-form.tsx";

import classes from "./vav.module.css";

const MODE = "vav_damper_mode_sp";
const POSITION = "vav_damper_position_sp";
const MANUAL = 1;
const AUTO = 0;

interface Props {
  box: AirUnit;
  canOrder: boolean;
}

/** Whether a box moves its damper itself, as the box says; in manual mode also where it is to stand. */
export function VavDamper({ box, canOrder }: Props) {
  const { t } = useLingui();
  const { write, isSending, isUnderWay, command } = useAirOrder(box.ssid);
  const reading = readingOf(box, MODE);
  const isManual = reading?.param_value === MANUAL;
  const auto = t({ message: "Auto", comment: "A damper that the device moves itself" });
  const manual = t({ message: "Manual", comment: "A damper that stands where a person says" });

  if (!reading)
    return (
      <Text size="sm" c="dimmed">
        <Trans>No data</Trans>
      </Text>
    );

  function changeMode(mode: string): void {
    // In automatic mode no position of ours stays behind.
    if (mode === "manual") void write([{ param_id: MODE, value: MANUAL }]);
    else
      void write([
        { param_id: MODE, value: AUTO },
        { param_id: POSITION, value: null },
      ]);
  }

  return (
    <div className={classes["control"]}>
      <Group gap="xs">
        {canOrder ? (
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
      {canOrder && isManual && (
        <VavOrderForm
          label={t`New damper position of ${box.name}`}
          action={t`Move the damper of ${box.name}`}
          unit="%"
          min={0}
          max={100}
          outOfRange={t`Damper position should be 0-100`}
          isUnderWay={isUnderWay}
          send={(position) => write([{ param_id: POSITION, value: position }])}
        />
      )}
    </div>
  );
}
