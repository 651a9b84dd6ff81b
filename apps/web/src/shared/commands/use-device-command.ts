import { useLingui } from "@lingui/react/macro";
import type { Command } from "@verandah/contract/commands/commands.ts";
import { useState } from "react";

import { useTopics } from "#data/query/use-change.ts";

import { CallFailed } from "../call.ts";
import { refusalText } from "../texts/field-text.ts";
import { problemText } from "../texts/problem-text.ts";
import { showToast } from "../ui/feedback/toast.ts";
import { noDetails, type OverrideDetails } from "./override-fields.tsx";
import { useCommandText } from "./use-command-text.ts";
import { useCommand } from "./use-command.ts";

interface Write {
  param_id: string;
  /** Null releases the point. */
  value: number | null;
}

interface Options {
  onVerified?: (value: number) => void;
  /** The server refused the value. */
  onOutOfRange?: () => void;
  /** The toast 'connect to network' stays until the user closes it. Source: spec 2 §8. */
  staysOnNoNetwork?: boolean;
}

/** Commands points of one device. Toasts report refusals and failures, and the readings are loaded again at the end. */
export function useDeviceCommand(
  ssid: string,
  { onVerified, onOutOfRange, staysOnNoNetwork = false }: Options = {},
): {
  write: (writes: readonly Write[], override?: OverrideDetails) => Promise<void>;
  /** The first value, until its command has ended. */
  requested: number | undefined;
  isSending: boolean;
  isUnderWay: boolean;
  /** The first command that is not verified; otherwise the first one. */
  command: Command | undefined;
} {
  const { t } = useLingui();
  const changed = useTopics();
  const textOf = useCommandText();
  const [requested, setRequested] = useState<number>();
  // Source: spec 2 §8: 'please connect to network' is shown as 'connect to network'.
  const showNoNetwork = () =>
    showToast({ kind: "error", text: t`connect to network`, stays: staysOnNoNetwork });

  const { send, isSending, isUnderWay, commands } = useCommand((ended) => {
    setRequested(undefined);
    void changed(["readings"]);
    const failed = ended.find(({ state }) => state !== "verified");
    const [first] = ended;
    if (!failed && typeof first?.value === "number") onVerified?.(first.value);
    if (failed?.failure === "unreachable") showNoNetwork();
    // The owner of a superseded command is notified on every screen.
    else if (failed && failed.state !== "superseded") showToast({ kind: "error", text: textOf(failed) });
  });

  function showFailure(error: unknown): void {
    if (!(error instanceof CallFailed)) return showNoNetwork();
    return showToast({ kind: "error", text: refusalText(error) });
  }

  async function write(
    writes: readonly Write[],
    { reason, until }: OverrideDetails = noDetails,
  ): Promise<void> {
    setRequested(writes[0]?.value ?? undefined);
    try {
      const { refused } = await send({
        writes: writes.map((one) => ({ ssid, ...one })),
        ...(reason && { reason }),
        ...(until !== undefined && { until }),
      });
      const [first] = refused;
      if (!first) return;
      if (first.code === "device-unreachable") showNoNetwork();
      else if (first.code === "setpoint-out-of-range" && onOutOfRange) onOutOfRange();
      else showToast({ kind: "error", text: problemText(first.code) });
    } catch (error) {
      showFailure(error);
    }
    setRequested(undefined);
  }

  const command = isSending ? undefined : (commands.find((one) => one.state !== "verified") ?? commands[0]);
  return { write, requested, isSending, isUnderWay, command };
}
