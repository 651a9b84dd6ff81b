import { useLingui } from "@lingui/react/macro";
import type { Command, CommandState } from "@verandah/contract/commands.ts";

import { usePointText } from "../use-point-text.ts";

type Told = Pick<Command, "state"> &
  Partial<Pick<Command, "failure" | "param_id" | "readBack" | "unit" | "supersededBy">>;

/** A command's state in the user's language, with why when it failed. */
export function useCommandWord(): (command: Told) => string {
  const { t } = useLingui();
  const { valueText } = usePointText();

  const words: Record<CommandState, (command: Told) => string> = {
    accepted: () => t({ message: "Sending", comment: "A command to a device" }),
    queued: () => t({ message: "Waiting for the gateway", comment: "A command to a device" }),
    sent: () => t({ message: "Sent", comment: "A command to a device" }),
    acknowledged: () => t({ message: "Taken, reading back", comment: "A command to a device" }),
    verified: () => t({ message: "Confirmed", comment: "A command to a device" }),
    expired: () => t`Not confirmed within 40 s`,
    superseded: ({ supersededBy }) => {
      const name = supersededBy?.name ?? "";
      return t`Replaced by an order of ${name}`;
    },
    failed: (command) => failures[command.failure ?? ""]?.(command) ?? t`Failed`,
  };

  const failures: Record<string, (command: Told) => string> = {
    "not-verified": ({ readBack, param_id: paramId = "", unit = "none" }) => {
      if (typeof readBack !== "number") return t`Failed: it does not read back`;
      const shown = valueText(paramId, readBack, unit);
      return t`Failed: the device still shows ${shown}`;
    },
    unreachable: () => t`Failed: the device does not answer`,
    refused: () => t`Failed: the device refused it`,
    "out-of-range": () => t`Failed: outside what the device takes`,
  };

  return (command) => words[command.state](command);
}
