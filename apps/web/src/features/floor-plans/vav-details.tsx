import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  vav as vavType,
  ZONE_SETPOINT,
  ZONE_TEMPERATURE,
} from "@verandah/equipment/types/vav.ts";

import { usePoints } from "#data/live/readings.ts";
import type { Loaded } from "#shared/age.ts";
import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { useDeviceState } from "#shared/equipment/device-state.ts";
import { EquipmentSummary } from "#shared/equipment/screen/equipment-summary.tsx";
import { storeDevice } from "#shared/stored-context.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";

const shownPoints = [
  ZONE_TEMPERATURE,
  ZONE_SETPOINT,
  DAMPER_MODE,
  DAMPER_POSITION,
  AIR_FLOW,
  DESIGN_AIR_FLOW,
];

interface Props {
  vav: DeviceEntry;
  /** The query of the box. */
  of: Loaded;
  onClose: () => void;
}

/** A VAV box with its live values. */
export function VavDetails({ vav, of, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog onClose={onClose} title={vav.name}>
      <Stack gap="md">
        <Aged of={of}>
          <VavState vav={vav} />
        </Aged>
        <OverrideMark ssid={vav.ssid} />
        <VavReadings ssid={vav.ssid} />
        <Group justify="flex-end">
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/admin/glVav"
                search={{ device: vav.ssid, ...(vav.floorId !== null && { floor: vav.floorId }) }}
                onClick={() => storeDevice(vav)}
                {...props}
              />
            )}
          >
            {t`Open the VAV page`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function VavState({ vav }: { vav: DeviceEntry }) {
  const { t } = useLingui();
  const stateText = useStateText();
  const state = useDeviceState()(vav);
  const { alerts_cri: critical, alerts_solu: low } = vav;
  return (
    <Group gap={6}>
      <StateIcon state={state} isColored />
      <Text size="sm">{stateText(state)}</Text>
      <Text size="sm" c="dimmed">
        {critical + low === 0 ? t`No alarms` : t`${critical} critical and ${low} low alarms`}
      </Text>
    </Group>
  );
}

function VavReadings({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  return (
    <Section of={usePoints(ssid, shownPoints)} height={190} isPart>
      {(readings) => (
        <EquipmentSummary
          deviceType={vavType.type}
          summary={shownPoints}
          latest={readings}
          labels={{ [ZONE_TEMPERATURE]: t`Zone temperature` }}
        />
      )}
    </Section>
  );
}
