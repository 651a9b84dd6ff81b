import { useLingui } from "@lingui/react/macro";
import { Group, SegmentedControl, Skeleton, Text } from "@mantine/core";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";
import {
  DAMPER_COMMAND,
  DAMPER_MODE,
  damperMode,
  damperPosition,
  vav as vavType,
} from "@verandah/equipment/types/vav.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { useReading } from "#data/live/readings.ts";
import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { useDeviceCommand } from "#shared/commands/use-device-command.ts";
import { ValueForm } from "#shared/commands/value-form.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";

import classes from "./vav.module.css";

interface Props {
  vav: AirUnit;
  canCommand: boolean;
}

/** The damper mode of a box as the box reports it; in manual mode also a field for the position. */
export function VavDamper({ vav, canCommand }: Props) {
  const { t } = useLingui();
  const { write, isSending, isUnderWay, command } = useDeviceCommand(vav.ssid);
  const { data: reading, isPending } = useReading(vav.ssid, DAMPER_MODE);
  const isManual = reading?.param_value === damperMode.manual;
  const { valueText } = usePointText();
  const wordOf = (mode: number) => valueText(DAMPER_MODE, mode, "none", vav.type);

  if (isPending) return <Skeleton width={120} height={28} />;
  if (reading?.param_value == null) return <Text size="sm" c="dimmed">{t`No data`}</Text>;

  function changeMode(mode: string): void {
    // Auto also releases our position.
    if (Number(mode) === damperMode.manual) void write([{ param_id: DAMPER_MODE, value: damperMode.manual }]);
    else
      void write([
        { param_id: DAMPER_MODE, value: damperMode.auto },
        { param_id: DAMPER_COMMAND, value: null },
      ]);
  }

  return (
    <div className={classes["control"]}>
      <Group gap="xs">
        {canCommand ? (
          <SegmentedControl
            size="xs"
            aria-label={t`Damper control of ${vav.name}`}
            value={String(isManual ? damperMode.manual : damperMode.auto)}
            onChange={changeMode}
            disabled={isUnderWay}
            data={Object.values(damperMode).map((mode) => ({ value: String(mode), label: wordOf(mode) }))}
          />
        ) : (
          <Text size="sm" fw={600}>
            {wordOf(isManual ? damperMode.manual : damperMode.auto)}
          </Text>
        )}
        <CommandProgress command={command} isSending={isSending} />
      </Group>
      {canCommand && isManual && (
        <ValueForm
          label={t`New damper position of ${vav.name}`}
          isLabelHidden
          action={t`Move the damper of ${vav.name}`}
          unit={symbolOf(vavType.points[DAMPER_COMMAND].unit)}
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
