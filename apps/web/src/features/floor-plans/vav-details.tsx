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

import { useLatest } from "#data/live/readings.ts";
import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { EquipmentSummary } from "#shared/equipment/equipment-summary.tsx";
import { storeDevice } from "#shared/stored-context.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";
import { useIsOutdated } from "#shared/use-is-outdated.ts";

import { deviceState } from "./map-markers.ts";

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
  isOutdated: boolean;
  onClose: () => void;
}

/** A VAV box with its live values. */
export function VavDetails({ vav, isOutdated, onClose }: Props) {
  const { t } = useLingui();
  const stateText = useStateText();
  const state = deviceState(vav, isOutdated);
  return (
    <Dialog onClose={onClose} title={vav.name}>
      <Stack gap="md">
        <Group gap={6}>
          <StateIcon state={state} isColored />
          <Text size="sm">{stateText(state)}</Text>
          <Text size="sm" c="dimmed">{t`${vav.alerts_cri} critical and ${vav.alerts_solu} low alarms`}</Text>
        </Group>
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

function VavReadings({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { data: readings, error, dataUpdatedAt } = useLatest(ssid);
  const isOutdated = useIsOutdated({ dataUpdatedAt, error });
  if (error && !readings) return <ErrorBanner error={error} />;
  if (!readings) return <Loading height={190} />;
  return (
    <EquipmentSummary
      deviceType={vavType.type}
      summary={shownPoints}
      latest={readings}
      isOutdated={isOutdated}
      labels={{ [ZONE_TEMPERATURE]: t`Zone temperature` }}
    />
  );
}
