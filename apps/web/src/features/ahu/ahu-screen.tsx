import { useLingui } from "@lingui/react/macro";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice, listDevices } from "@verandah/contract/devices/devices.ts";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import { ahu as unitType, ahuSwitch } from "@verandah/equipment/types/ahu.ts";
import { useCallback, useState } from "react";

import { useLatest } from "#data/live/readings.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { isRefusal } from "#shared/call.ts";
import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { OverridesCard } from "#shared/commands/overrides-card.tsx";
import { DeviceChoice } from "#shared/equipment/device-choice.tsx";
import { EquipmentControls } from "#shared/equipment/equipment-controls.tsx";
import { EquipmentSchematic } from "#shared/equipment/equipment-schematic.tsx";
import { EquipmentTrends } from "#shared/equipment/equipment-trends.tsx";
import { OfflineNote } from "#shared/equipment/offline-note.tsx";
import type { ControlTexts } from "#shared/equipment/point-control.tsx";
import { ReasonsButton } from "#shared/equipment/reasons.tsx";
import { type AhuReadings, measuredOf, readingOf } from "#shared/equipment/schematic/ahu-points.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { FloatingError } from "#shared/ui/feedback/floating-error.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { FedVavs } from "./fed-vavs.tsx";

import classes from "./ahu-screen.module.css";

/** One air handling unit. Source: spec 2 §2 AHU screen. */
export function AhuScreen({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { building, role } = useSession();
  const { data: units = [], error: unitsError } = useRoute(
    listDevices,
    { id: building.id, type: "AHU" },
    { select: byName },
  );
  const unit = units.find((one) => one.ssid === ssid);
  const { data: ahu, error } = useLatest(ssid);
  const { data: device, error: deviceError } = useRoute(getDevice, { ssid });
  const failure = error ?? unitsError ?? deviceError;
  const [closed, setClosed] = useState<Error | null>(null);
  const close = useCallback(() => setClosed(failure), [failure]);
  const name = unit?.name ?? ssid;
  const isUnknown = isRefusal(error, "not-found") || (device !== undefined && device.type !== unitType.type);

  return (
    <Stack gap={14}>
      <FloatingError text={failure && failure !== closed ? errorText(failure) : undefined} onClose={close} />
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <PageTitle>{name}</PageTitle>
          <OfflineNote unit={unit} />
        </div>
        <DeviceChoice ssid={ssid} deviceType="AHU" label={t`Device`} />
      </Group>
      {isUnknown && <Text>{t`There is no air handling unit of this address.`}</Text>}
      {!ahu && !error && <Skeleton height={480} />}
      {ahu && !isUnknown && (
        <>
          <div className={classes["top"]}>
            <EquipmentSchematic deviceType={unitType.type} name={name} latest={ahu}>
              <Group gap="xs">
                <OverrideMark ssid={ssid} />
                <ReasonsButton ssid={ssid} />
              </Group>
            </EquipmentSchematic>
            <Stack gap={14} className={classes["side"] ?? ""}>
              {admits(sendCommands.access, role.id) && <AhuControls key={ssid} ssid={ssid} readings={ahu} />}
              <FedVavs ssid={ssid} />
            </Stack>
            <EquipmentTrends
              key={ssid}
              ssid={ssid}
              deviceType={unitType.type}
              trends={unitType.screen.trends}
              range="1h"
              choices={measuredOf(ahu)}
            />
          </div>
          <OverridesCard ssid={ssid} />
        </>
      )}
    </Stack>
  );
}

const { rat, sat } = setpointKinds;
const { controls = [] } = unitType.screen;

interface Props {
  ssid: string;
  readings: AhuReadings;
}

/** The values that an operator may change on a unit. Source: spec 2 §2 AHU screen, §5, §8. */
function AhuControls({ ssid, readings }: Props) {
  const { t } = useLingui();
  const texts: Record<string, ControlTexts> = {
    [ahuSwitch.point]: {
      label: t`AHU On/Off`,
      verified: (value) => (value === ahuSwitch.off ? t`successfully turned Off` : t`successfully turned On`),
    },
    [rat.setpoint]: {
      outOfRange: t`RAT sp should be 15-35`,
      verified: (value) => t`Rat successfully setted ${String(value)}`,
    },
    [sat.setpoint]: {
      outOfRange: t`SAT sp should be 15-35`,
      verified: (value) => t`Sat successfully setted ${String(value)}`,
      staysOnNoNetwork: true,
    },
  };
  return (
    <EquipmentControls
      ssid={ssid}
      type={unitType}
      controls={controls.filter((paramId) => readingOf(readings, paramId))}
      latest={readings}
      title={t`AHU Controls`}
      aside={
        <Link to="/admin/Glschedule">
          <Group gap={4} component="span">
            <IconCalendarTime size={16} aria-hidden />
            {t`Scheduler`}
          </Group>
        </Link>
      }
      texts={texts}
    />
  );
}
