import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";

import { useOfflineReason } from "../texts/use-offline-reason.ts";

/** Below the name of a unit that is not online: its state, and why. */
export function OfflineNote({ unit }: { unit: Pick<DeviceEntry, "state" | "offlineReason"> | undefined }) {
  const { t } = useLingui();
  const reasonText = useOfflineReason();
  if (!unit || unit.state === "online") return null;
  return (
    <Text size="sm" c="var(--text-critical)">
      {unit.state === "offline" ? t`The unit does not answer.` : t`The status of the unit is unknown.`}
      {unit.offlineReason !== null && ` ${t`Reason: ${reasonText(unit.offlineReason)}`}`}
    </Text>
  );
}
