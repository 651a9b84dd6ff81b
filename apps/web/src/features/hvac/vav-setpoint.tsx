import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, NumberInput } from "@mantine/core";
import type { AirUnit } from "@verandah/contract/hvac.ts";
import { SETPOINT_MAX_CELSIUS, SETPOINT_MIN_CELSIUS } from "@verandah/contract/hvac.ts";
import { type FormEvent, useState } from "react";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { showToast } from "#shared/ui/toast.ts";

import { AirReading } from "./air-reading.tsx";
import { readingOf, setpointKinds } from "./air-values.ts";
import { useAirOrder } from "./use-air-order.ts";

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
  const [wish, setWish] = useState<number | string>("");
  const { write, isSending, isUnderWay, command } = useAirOrder(box.ssid);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const value = typeof wish === "number" ? wish : Number.NaN;
    // As for return and supply air. Source: spec 2 §5.
    if (!(value >= SETPOINT_MIN_CELSIUS && value <= SETPOINT_MAX_CELSIUS)) {
      setWish("");
      showToast({ kind: "error", text: t`Temperature sp should be 15-35` });
      return;
    }
    await write([{ param_id: setpoint, value }]);
    setWish("");
  }

  return (
    <div className={classes["control"]}>
      <Group gap="xs">
        <AirReading reading={readingOf(box, setpoint)} nowMs={nowMs} isOutdated={isOutdated} />
        <CommandProgress command={command} isSending={isSending} />
      </Group>
      {canOrder && (
        <form onSubmit={(event) => void submit(event)} className={classes["order"]} noValidate>
          <NumberInput
            size="xs"
            w={92}
            aria-label={t`New temperature set point of ${box.name}`}
            placeholder="15–35"
            suffix=" °C"
            decimalScale={1}
            hideControls
            value={wish}
            onChange={setWish}
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            disabled={wish === ""}
            loading={isUnderWay}
            aria-label={t`Set the temperature of ${box.name}`}
          >
            <Trans comment="A button that sends a set point to a device">set</Trans>
          </Button>
        </form>
      )}
    </div>
  );
}
