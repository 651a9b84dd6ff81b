import { useLingui } from "@lingui/react/macro";
import { Skeleton, Stack } from "@mantine/core";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";
import type { Point } from "@verandah/equipment/schema.ts";
import {
  DAMPER_COMMAND,
  DAMPER_MODE,
  damperMode,
  vav as vavType,
  ZONE_SETPOINT,
} from "@verandah/equipment/types/vav.ts";

import { useReading } from "#data/live/readings.ts";
import { ReadingValue, Value } from "#shared/equipment/reading-value.tsx";
import { type ControlsProps, EquipmentControls } from "#shared/equipment/screen/equipment-controls.tsx";
import { type ControlTexts, PointControl } from "#shared/equipment/screen/point-control.tsx";

type Writable = typeof ZONE_SETPOINT | typeof DAMPER_MODE | typeof DAMPER_COMMAND;

/** Texts and rules of the controls of a box; with a name for one of several boxes. */
function useVavTexts(name?: string): Record<Writable, ControlTexts> {
  const { t } = useLingui();
  return {
    [ZONE_SETPOINT]: {
      label: name && t`New temperature setpoint of ${name}`,
      action: name && t`Set the temperature of ${name}`,
      outOfRange: t`Temperature sp should be 15-35`,
    },
    [DAMPER_MODE]: {
      label: name && t`Damper control of ${name}`,
      // Auto also releases our position.
      also: (mode) => (mode === damperMode.auto ? [{ param_id: DAMPER_COMMAND, value: null }] : []),
    },
    [DAMPER_COMMAND]: {
      label: name && t`New damper position of ${name}`,
      action: name && t`Move the damper of ${name}`,
      outOfRange: t`Damper position should be 0-100`,
    },
  };
}

/** The controls of the screen of a box. */
export function VavControls(props: ControlsProps) {
  return <EquipmentControls {...props} texts={useVavTexts()} />;
}

interface BoxProps {
  vav: AirUnit;
  canCommand: boolean;
}

/** The setpoint of a box as the box reports it, and a field for a new value. */
export function VavSetpoint({ vav, canCommand }: BoxProps) {
  return (
    <Stack gap={6} align="flex-start">
      <Value device={vav.ssid} point={ZONE_SETPOINT} />
      {canCommand && <BoxControl vav={vav} paramId={ZONE_SETPOINT} />}
    </Stack>
  );
}

/** The damper mode of a box as the box reports it; in manual mode also a field for the position. */
export function VavDamper({ vav, canCommand }: BoxProps) {
  const { data: mode, isPending } = useReading(vav.ssid, DAMPER_MODE);
  if (isPending) return <Skeleton width={120} height={28} />;
  if (!canCommand || mode?.param_value == null)
    return <ReadingValue reading={mode ?? undefined} deviceType={vav.type} />;
  return (
    <Stack gap={6} align="flex-start">
      <BoxControl vav={vav} paramId={DAMPER_MODE} />
      {mode.param_value === damperMode.manual && <BoxControl vav={vav} paramId={DAMPER_COMMAND} />}
    </Stack>
  );
}

function BoxControl({ vav: { ssid, name }, paramId }: Pick<BoxProps, "vav"> & { paramId: Writable }) {
  const { data: reading } = useReading(ssid, paramId);
  const texts = useVavTexts(name)[paramId];
  const point: Point = vavType.points[paramId];
  if (point.kind === "reading") return null;
  return (
    <PointControl
      ssid={ssid}
      type={vavType}
      paramId={paramId}
      point={point}
      reading={reading ?? undefined}
      texts={texts}
      isCompact
    />
  );
}
