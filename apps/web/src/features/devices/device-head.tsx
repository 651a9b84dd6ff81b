import { Trans, useLingui } from "@lingui/react/macro";
import { Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { getDevice } from "@verandah/contract/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useSession } from "#data/session.ts";
import { momentText } from "#shared/format/time.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { type State, StateIcon } from "#shared/ui/state.tsx";
import { useNow } from "#shared/use-now.ts";
import { useOfflineReason } from "#shared/use-offline-reason.ts";

import classes from "./device-screen.module.css";

type DeviceDetails = ReplyOf<typeof getDevice>;

/** How soon a time of today is seen to be one of yesterday, ms. */
const DAY_CHECK_MS = 60_000;
const stateOf: Record<DeviceDetails["state"], State> = {
  online: "fine",
  offline: "critical",
  unknown: "unknown",
};

/** Its name, whether it is there, where it stands and who speaks for it. */
export function DeviceHead({ device }: { device: DeviceDetails | undefined }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const reasonText = useOfflineReason();
  const nowMs = useNow(DAY_CHECK_MS);
  if (!device) return <Skeleton height={54} />;
  const words: Record<DeviceDetails["state"], string> = {
    online: t({ message: "Online", comment: "A device that answers" }),
    offline: t({ message: "Offline", comment: "A device that does not answer" }),
    unknown: t`Unknown`,
  };
  const state = stateOf[device.state];
  const { edge, floorId } = device;
  return (
    <div>
      <div className={classes["head"]}>
        <PageTitle>{device.name}</PageTitle>
        <span className={classes["state"]} data-state={state}>
          <StateIcon state={state} />
          {words[device.state]}
          {device.offlineReason !== null && `: ${reasonText(device.offlineReason)}`}
          {device.stateSince !== null && (
            <Text span size="sm" c="dimmed">
              {t`since ${momentText(device.stateSince, nowMs, campus.timeZone)}`}
            </Text>
          )}
        </span>
      </div>
      <Text size="sm" c="dimmed">
        {device.type} · {device.ssid} · {device.path.join(" › ")}
        {edge.ssid !== device.ssid && ` · ${t`via ${edge.name}`}`}
      </Text>
      {floorId !== null && (
        <Text size="sm">
          <Link to={`/admin/floor/${floorId}/dashboard`}>
            <Trans>Open the floor</Trans>
          </Link>
        </Text>
      )}
    </div>
  );
}
