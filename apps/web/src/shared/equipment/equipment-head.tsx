import { useLingui } from "@lingui/react/macro";
import { Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useIsOld } from "../age.ts";
import { OverrideMark } from "../commands/override-mark.tsx";
import { useMomentText } from "../format/use-time-text.ts";
import { useOfflineReason } from "../texts/use-offline-reason.ts";
import { useTypeName } from "../texts/use-type-name.ts";
import { type State, StateIcon, useShownState } from "../ui/feedback/state.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { EquipmentIcon } from "./equipment-icon.tsx";
import { ReasonsButton } from "./reasons.tsx";

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

/** Name, connection, overrides, type, place and gateway of a device. */
export function EquipmentHead({ device }: { device: DeviceDetails | undefined }) {
  const { t } = useLingui();
  const reasonText = useOfflineReason();
  const typeName = useTypeName();
  const shownConnection = useShownConnection();
  const isOld = useIsOld();
  const momentText = useMomentText();
  if (!device) return <Skeleton height={54} />;
  const words: Record<DeviceDetails["state"], string> = {
    online: t({ message: "Online", comment: "A device that answers" }),
    offline: t({ message: "Offline", comment: "A device that does not answer" }),
    unknown: t`Unknown`,
  };
  const state = shownConnection(device.state);
  const { edge, floorId } = device;
  return (
    <div>
      <div className={classes["head"]}>
        <EquipmentIcon type={device.type} />
        <PageTitle>{device.name}</PageTitle>
        <span className={classes["state"]} data-state={state}>
          <StateIcon state={state} />
          {words[state === "unknown" ? "unknown" : device.state]}
          {device.offlineReason !== null && `: ${reasonText(device.offlineReason)}`}
          {device.stateSince !== null && !isOld && (
            <Text span size="sm" c="dimmed">
              {t`since ${momentText(device.stateSince)}`}
            </Text>
          )}
        </span>
        <OverrideMark ssid={device.ssid} />
        {device.points.some(({ kind }) => kind !== "reading") && <ReasonsButton ssid={device.ssid} />}
      </div>
      <Text size="sm" c="dimmed">
        {typeName(device.type, "one")} · {device.ssid} · {device.path.join(" › ")}
        {edge.ssid !== device.ssid && ` · ${t`via ${edge.name}`}`}
      </Text>
      {floorId !== null && (
        <Text size="sm">
          <Link to={`/admin/floor/${floorId}/dashboard`}>{t`Open the floor`}</Link>
        </Text>
      )}
    </div>
  );
}
