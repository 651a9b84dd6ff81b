import { Loader } from "@mantine/core";
import { IconAlertCircle, IconArrowsExchange, IconCircleCheck, IconClockX } from "@tabler/icons-react";
import type { CommandState } from "@verandah/contract/commands/commands.ts";

import { StateText } from "../ui/feedback/state-text.tsx";
import { type CommandOutcome, useCommandText } from "./use-command-text.ts";

interface Props {
  /** Undefined: no command yet. */
  command: CommandOutcome | undefined;
  /** The request is on its way to the server. */
  isSending?: boolean;
}

const endIcons: Partial<Record<CommandState, typeof IconCircleCheck>> = {
  verified: IconCircleCheck,
  failed: IconAlertCircle,
  expired: IconClockX,
  superseded: IconArrowsExchange,
};

const endInks: Partial<Record<CommandState, string>> = {
  verified: "var(--text-fine)",
  failed: "var(--text-critical)",
  expired: "var(--text-critical)",
  superseded: "var(--text-low)",
};

/** Progress of a command, shown next to the device's own value. */
export function CommandProgress({ command, isSending = false }: Props) {
  const textOf = useCommandText();
  const shown = isSending ? { state: "accepted" as const } : command;
  // A failed command loses its value too, but its text is the failure.
  const state = shown?.state === "verified" && shown.lostTo ? "superseded" : shown?.state;
  const EndIcon = state && endIcons[state];
  return (
    <StateText
      component="output"
      fz="xs"
      fw={400}
      c={(state && endInks[state]) ?? "dimmed"}
      style={{ verticalAlign: "middle", whiteSpace: "normal" }}
      data-state={state}
      aria-live="polite"
    >
      {shown && (EndIcon ? <EndIcon size={14} aria-hidden /> : <Loader size={12} aria-hidden />)}
      {shown && textOf(shown)}
    </StateText>
  );
}
