import { useLingui } from "@lingui/react/macro";
import type { Command, CommandState } from "@verandah/contract/commands/commands.ts";

import { usePointText } from "../texts/use-point-text.ts";

/** What the words of a command's state need. */
export type CommandOutcome = Pick<Command, "state"> &
  Partial<
    Pick<
      Command,
      | "failure"
      | "deviceType"
      | "param_id"
      | "priority"
      | "readBack"
      | "unit"
      | "supersededBy"
      | "winningPriority"
      | "lostTo"
    >
  >;

/** A command's state in the user's language, with why when it failed. */
export function useCommandWord(): (command: CommandOutcome) => string {
  const { t } = useLingui();
  const { valueText } = usePointText();

  const words: Record<CommandState, (command: CommandOutcome) => string> = {
    accepted: () => t({ message: "Sending", comment: "A command to a device" }),
    queued: () => t({ message: "Waiting for the gateway", comment: "A command to a device" }),
    sent: () => t({ message: "Sent", comment: "A command to a device" }),
    acknowledged: () => t({ message: "Accepted, verifying", comment: "A command to a device" }),
    verified: ({ lostTo, param_id: paramId = "", unit = "none", deviceType }) => {
      if (!lostTo) return t({ message: "Confirmed", comment: "A command to a device" });
      if (lostTo.value === null) return t`Released by another system`;
      const shown = valueText(paramId, lostTo.value, unit, deviceType);
      return t`Replaced by another system (${shown})`;
    },
    expired: () => t`Not confirmed within 40 s`,
    superseded: ({ supersededBy }) => {
      const name = supersededBy?.name ?? "";
      return t`Replaced by a command from ${name}`;
    },
    failed: (command) => failures[command.failure ?? ""]?.(command) ?? t`Failed`,
  };

  const failures: Record<string, (command: CommandOutcome) => string> = {
    overridden: ({
      priority = "",
      winningPriority,
      readBack,
      param_id: paramId = "",
      unit = "none",
      deviceType,
    }) => {
      const winner = winningPriority ?? "";
      const shown = typeof readBack === "number" ? valueText(paramId, readBack, unit, deviceType) : "–";
      return t`Held at priority ${priority}, overridden at priority ${winner} (${shown})`;
    },
    "not-verified": ({ readBack, param_id: paramId = "", unit = "none", deviceType }) => {
      if (typeof readBack !== "number") return t`Failed: it does not read back`;
      const shown = valueText(paramId, readBack, unit, deviceType);
      return t`Failed: the device still shows ${shown}`;
    },
    unreachable: () => t`Failed: the device does not answer`,
    refused: () => t`Failed: the device refused it`,
    expired: () => t`Failed: it came too late`,
    "unknown-point": () => t`Failed: the device has no such point`,
    "out-of-range": () => t`Failed: outside what the device takes`,
  };

  return (command) => words[command.state](command);
}
