import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { acknowledgeAlarms, undoAcknowledge } from "@verandah/contract/alarms/alarm-actions.ts";
import { listAlarmGrid, listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { anAlarmRow, aPage, aSession } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve } from "../../../testing/serve.ts";

test("bulk acknowledging lists the alarms by class, sends only those, and reports alarms that other users handled", async () => {
  const critical = anAlarmRow({ Alarm_Id: 1, Device_name: "AHU 1-1" });
  const handled = anAlarmRow({ Alarm_Id: 3, Device_name: "AHU 1-2" });
  const low = anAlarmRow({ Alarm_Id: 2, alarm_code: 210, message: "Too warm" });
  let bodies: unknown[] = [];
  renderScreen("/admin/eventsviewer", aSession(), () => {
    serve(listAlarmGrid, aPage([]));
    serve(listUnacknowledged, { rows: [critical, handled, low], total: 3 });
    bodies = serve(acknowledgeAlarms, {
      message: "ACCEPTED",
      acknowledged: 1,
      alreadyAcknowledged: 1,
      others: [{ Alarm_Id: 3, by: "ravi" }],
    }).bodies;
  });
  await userEvent.click(await screen.findByRole("button", { name: "Acknowledge all…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Acknowledge alarms" }));
  expect(await dialog.findByText("Too warm")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Acknowledge 3 alarms" })).toBeVisible();
  await userEvent.click(dialog.getByRole("checkbox", { name: "NonCritical Alarms (1)" }));
  await userEvent.click(dialog.getByRole("button", { name: "Acknowledge 2 alarms" }));
  expect(await screen.findByText("1 alarm acknowledged")).toBeVisible();
  expect(screen.getByText("Acknowledged before")).toBeVisible();
  expect(screen.getByText("AHU 1-2, The controller does not answer: ravi")).toBeVisible();
  expect(bodies).toEqual([{ ids: [1, 3] }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const undone = serve(undoAcknowledge, { message: "ACCEPTED", undone: 1 }).bodies;
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(undone).toEqual([{ ids: [1] }]);
});
