import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import type { AirUnit } from "@verandah/contract/hvac.ts";
import { airSetpoint } from "@verandah/equipment/types/ahu.ts";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { AirReading } from "#shared/equipment/air-reading.tsx";
import { readingOf, setpointKinds } from "#shared/equipment/air-values.ts";

import { useAirOrder } from "./use-air-order.ts";
import { VavOrderForm } from "./vav-order-form.tsx";

import classes from "./vav.module.css";

interface Props {
  box: AirUnit;
  nowMs: number;
  isOutdated: boolean;
  canOrder: boolean;
}

/** What a box holds its zone at, as the box itself says, and a field for another value. */
export function VavSetpoint({ box, nowMs, isOutdated, canOrder }: Props) {
  const { t } = useLingui();
  const { setpoint } = setpointKinds.zone;
  const { write, isSending, isUnderWay, command } = useAirOrder(box.ssid);

  return (
    <div className={classes["control"]}>
      <Group gap="xs">
        <AirReading reading={readingOf(box, setpoint)} nowMs={nowMs} isOutdated={isOutdated} />
        <CommandProgress command={command} isSending={isSending} />
      </Group>
      {canOrder && (
        <VavOrderForm
          label={t`New temperature set point of ${box.name}`}
          action={t`Set the temperature of ${box.name}`}
          unit="°C"
          min={airSetpoint.from}
          max={airSetpoint.to}
          outOfRange={t`Temperature sp should be 15-35`}
          isUnderWay={isUnderWay}
          send={(value) => write([{ param_id: setpoint, value }])}
        />
      )}
    </div>
  );
}
