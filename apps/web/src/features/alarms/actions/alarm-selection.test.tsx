import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  acknowledgeAlarm,
  acknowledgeAlarms,
  ignoreAlarm,
  ignoreAlarms,
  undoAcknowledge,
  unshelveAlarms,
} from "@verandah/contract/alarms/alarm-actions.ts";
import { listAlarmGrid, listAlerts } from "@verandah/contract/alarms/alarms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import {
  acknowledgedAnswer,
  alertLists,
  anAlarmRow,
  anAlert,
  aPage,
  aSession,
} from "../../../testing/builders.ts";
import { renderApp, renderScreen } from "../../../testing/render-app.tsx";
import { serve } from "../../../testing/serve.ts";

const critical = [1, 2].map((id) => anAlarmRow({ Alarm_Id: id, Device_name: `AHU ${id}` }));
const low = [11, 12, 13].map((id) =>
  anAlarmRow({ Alarm_Id: id, Device_name: `Sensor ${id}`, alarm_code: 210, message: "Too warm" }),
);
const path = "/admin/eventsviewer";
const inOneDay = new Date(Date.now() + 86_400_000).toISOString();

/** The two grids, with the actions of all alarms served. */
function show(render: typeof renderScreen = renderScreen) {
  const sent: Record<"acknowledged" | "ignored" | "undone" | "unshelved", unknown[]> = {
    acknowledged: [],
    ignored: [],
    undone: [],
    unshelved: [],
  };
  render(path, aSession(), () => {
    serve(listAlarmGrid, (url) => aPage(url.pathname.includes("noncritical") ? low : critical));
    sent.acknowledged = serve(acknowledgeAlarms, {
      message: "ACCEPTED",
      acknowledged: 2,
      alreadyAcknowledged: 1,
      others: [{ Alarm_Id: 2, by: "ravi" }],
    }).bodies;
    sent.undone = serve(undoAcknowledge, { message: "ACCEPTED", undone: 2 }).bodies;
    sent.ignored = serve(ignoreAlarms, {
      message: "ACCEPTED",
      ignored: [11, 12],
      refused: [{ Alarm_Id: 13, code: "alarm-returned" }],
    }).bodies;
    sent.unshelved = serve(unshelveAlarms, { message: "ACCEPTED", unshelved: [11] }).bodies;
  });
  return sent;
}

const select = async (name: string) => userEvent.click(await screen.findByRole("checkbox", { name }));
const bar = async () => within(await screen.findByRole("region", { name: "Selected alarms" }));

