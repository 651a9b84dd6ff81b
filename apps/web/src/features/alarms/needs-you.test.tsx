import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { acknowledgeAlarm } from "@verandah/contract/alarms/alarm-actions.ts";
import { type AlarmGridRow, listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { acknowledgedAnswer, anAlarmRow, aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const alarms = Array.from({ length: 6 }, (_, at) =>
  anAlarmRow({ Alarm_Id: at + 1, Device_name: `AHU ${at + 1}`, message: `Fault ${at + 1}` }),
);

const show = (rows: AlarmGridRow[], role: 1 | 3 = 1, served?: () => void) =>
  renderScreen("/admin/building/2/dashboard", aSession({ role: { id: role } }), () => {
    serve(listUnacknowledged, { rows, total: rows.length });
    served?.();
  });

const needs = () => screen.findByRole("region", { name: "Needs you now" });

test("the home lists the first alarms that wait, with what, where, since and a button, and leads to all", async () => {
  show(alarms);
  const list = within(await needs());
  expect(list.getAllByRole("listitem")).toHaveLength(5);
  const row = within(list.getAllByRole("listitem")[0] ?? document.body);
  expect(row.getByRole("link", { name: "Fault 1" })).toHaveAttribute(
    "href",
    expect.stringContaining("alarm=1"),
  );
  expect(row.getByText(/^AHU 1 · /)).toBeVisible();
  expect(row.getByRole("link", { name: "Open AHU 1" })).toHaveAttribute(
    "href",
    "/admin/device?device=AHU-1-1",
  );
  expect(row.getByText(/^for /)).toBeVisible();
  expect(list.getByRole("link", { name: "All 6 alarms" })).toHaveAttribute("href", "/admin/eventsviewer");
});

test("the parts of the home wait for the alarms, so that the list moves none of them", async () => {
  const answer = Promise.withResolvers<{ rows: AlarmGridRow[]; total: number }>();
  show([], 1, () => serve(listUnacknowledged, () => answer.promise));
  expect(await screen.findByRole("progressbar", { name: "Loading" })).toHaveAttribute("aria-busy", "true");
  expect(screen.queryByRole("region", { name: "Systems" })).not.toBeInTheDocument();
  answer.resolve({ rows: alarms, total: alarms.length });
  expect(await screen.findByRole("region", { name: "Systems" })).toBeVisible();
  expect(await needs()).toBeVisible();
});

test("without an answer about the alarms the other parts are shown", async () => {
  show([], 1, () => refuse(listUnacknowledged, "internal"));
  expect(await screen.findByRole("region", { name: "Systems" })).toBeVisible();
  expect(screen.getByRole("region", { name: "Floors" })).toBeVisible();
});

test("an acknowledged alarm leaves the list, and can be undone", async () => {
  let bodies: unknown[] = [];
  show(alarms.slice(0, 1), 1, () => {
    bodies = serve(acknowledgeAlarm, () => {
      serve(listUnacknowledged, { rows: [], total: 0 });
      return acknowledgedAnswer;
    }).bodies;
  });
  const list = await needs();
  await userEvent.click(within(list).getByRole("button", { name: "Ack" }));
  await waitFor(() => expect(list).not.toBeInTheDocument());
  expect(bodies).toEqual([{ id: 1 }]);
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
});

test("a refusal is shown in the list", async () => {
  show(alarms.slice(0, 1), 1, () => refuse(acknowledgeAlarm, "not-found"));
  const list = within(await needs());
  await userEvent.click(list.getByRole("button", { name: "Ack" }));
  expect(await list.findByRole("alert")).toBeVisible();
});

test("the home of another building does not show the alarms of the user's own", async () => {
  const { router } = show(alarms);
  await needs();
  void router.navigate({ to: "/admin/building/3/dashboard" });
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Needs you now" })).not.toBeInTheDocument(),
  );
  expect(await screen.findByRole("region", { name: "Floors" })).toBeVisible();
});

test("without a waiting alarm there is no list, and a viewer, who cannot acknowledge, has none", async () => {
  const { unmount } = show([]);
  await screen.findByRole("region", { name: "Floors" });
  expect(screen.queryByRole("region", { name: "Needs you now" })).not.toBeInTheDocument();
  unmount();
  show(alarms, 3);
  await screen.findByRole("region", { name: "Floors" });
  expect(screen.queryByRole("region", { name: "Needs you now" })).not.toBeInTheDocument();
});
