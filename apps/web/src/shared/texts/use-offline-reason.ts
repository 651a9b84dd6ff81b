import { useLingui } from "@lingui/react/macro";
import type { OfflineReason } from "@verandah/contract/devices/devices.ts";

/** The text of why a device is offline. */
export function useOfflineReason(): (reason: OfflineReason) => string {
  const { t } = useLingui();
  const words: Record<OfflineReason, string> = {
    "no-answer": t`No answer`,
    "no-answer-or-community": t`No answer: it is off, or its community is wrong`,
    "connection-refused": t`Connection refused`,
    "address-unreachable": t`Address cannot be reached`,
    "connection-lost": t`Connection lost`,
    "wrong-device": t`Another device answers at its address`,
    "wrong-credentials": t`Wrong user or key`,
    "error-reply": t`It answers with an error`,
    rejected: t`It rejects the request`,
    aborted: t`It aborts the request`,
    "target-silent": t`Its bridge cannot reach it`,
    "not-understood": t`Its answer cannot be understood`,
    "driver-down": t`The gateway's driver does not run`,
    "gateway-offline": t`Gateway offline`,
    "not-connected": t`Not connected`,
    "no-values": t`It sends no values`,
  };
  return (reason) => words[reason];
}
