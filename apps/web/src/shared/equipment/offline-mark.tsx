import { useLingui } from "@lingui/react/macro";
import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";

import { useOfflineReason } from "../texts/use-offline-reason.ts";
import { StateText } from "../ui/feedback/state-text.tsx";

/** Shows that a unit cannot be commanded, and why. */
export function OfflineMark({ unit }: { unit: AirUnit }) {
  const { t } = useLingui();
  const reasonText = useOfflineReason();
  if (unit.state === "online") return null;
  const reason = unit.offlineReason && reasonText(unit.offlineReason);
  const mark = (
    <StateText fz={12} c="var(--text-stale)" {...(reason && { tabIndex: 0 })}>
      <IconPlugConnectedX size={14} aria-hidden />
      {unit.state === "offline" ? t`Offline` : t`Connection unknown`}
      {reason && <VisuallyHidden>: {reason}</VisuallyHidden>}
    </StateText>
  );
  return reason ? (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {mark}
    </Tooltip>
  ) : (
    mark
  );
}
