import { useLingui } from "@lingui/react/macro";
import type { Command, CommandState } from "@verandah/contract/commands/commands.ts";
import { failureTexts, isFailure } from "@verandah/contract/commands/failure-texts.ts";

import { usePointText } from "../texts/use-point-text.ts";

/** The data for the text of a command's state. */
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

/** The text of a command's state in the user's language, with the reason of a failure. */
export function useCommandText(): (command: CommandOutcome) => string {
  const { t, i18n } = useLingui();
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
    failed: (command) => {
      const { failure = null } = command;
      const shown = special[failure ?? ""]?.(command);
      if (shown !== undefined || failure === null || !isFailure(failure)) return shown ?? t`Failed`;
      const reason = i18n._(failureTexts[failure]);
      return t`Failed: ${reason}`;
    },
  };

  /** Failures with values in their texts. */
  const special: Record<string, (command: CommandOutcome) => string | undefined> = {
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
    "not-followed": ({ readBack, param_id: paramId = "", unit = "none", deviceType }) => {
      if (typeof readBack !== "number") return undefined;
      const shown = valueText(paramId, readBack, unit, deviceType);
      return t`Failed: the device accepted it but still shows ${shown}`;
    },
    "not-verified": ({ readBack, param_id: paramId = "", unit = "none", deviceType }) => {
      if (typeof readBack !== "number") return undefined;
      const shown = valueText(paramId, readBack, unit, deviceType);
      return t`Failed: the device still shows ${shown}`;
    },
  };

  return (command) => words[command.state](command);
}
