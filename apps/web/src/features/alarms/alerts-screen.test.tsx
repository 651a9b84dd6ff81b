import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { chooseLanguage } from "#shared/texts/i18n.ts";

import { alertLists, anAlert, aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

function show(address: string) {
  const solution = Array.from({ length: 12 }, (_, index) =>
    anAlert({
      Alarm_Id: 100 + index,
      alarm_code: 210,
      message: `Too warm ${index}`,
      Measured_time: `2026-01-05 09:${10 + index}:00`,
    }),
  );
  return renderScreen(address, aSession(), () =>
    serve(listAlerts, alertLists([anAlert({ floorId: null, ssid: "AHU-1-1" })], solution)),
  );
}

test("a path containing /alerts selects the first tab", async () => {
  show("/admin/alerts");
  expect(await screen.findByRole("tab", { name: /System Alerts/ })).toHaveAttribute("aria-selected", "true");
  const rows = within(await screen.findByRole("table", { name: "System Alerts" }));
  expect(
    await rows.findByRole("row", {
      name: /The controller does not answer 102 AHU 1-1 Open AHU 1-1 Open Whole building/,
    }),
  ).toBeVisible();
  expect(rows.getByRole("link", { name: "Open AHU 1-1" })).toHaveAttribute(
    "href",
    "/admin/device?device=AHU-1-1",
  );
});

test("the second tab pages its alerts, and the address keeps it", async () => {
  const app = show("/admin/alerts");
  await userEvent.click(await screen.findByRole("tab", { name: /Solution Alerts/ }));
  const rows = within(await screen.findByRole("table", { name: "Solution Alerts" }));
  expect(await screen.findByText("1–10 / 12")).toBeVisible();
  expect(rows.getAllByRole("row")).toHaveLength(11);
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(await screen.findByText("11–12 / 12")).toBeVisible();
  await waitFor(() => expect(app.router.state.location.search).toEqual({ tab: "solution", page: 2 }));
});

test("alerts are read, filtered and sorted in the reader's language", async () => {
  await chooseLanguage("kn");
  const texts = [
    { name: "fire-alarm", numbers: [] },
    { name: "ups-on-battery", numbers: [] },
  ];
  renderScreen("/admin/alerts?filter.message=ಅಗ್ನಿ", aSession(), () =>
    serve(
      listAlerts,
      alertLists(texts.map((text, index) => anAlert({ Alarm_Id: index + 1, alarm_code: 110 + index, text }))),
    ),
  );
  expect(await screen.findByText("ಅಗ್ನಿ ಅಲಾರಂ")).toBeVisible();
  expect(screen.queryByText(/ಮುಖ್ಯ ವಿದ್ಯುತ್ ಇಲ್ಲ/)).not.toBeInTheDocument();
  await chooseLanguage("en");
});
