import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getFleetMap } from "@verandah/contract/pumps/pump-map.ts";
import {
  createPumpRollout,
  listPumpRollouts,
  previewPumpRollout,
  previewPumpRolloutUndo,
  type PumpRollout,
  undoPumpRollout,
} from "@verandah/contract/pumps/pump-rollouts.ts";
import { listFleet } from "@verandah/contract/pumps/pumps.ts";
import { expect, test } from "vitest";

import { aSession } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve } from "../../../testing/serve.ts";

const rollout: PumpRollout = {
  id: 7,
  value: 0,
  place: null,
  by: "asha",
  createdAt: new Date().toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
  failures_max_percent: 10,
  state: "stopped",
  stoppedBy: null,
  undoRefused: null,
  undoable: 3,
  waves: [
    { pumps: 5, confirmed: 3, failed: 2, waiting: 0, isSent: true },
    { pumps: 15, confirmed: 0, failed: 0, waiting: 0, isSent: false },
  ],
};

async function show(rollouts: PumpRollout[], more?: () => void) {
  renderScreen("/admin/pumpFleet", aSession({ role: { id: 2 } }), () => {
    serve(getFleetMap, { clusters: [], unplaced: 0 });
    serve(listFleet, {
      rows: [],
      total: 0,
      isTotalExact: true,
      places: [{ place: "Hoskote", pumps: 5, running: 3, faults: 1, warnings: 0, offline: 1 }],
    });
    serve(listPumpRollouts, rollouts);
    more?.();
  });
  return within(await screen.findByRole("region", { name: "Switch pumps in waves" }));
}

test("pumps are switched after a preview of the changes and the sizes of the waves", async () => {
  const user = userEvent.setup();
  let sent: ReturnType<typeof serve> = { urls: [], bodies: [] };
  const section = await show([], () => {
    const none = { offlineReason: null, refusal: null, heldBy: null };
    serve(previewPumpRollout, {
      pumps: 20,
      counts: { changes: 19, same: 1 },
      others: [{ ssid: "P-2", name: "Pump 02", param_id: "motor_on_off_sp", outcome: "same", ...none }],
    });
    sent = serve(createPumpRollout, { id: 7 });
  });
  await user.click(section.getByRole("button", { name: "Switch pumps" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Switch pumps in waves" }));
  expect(await dialog.findByText("19 of 20 pumps will change.")).toBeVisible();
  expect(dialog.getByText("Pump 02: has this value already")).toBeVisible();
  const group = dialog.getByRole("textbox", { name: "Pumps in the first group" });
  await user.clear(group);
  expect(dialog.getByRole("button", { name: "Switch 19 pumps" })).toBeDisabled();
  await user.type(group, "3");
  await user.click(dialog.getByRole("button", { name: "Switch 19 pumps" }));
  await waitFor(() =>
    expect(sent.bodies).toEqual([
      { value: 0, hours: 4, first_group: 3, wave_size: 50, failures_max_percent: 10 },
    ]),
  );
});

test("waves that stopped by themselves show their numbers, and are undone after a question", async () => {
  const user = userEvent.setup();
  let asked: ReturnType<typeof serve> = { urls: [], bodies: [] };
  const section = await show([rollout], () => {
    const left = { left: 1, named: [{ ssid: "P-4", name: "Pump 04", reason: "replaced" as const }] };
    serve(previewPumpRolloutUndo, { pumps: 2, ...left });
    asked = serve(undoPumpRollout, { message: "ACCEPTED", pumps: 2, ...left });
  });
  expect(await section.findByText("Stopped by itself")).toBeVisible();
  expect(section.getByText("Wave 1 of 2: 3 confirmed, 2 failed, 0 waiting, 15 not sent")).toBeVisible();
  await user.click(section.getByRole("button", { name: "Undo" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo: Off: 20 pumps, All places" }));
  expect(await dialog.findByText(/^2 pumps get their earlier value again/)).toBeVisible();
  expect(dialog.getByText("Pump 04: has a newer command")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(asked.urls.at(-1)).toContain("/v1/pump_rollouts/7/undo"));
});

test("while waves go out no other can be started", async () => {
  const section = await show([{ ...rollout, state: "running" }]);
  expect(await section.findByRole("button", { name: "Stop" })).toBeVisible();
  expect(section.getByRole("button", { name: "Switch pumps" })).toBeDisabled();
});

test("a rollout without a pump that has its value offers no undo", async () => {
  const section = await show([{ ...rollout, undoable: 0 }]);
  expect(await section.findByText("Stopped by itself")).toBeVisible();
  expect(section.queryByRole("button", { name: "Undo" })).toBeNull();
});
