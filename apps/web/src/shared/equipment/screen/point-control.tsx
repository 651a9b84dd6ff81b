import { useLingui } from "@lingui/react/macro";
import { Group, SegmentedControl, Switch, Text } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { boundsOf, type KnownType } from "@verandah/equipment/catalogue.ts";
import type { Point } from "@verandah/equipment/schema.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { CommandProgress } from "../../commands/command-progress.tsx";
import { noDetails, type OverrideDetails } from "../../commands/override-fields.tsx";
import { useDeviceCommand } from "../../commands/use-device-command.ts";
import { ValueForm } from "../../commands/value-form.tsx";
import { usePointText } from "../../texts/use-point-text.ts";
import { showToast } from "../../ui/feedback/toast.ts";
import { ReadingValue } from "../reading-value.tsx";

/** Texts and toasts of a specified screen in place of the general ones. */
export interface ControlTexts {
  label?: string | undefined;
  /** Name of the button that sends a value. */
  action?: string | undefined;
  outOfRange?: string;
  /** Writes that go with a value. */
  also?: (value: number) => readonly { param_id: string; value: number | null }[];
  verified?: (value: number) => string;
  /** The toast 'connect to network' stays until the user closes it. */
  staysOnNoNetwork?: boolean;
}

type WritablePoint = Exclude<Point, { kind: "reading" }>;

interface Props {
  ssid: string;
  type: KnownType;
  paramId: string;
  point: WritablePoint;
  /** The device's own value. */
  reading: ParameterReading | undefined;
  override?: OverrideDetails;
  /** Called in place of a command whose end cannot be read. */
  onUnreadEnd?: () => void;
  texts?: ControlTexts | undefined;
  /** For a cell that has the name and the device's own value. */
  isCompact?: boolean;
}

/** One writable point: a switch, a choice or a field, with the device's own value and the progress of the command. */
export function PointControl({
  ssid,
  type,
  paramId,
  point,
  reading,
  override = noDetails,
  onUnreadEnd,
  texts = {},
  isCompact = false,
}: Props) {
  const { t } = useLingui();
  const { nameOf, statesOf } = usePointText();
  const { write: rule } = point;
  const label = texts.label ?? nameOf(paramId, type.type);
  const unit = symbolOf(point.unit);
  const [from, to] = boundsOf(rule);
  const outOfRange = texts.outOfRange ?? t`${label}: enter a value from ${from} to ${to} ${unit}`.trimEnd();
  const { write, requested, command, isSending, isUnderWay } = useDeviceCommand(ssid, {
    onVerified: (value) => texts.verified && showToast({ kind: "success", text: texts.verified(value) }),
    onOutOfRange: () => showToast({ kind: "error", text: outOfRange }),
    staysOnNoNetwork: texts.staysOnNoNetwork ?? false,
  });
  const send = (value: number) => {
    const further = texts.also?.(value) ?? [];
    if (override.unreadEnd === undefined) void write([{ param_id: paramId, value }, ...further], override);
    else onUnreadEnd?.();
  };
  const shown = requested ?? reading?.param_value ?? undefined;
  const now = <ReadingValue reading={reading} deviceType={type.type} />;
  const size = isCompact ? "xs" : "sm";
  const progress = <CommandProgress command={command} isSending={isSending} />;

  function input() {
    const { onOff } = type;
    if (onOff?.point === paramId)
      return (
        <Switch
          label={label}
          size="md"
          // The switch keeps the sent value until the command has ended. Source: spec 2 §4 AHU on/off switch.
          checked={shown !== undefined && shown !== onOff.off}
          aria-busy={isUnderWay}
          disabled={isUnderWay}
          onChange={(event) => send(event.currentTarget.checked ? onOff.on : onOff.off)}
        />
      );
    if ("oneOf" in rule) {
      const states = statesOf(paramId, type.type);
      return (
        <>
          {!isCompact && (
            <Text size="sm" fw={500}>
              {label}
            </Text>
          )}
          <SegmentedControl
            aria-label={label}
            size={size}
            value={String(reading?.param_value)}
            disabled={isUnderWay}
            onChange={(value) => send(Number(value))}
            data={rule.oneOf.map((value) => ({
              value: String(value),
              label: states?.findLast(([lowest]) => value >= lowest)?.[1] ?? String(value),
            }))}
          />
        </>
      );
    }
    return (
      <ValueForm
        label={label}
        isLabelHidden={isCompact}
        size={size}
        action={texts.action ?? t`set ${label}`}
        unit={unit}
        write={rule}
        outOfRange={outOfRange}
        isUnderWay={isUnderWay}
        onSend={send}
      />
    );
  }

  if (isCompact)
    return (
      <Group gap="xs">
        {input()}
        {progress}
      </Group>
    );
  return (
    <div>
      {input()}
      <Group gap="xs" mt={4} mih={20}>
        <Text size="xs" c="dimmed" data-testid={`now-${paramId}`}>
          {point.kind === "command"
            ? t({
                message: "Command:",
                comment: "Before the state that a device is commanded to, e.g. 'Command: On'",
              })
            : t({
                message: "Current setpoint:",
                comment: "Before a value with its unit, e.g. 'Current setpoint: 24.0 °C'",
              })}{" "}
          {now}
        </Text>
        {progress}
      </Group>
    </div>
  );
}
