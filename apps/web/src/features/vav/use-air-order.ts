import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { Command } from "@verandah/contract/commands.ts";
import { listAirUnits } from "@verandah/contract/hvac.ts";

import { refreshRoutes } from "#data/route-query.ts";
import { useOrder } from "#shared/commands/use-order.ts";
import { errorText, problemText } from "#shared/error-text.ts";
import { showToast } from "#shared/ui/toast.ts";

/**
 * Commands one unit. A toast reports a refusal or a failure, and the readings are loaded again when
 * an order has ended.
 */
export function useAirOrder(ssid: string): {
  /** False when it was refused. */
  write: (writes: readonly { param_id: string; value: number | null }[]) => Promise<boolean>;
  isSending: boolean;
  isUnderWay: boolean;
  /** The command that says most of how far it is: the first that has not ended well. */
  command: Command | undefined;
} {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  // Source: spec 2 §8: 'please connect to network' is shown as 'connect to network'.
  const sayNoNetwork = () => showToast({ kind: "error", text: t`connect to network` });
  const { order, isSending, isUnderWay, commands } = useOrder((ended) => {
    refreshRoutes(queryClient, listAirUnits);
    if (ended.some(({ failure }) => failure === "unreachable")) sayNoNetwork();
  });

  async function write(writes: readonly { param_id: string; value: number | null }[]): Promise<boolean> {
    try {
      const { refused } = await order({ writes: writes.map((one) => ({ ssid, ...one })) });
      const [first] = refused;
      if (!first) return true;
      if (first.code === "device-unreachable") sayNoNetwork();
      else showToast({ kind: "error", text: problemText(first.code) });
    } catch (error) {
      showToast({ kind: "error", text: errorText(error) });
    }
    return false;
  }

  const command = commands.find((one) => one.state !== "verified") ?? commands[0];
  return { write, isSending, isUnderWay, command };
}
