import { useLingui } from "@lingui/react/macro";
import type { Command } from "@verandah/contract/commands.ts";

import { quantity } from "../format/number.ts";

type Told = Pick<Command, "state"> & Partial<Pick<Command, "failure" | "readBack" | "unit" | "supersededBy">>;

/** A command's state in the user's language, with why when it failed. */
export function useCommandWord(): (command: Told) => string {
  const { t } = useLingui();

  function failureWord({ failure, readBack, unit }: Told): string {
    switch (failure) {
      case "not-verified": {
        const shown = typeof readBack === "number" ? quantity(readBack, unit ?? "none") : undefined;
        return shown === undefined
          ? t`Failed: it does not read back`
          : t`Failed: the device still shows ${shown}`;
      }
      case "unreachable":
        return t`Failed: the device does not answer`;
      case "refused":
        return t`Failed: the device refused it`;
      case "out-of-range":
        return t`Failed: outside what the device takes`;
      default:
        return t({ message: "Failed", comment: "A command to a device" });
    }
  }

  return (command) => {
    switch (command.state) {
      case "accepted":
        return t({ message: "Sending", comment: "A command to a device" });
      case "queued":
        return t({ message: "Waiting for the gateway", comment: "A command to a device" });
      case "sent":
        return t({ message: "Sent", comment: "A command to a device" });
      case "acknowledged":
        return t({ message: "Taken, reading back", comment: "A command to a device" });
      case "verified":
        return t({ message: "Confirmed", comment: "A command to a device" });
      case "expired":
        return t`Not confirmed within 40 s`;
      case "superseded": {
        const name = command.supersededBy?.name ?? "";
        return t`Replaced by an order of ${name}`;
      }
      case "failed":
        return failureWord(command);
    }
  };
}
