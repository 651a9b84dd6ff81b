import { useLingui } from "@lingui/react/macro";
import { Group, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { findType } from "@verandah/equipment/catalogue.ts";
import { vav } from "@verandah/equipment/types/vav.ts";
import type { ReactNode } from "react";

import { useIsOld } from "../../age.ts";
import { OverrideMark } from "../../commands/override-mark.tsx";
import { useMomentText } from "../../format/use-time-text.ts";
import { useOfflineReason } from "../../texts/use-offline-reason.ts";
import { useTypeName } from "../../texts/use-type-name.ts";
import { type State, StateIcon, useShownState } from "../../ui/feedback/state.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { EquipmentIcon } from "../equipment-icon.tsx";
import { ReasonsButton } from "../reasons.tsx";
import { useSiteTypes } from "../site-types.ts";

import classes from "./equipment-head.module.css";

type DeviceDetails = ReplyOf<typeof getDevice>;

const deviceStates: Record<DeviceDetails["state"], State> = {
  online: "fine",
  offline: "critical",
  unknown: "unknown",
};
/** How a device's connection is shown. */
export function useShownConnection(): (state: DeviceDetails["state"]) => State {
  const shown = useShownState();
  return (state) => shown(deviceStates[state]);
}

/** The name of a device, or of a screen without one, and the fields that choose another. */
export function NamedHead({ name, choice }: { name: string; choice?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-end" gap="xs">
      <PageTitle>{name}</PageTitle>
      {choice}
    </Group>
  );
}

interface Props {
  device: DeviceDetails | undefined;
  choice?: ReactNode;
}

/** Name, connection, overrides, type, place and gateway of a device. */
export function EquipmentHead({ device, choice }: Props) {
  return (
    <Group justify="space-between" align="flex-end" gap="xs">
      {device ? <Identity device={device} /> : <Skeleton height={54} flex={1} />}
      {choice}
    </Group>
  );
}

function Identity({ device }: { device: DeviceDetails }) {
  const { t } = useLingui();
  const reasonText = useOfflineReason();
  const typeName = useTypeName();
  const shownConnection = useShownConnection();
  const since = useIsOld() ? null : device.stateSince;
  const momentText = useMomentText();
  const isOnFloors = findType(useSiteTypes(), device.type)?.isOnFloors !== false;
  const words: Record<DeviceDetails["state"], string> = {
    online: t({ message: "Online", comment: "A device that answers" }),
    offline: t({ message: "Offline", comment: "A device that does not answer" }),
    unknown: t`Unknown`,
  };
  const state = shownConnection(device.state);
  const { edge, floorId } = device;
  return (
    <div>
      <Group gap="4px 16px">
        <EquipmentIcon type={device.type} />
        <PageTitle>{device.name}</PageTitle>
        <Group
          component="span"
          gap={6}
          wrap="nowrap"
          fz={13}
          className={classes["state"] ?? ""}
          data-state={state}
        >
          <StateIcon state={state} />
          {words[state === "unknown" ? "unknown" : device.state]}
          {device.offlineReason !== null && `: ${reasonText(device.offlineReason)}`}
          {since !== null && (
            <Text span size="sm" c="dimmed">
              {t`since ${momentText(since)}`}
            </Text>
          )}
        </Group>
        <OverrideMark ssid={device.ssid} />
        {device.points.some(({ kind }) => kind !== "reading") && <ReasonsButton ssid={device.ssid} />}
      </Group>
      <Text size="sm" c="dimmed">
        {typeName(device.type, "one")} · {device.ssid} · {device.path.join(" › ")}
        {edge.ssid !== device.ssid && ` · ${t`via ${edge.name}`}`}
      </Text>
      <Group gap="md" fz="sm">
        {floorId !== null && (
          <Link to={`/admin/floor/${floorId}/dashboard`}>
            {isOnFloors ? t`Open the floor` : t`Open the place`}
          </Link>
        )}
        {device.type === vav.type && (
          <Link to="/admin/glVav" search={{ device: device.ssid }}>
            {t`VAV Page`}
          </Link>
        )}
      </Group>
    </div>
  );
}
