import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  ZONE_SETPOINT,
  ZONE_TEMPERATURE,
} from "@verandah/equipment/types/vav.ts";

import { latestQuery } from "#data/telemetry.queries.ts";
import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { storeDevice } from "#shared/stored-context.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { Loading } from "#shared/ui/loading.tsx";
import { StateIcon, useStateWord } from "#shared/ui/state.tsx";
import { useNow } from "#shared/use-now.ts";

import { deviceState, useValueText } from "./map-markers.ts";

import classes from "./vav-details.module.css";

const AGE_REFRESH_MS = 1_000;
/** `vav_damper_mode_sp` of a damper that a person has taken over. */
const MANUAL = 1;

interface Props {
  vav: DeviceEntry;
  isOutdated: boolean;
  onClose: () => void;
}

/** An air box with its live values. */
export function VavDetails({ vav, isOutdated, onClose }: Props) {
  const { t } = useLingui();
  const stateWord = useStateWord();
  const state = deviceState(vav, isOutdated);
  return (
    <Dialog onClose={onClose} title={vav.name}>
      <Stack gap="md">
        <Group gap={6}>
          <StateIcon state={state} isColored />
          <Text size="sm">{stateWord(state)}</Text>
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
  const nowMs = useNow(AGE_REFRESH_MS);
  const valueText = useValueText();
  const { data: readings, error } = useQuery(latestQuery(ssid));
  if (error && !readings) return <ErrorBanner error={error} />;
  if (!readings) return <Loading height={190} />;

  const find = (paramId: string) => readings.find(({ param_id }) => param_id === paramId);
  const mode = (reading: ParameterReading) => {
    const text = valueText(reading.param_value, "none", reading, nowMs);
    if (reading.param_value === null) return text;
    return reading.param_value === MANUAL ? t`Manual` : t`Auto`;
  };
  const rows: [string, ParameterReading | undefined, ((reading: ParameterReading) => string)?][] = [
    [t`Zone temperature`, find(ZONE_TEMPERATURE)],
    [t`Temperature Set Point`, find(ZONE_SETPOINT)],
    [t`Damper Control`, find(DAMPER_MODE), mode],
    [t`Damper Position`, find(DAMPER_POSITION)],
    [t`CFM`, find(AIR_FLOW)],
    [t`Design CFM`, find(DESIGN_AIR_FLOW)],
  ];
  return (
    <dl className={classes["values"]}>
      {rows.map(([name, reading, write]) => (
        <div key={name} data-stale={reading?.quality !== "good"}>
          <dt>{name}</dt>
          <dd>
            {reading?.quality === "suspect" && <IconAlertTriangle size={14} aria-hidden />}
            {reading
              ? (write?.(reading) ?? valueText(reading.param_value, reading.unit, reading, nowMs))
              : t`No data`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