test("selected alarms of both grids are acknowledged at once, others are named, and the undo takes back only the new ones", async () => {
  const sent = show();
  await select("Select all of this page of Critical Alarms");
  await select("Select the alarm of Sensor 11");
  const actions = await bar();
  expect(actions.getByText("3 alarms selected")).toBeVisible();
  await userEvent.click(actions.getByRole("button", { name: /^Acknowledge 3 alarms/ }));
  expect(await screen.findByText("2 alarms acknowledged")).toBeVisible();
  expect(screen.getByText("Acknowledged before")).toBeVisible();
  expect(screen.getByText("AHU 2, The controller does not answer: ravi")).toBeVisible();
  expect(sent.acknowledged).toEqual([{ ids: [1, 2, 11] }]);
  expect(screen.queryByRole("region", { name: "Selected alarms" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(sent.undone).toEqual([{ ids: [1, 11] }]);
});

test("an alarm that was ignored in its row is active again after a batch", async () => {
  show();
  serve(ignoreAlarm, { ...acknowledgedAnswer, Alarm_Id: 11, Acknowledge: 0, ignoredBy: "asha" });
  const rows = within(await screen.findByRole("table", { name: "NonCritical Alarms" }));
  const [ignore] = await rows.findAllByRole("button", { name: "Ignore" });
  if (!ignore) throw new Error("There is no alarm to ignore.");
  await userEvent.click(ignore);
  await userEvent.click(await screen.findByRole("button", { name: "Planned work" }));
  await userEvent.click(screen.getByRole("button", { name: "Ignore alarm" }));
  expect(await rows.findByRole("button", { name: "Ignored" })).toBeVisible();
  await select("Select the alarm of Sensor 11");
  await userEvent.click((await bar()).getByRole("button", { name: "Unshelve 1 alarm" }));
  const question = within(await screen.findByRole("dialog", { name: "Unshelve 1 alarm" }));
  await userEvent.click(question.getByRole("button", { name: "Unshelve 1 alarm" }));
  expect(await screen.findByText("1 alarm is active again")).toBeVisible();
  expect(await rows.findAllByRole("button", { name: "Ignore" })).toHaveLength(3);
});

test("a selected alarm that its row acknowledges is not acknowledged again by the bar", async () => {
  const sent = show();
  serve(acknowledgeAlarm, { ...acknowledgedAnswer, Alarm_Id: 1 });
  await select("Select all of this page of Critical Alarms");
  expect((await bar()).getByRole("button", { name: /^Acknowledge 2 alarms/ })).toBeVisible();
  const [first] = screen.getAllByRole("button", { name: "Ack" });
  if (!first) throw new Error("There is no alarm to acknowledge.");
  await userEvent.click(first);
  await userEvent.click(await (await bar()).findByRole("button", { name: /^Acknowledge 1 alarm/ }));
  await waitFor(() => expect(sent.acknowledged).toEqual([{ ids: [2] }]));
});

test("a question comes before alarms are unshelved, and the undo ignores them with their reasons and ends", async () => {
  const sent = show();
  const by = { by: "ravi", at: "2026-01-05T03:45:00.000Z", until: inOneDay };
  const shelved = ["Repair", "Planned work", "Repair"].map((reason, index) => ({ ...by, reason, index }));
  const rows = shelved.map(({ index, ...one }) =>
    anAlarmRow({ ...low[index], state: "ignored", shelved: one }),
  );
  serve(listAlarmGrid, (url) => aPage(url.pathname.includes("noncritical") ? rows : []));
  sent.unshelved = serve(unshelveAlarms, { message: "ACCEPTED", unshelved: [11, 12, 13] }).bodies;
  await userEvent.click(await screen.findByRole("checkbox", { name: /^Ignored/ }));
  expect(await screen.findAllByRole("button", { name: "Ignored" })).toHaveLength(3);
  await select("Select all of this page of NonCritical Alarms");
  await userEvent.click((await bar()).getByRole("button", { name: "Unshelve 3 alarms" }));
  const question = within(await screen.findByRole("dialog", { name: "Unshelve 3 alarms" }));
  expect(question.getByText(/Their reasons and their ends are removed/)).toBeVisible();
  expect(sent.unshelved).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Unshelve 3 alarms" }));
  expect(await screen.findByText("3 alarms are active again")).toBeVisible();
  const again = serve(ignoreAlarms, { message: "ACCEPTED", ignored: [11], refused: [] }).bodies;
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("2 of 3 undone")).toBeVisible();
  expect(again).toEqual([
    { ids: [11, 13], reason: "Repair", until: inOneDay },
    { ids: [12], reason: "Planned work", until: inOneDay },
  ]);
});

test("an answer after the bar has disappeared is reported, and can be undone", async () => {
  const sent = show();
  const { promise, resolve } = Promise.withResolvers<ReplyOf<typeof acknowledgeAlarms>>();
  serve(acknowledgeAlarms, () => promise);
  await select("Select the alarm of AHU 1");
  await userEvent.click((await bar()).getByRole("button", { name: /^Acknowledge 1 alarm/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /^Returned/ }));
  expect(screen.queryByRole("region", { name: "Selected alarms" })).not.toBeInTheDocument();
  resolve({ message: "ACCEPTED", acknowledged: 1, alreadyAcknowledged: 0, others: [] });
  expect(await screen.findByText("1 alarm acknowledged")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent.undone).toEqual([{ ids: [1] }]));
});

test("alarms that are selected during a call stay selected after it", async () => {
  show();
  const { promise, resolve } = Promise.withResolvers<ReplyOf<typeof acknowledgeAlarms>>();
  serve(acknowledgeAlarms, () => promise);
  await select("Select the alarm of AHU 1");
  await userEvent.click((await bar()).getByRole("button", { name: /^Acknowledge 1 alarm/ }));
  await select("Select the alarm of Sensor 12");
  expect((await bar()).getByText("2 alarms selected")).toBeVisible();
  resolve({ message: "ACCEPTED", acknowledged: 1, alreadyAcknowledged: 0, others: [] });
  expect(await (await bar()).findByText("1 alarm selected")).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Select the alarm of Sensor 12" })).toBeChecked();
});

test("the box of the page shows a part of a selection, and the selection can be cleared", async () => {
  show();
  await select("Select the alarm of AHU 1");
  const page = screen.getByRole("checkbox", { name: "Select all of this page of Critical Alarms" });
  expect(page).toBePartiallyChecked();
  await userEvent.click(page);
  expect(page).toBeChecked();
  expect((await bar()).getByText("2 alarms selected")).toBeVisible();
  await userEvent.click((await bar()).getByRole("button", { name: "Clear the selection" }));
  expect(page).not.toBeChecked();
  expect(screen.queryByRole("region", { name: "Selected alarms" })).not.toBeInTheDocument();
});

test("one reason ignores the selected low alarms; a refused one is named, and a part that is not undone is counted", async () => {
  const sent = show();
  await select("Select the alarm of AHU 1");
  await select("Select all of this page of NonCritical Alarms");
  await userEvent.click((await bar()).getByRole("button", { name: "Ignore 3 alarms" }));
  const form = within(await screen.findByRole("dialog", { name: "Ignore 3 alarms" }));
  expect(form.getByText("1 critical alarm cannot be ignored and stays.")).toBeVisible();
  await userEvent.click(form.getByRole("button", { name: "Planned work" }));
  await userEvent.click(form.getByRole("button", { name: "Ignore 3 alarms" }));
  expect(await screen.findByText("2 alarms ignored")).toBeVisible();
  expect(screen.getByText("Sensor 13, Too warm: This alarm has already returned to normal.")).toBeVisible();
  expect(sent.ignored).toEqual([
    { ids: [11, 12, 13], reason: "Planned work", until: expect.stringMatching(/Z$/) },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("1 of 2 undone")).toBeVisible();
  expect(sent.unshelved).toEqual([{ ids: [11, 12] }]);
});

test("A acknowledges the selection, with the focus on a box too", async () => {
  const sent = show(renderApp);
  const box = await screen.findByRole("checkbox", { name: "Select the alarm of AHU 1" });
  box.focus();
  await userEvent.keyboard(" ");
  await select("Select the alarm of Sensor 12");
  expect(screen.getByRole("checkbox", { name: "Select the alarm of Sensor 12" })).toHaveFocus();
  await userEvent.keyboard("a");
  await waitFor(() => expect(sent.acknowledged).toEqual([{ ids: [1, 12] }]));
});

test("alerts have the same actions, and none for a viewer", async () => {
  const system = [anAlert({ Alarm_Id: 1 }), anAlert({ Alarm_Id: 2, Acknowledge: 1 })];
  const showAlerts = (role: 1 | 3) =>
    renderScreen("/admin/alerts", aSession({ role: { id: role } }), () => {
      serve(listAlerts, alertLists(system));
    });
  const { unmount } = showAlerts(1);
  const { bodies } = serve(acknowledgeAlarms, {
    message: "ACCEPTED",
    acknowledged: 1,
    alreadyAcknowledged: 0,
    others: [],
  });
  const rows = within(await screen.findByRole("table", { name: "System Alerts" }));
  expect(await rows.findByRole("button", { name: "Ack" })).toBeVisible();
  expect(rows.getByRole("button", { name: "Acknowledged" })).toBeVisible();
  await select("Select all of this page of System Alerts");
  await userEvent.click((await bar()).getByRole("button", { name: /^Acknowledge 1 alarm/ }));
  await waitFor(() => expect(bodies).toEqual([{ ids: [1] }]));
  unmount();

  showAlerts(3);
  await screen.findAllByText("The controller does not answer");
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^(Ack|Acknowledged)$/ })).not.toBeInTheDocument();
});
