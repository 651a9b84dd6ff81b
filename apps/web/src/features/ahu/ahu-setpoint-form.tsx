import { useLingui } from "@lingui/react/macro";
import { Button, Group, Text, TextInput } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry.ts";
import { airSetpoint } from "@verandah/equipment/types/ahu.ts";
import { refuseValue } from "@verandah/equipment/write-check.ts";
import { useState } from "react";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import type { OverrideWish } from "#shared/commands/override-fields.tsx";
import { AirReading } from "#shared/equipment/air-reading.tsx";
import { decimalOf } from "#shared/format/number.ts";
import { showToast } from "#shared/ui/toast.ts";
import { useNow } from "#shared/use-now.ts";

import { useAhuOrder } from "./use-ahu-order.ts";

interface Props {
  ssid: string;
  /** The setpoint as the unit has it. */
  reading: ParameterReading;
  kind: "RAT" | "SAT";
  override: OverrideWish;
}

const AGE_REFRESH_MS = 1_000;

/** A setpoint with its own value, an input and the button that sets it. Source: spec 2 §2 AHU screen, §5, §8. */
export function AhuSetpointForm({ ssid, reading, kind, override }: Props) {
  const { t } = useLingui();
  const nowMs = useNow(AGE_REFRESH_MS);
  const [text, setText] = useState("");
  const texts = {
    RAT: {
      label: t`RAT setpoint`,
      wrong: t`RAT sp should be 15-35`,
      done: (shown: string) => t`Rat successfully setted ${shown}`,
    },
    SAT: {
      label: t`SAT setpoint`,
      wrong: t`SAT sp should be 15-35`,
      done: (shown: string) => t`Sat successfully setted ${shown}`,
    },
  }[kind];

  const { label } = texts;

  function refuse(): void {
    setText("");
    showToast({ kind: "error", text: texts.wrong });
  }

  const { order, wish, command, isSending } = useAhuOrder(ssid, reading.param_id, {
    onVerified: (value) => showToast({ kind: "success", text: texts.done(String(value)) }),
    onOutOfRange: refuse,
    staysOnNoNetwork: kind === "SAT",
  });

  function submit(): void {
    const value = decimalOf(text);
    if (refuseValue(airSetpoint, value)) return refuse();
    order(value, override);
    return setText("");
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          inputMode="decimal"
          autoComplete="off"
          placeholder={`${airSetpoint.from}–${airSetpoint.to}`}
          rightSection="°C"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w={150}
        />
        <Button type="submit" loading={wish !== undefined} aria-label={t`set ${label}`}>
          {t({ message: "set", comment: "Button: writes the setpoint to the unit" })}
        </Button>
      </Group>
      <Group gap="xs" mt={4} mih={20}>
        <Text size="xs" c="dimmed" data-testid={`${kind}-now`}>
          {t({
            message: "Current setpoint:",
            comment: "Before a value with its unit, e.g. 'Current setpoint: 24.0 °C'",
          })}{" "}
          <AirReading reading={reading} nowMs={nowMs} isOutdated={false} />
        </Text>
        <CommandProgress command={command} isSending={isSending} />
      </Group>
    </form>
  );
}
