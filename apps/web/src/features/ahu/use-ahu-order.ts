import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { Command } from "@verandah/contract/commands.ts";
import { useState } from "react";

import { ahuQuery, useUpdateSetpoint } from "#data/hvac.queries.ts";
import { CallFailed, isRefusal } from "#shared/call.ts";
import type { OverrideWish } from "#shared/commands/override-fields.tsx";
import { useCommandWord } from "#shared/commands/use-command-word.ts";
import { useCommand } from "#shared/commands/use-command.ts";
import { errorText } from "#shared/error-text.ts";
import { fieldText } from "#shared/field-text.ts";
import { showToast } from "#shared/ui/toast.ts";

interface Told {
  onVerified: (value: number) => void;
  /** The server refused the value. */
  onOutOfRange?: () => void;
  /** Whether 'connect to network' stays until it is dismissed. Source: spec 2 §8. */
  staysOnNoNetwork?: boolean;
}

/** One writable point of a unit: what was ordered, how far that has come, and the messages about it. */
export function useAhuOrder(ssid: string, paramId: string, told: Told) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const wordOf = useCommandWord();
  const update = useUpdateSetpoint();
  const [wish, setWish] = useState<number>();
  const [commandId, setCommandId] = useState<string>();

  function sayNoNetwork(): void {
    showToast({ kind: "error", text: t`connect to network`, stays: told.staysOnNoNetwork ?? false });
  }

  function onRefused(error: Error): void {
    setWish(undefined);
    if (isRefusal(error, "setpoint-out-of-range") && told.onOutOfRange) told.onOutOfRange();
    else if (error instanceof CallFailed && error.problem.code !== "device-unreachable")
      showToast({
        kind: "error",
        text: fieldText(Object.values(error.problem.fields ?? {})[0]) ?? errorText(error),
      });
    else sayNoNetwork();
  }

  const command = useCommand(commandId, (ended: Command) => {
    setWish(undefined);
    if (ended.state === "verified" && ended.value !== null) {
      void queryClient.invalidateQueries({ queryKey: ahuQuery(ssid).queryKey });
      told.onVerified(ended.value);
    } else if (ended.failure === "unreachable") sayNoNetwork();
    // The owner of a superseded command is notified on every screen.
    else if (ended.state !== "superseded") showToast({ kind: "error", text: wordOf(ended) });
  });

  function order(value: number, { reason, until }: OverrideWish): void {
    setWish(value);
    setCommandId(undefined);
    const point = { ssid, param_id: paramId, param_value: value };
    update.mutate(
      { ...point, ...(reason && { reason }), ...(until !== undefined && { until }) },
      { onSuccess: (answer) => setCommandId(answer.commandId), onError: onRefused },
    );
  }

  return {
    order,
    /** What was ordered, until that has ended one way or the other. */
    wish,
    command,
    /** From the click until something is known of the command. */
    isSending: update.isPending || (commandId !== undefined && command === undefined),
  };
}
