import { lightFeedback } from "@verandah/equipment/light-group.ts";
import type { CommandMessage, CommandResult } from "@verandah/field/payloads.ts";

import { dispatchCommands, isCommandOpen, recordCommandResult } from "#features/commands/commands.service.ts";
import { recordEdgeStatus, refreshDeviceStates } from "#features/devices/devices.service.ts";

import { runWhenDue } from "../run-when-due.ts";
import type { startTestApp } from "../start-test-app.ts";
import { edge } from "./alarm-bench.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Brings gateway `T-GW` and unit `T-AHU` online, and simulates the gateway. */
export async function bringUp(app: App) {
  const gateway = await edge(app, "T-GW");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24.2, ahu_in_air_temperature_sp: 24 });
  await refreshDeviceStates(app.ctx);
  const sent: CommandMessage[] = [];
  async function answer(id: string, state: CommandResult["state"], more: Partial<CommandResult> = {}) {
    const message = sent.find((one) => one.id === id);
    const feedback = lightFeedback.get(message?.point ?? "");
    // A lamp with power follows.
    if (state === "verified" && feedback && typeof message?.value === "number") {
      app.advance(1);
      await app.measure("T-GW", message.device, { [feedback]: message.value });
    }
    await recordCommandResult(app.ctx, gateway, { id, state, at: 0, ...more });
  }
  const dispatch = (isConnected = true) =>
    runWhenDue(app.ctx, isCommandOpen, (ctx) =>
      dispatchCommands(ctx, (_edge, message) => {
        if (isConnected) sent.push(message);
        return isConnected;
      }),
    );
  return {
    gateway,
    /** Commands that the gateway received. */
    sent,
    dispatch,
    answer,
    /** Updates the online states of the devices. */
    refresh: () => refreshDeviceStates(app.ctx),
    /** Sends the pending commands; the gateway verifies all of them. */
    async verifyAll() {
      const from = sent.length;
      await dispatch();
      for (const { id, value } of sent.slice(from)) {
        await answer(id, "acknowledged");
        await answer(id, "verified", { value });
      }
    },
  };
}
