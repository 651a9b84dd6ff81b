import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { pumpSwitch } from "@verandah/equipment/types/solar-pump.ts";
import { expect, test } from "vitest";

import { deviceDetails } from "../../testing/ahu-builders.ts";
import { anAlarmRow, aSession } from "../../testing/builders.ts";
import { loseStream } from "../../testing/fake-event-source.ts";
import { aPump } from "../../testing/pumps.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";
import { serveCommand } from "../../testing/show-ahu.tsx";
import { serveFarmer } from "../../testing/show-pumps.ts";

const pumps = [aPump({ voltage_in_v: 305 }), aPump({}, { ssid: "P-2", name: "Pump 02 Malur" })];

function show(address = "/admin/dashboard", role: 1 | 3 = 1) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    serveFarmer(pumps);
    serve(getDevice, ({ pathname }) => {
      const pump = pumps.find(({ ssid }) => pathname.includes(`/${ssid}/`));
      const readings = pump?.values.map(({ param_id }) => ({ param_id, kind: "reading" as const })) ?? [];
      const points = [...readings, { param_id: pumpSwitch.point, kind: "command" as const }];
      const { ssid = "", name = "" } = pump ?? {};
      return deviceDetails({ ssid, name, type: "SOLARPUMP", floorId: null, points });
    });
    serve(listDeviceAlarms, [{ ...anAlarmRow({ Alarm_Id: 5, message: "Leak" }), restoredAt: null }]);
    serve(listDeviceChanges, null);
    serve(listCommands, []);
  });
}

test("staff see a pump with its customer, values, picture, control, alarms, records and points", async () => {
  show();
  expect(await screen.findByRole("heading", { level: 1, name: "Pump 01 Hoskote" })).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText("Customer name").nextElementSibling).toHaveTextContent("Asha Rao"),
  );
  const summary = within(screen.getByRole("region", { name: "Summary" }));
  expect(summary.getByText("NO FAULT")).toBeVisible();
  expect(screen.getByRole("img", { name: /^Sun\. Panels: 305\sV\..* Pump: Running\./ })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Leak" })).toBeVisible();
  expect(await screen.findByRole("table", { name: "Readings of Pump 01 Hoskote" })).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Water flow" })).toBeVisible();
  expect(screen.getByRole("region", { name: "Newest commands" })).toBeVisible();
  const { bodies } = serveCommand({ state: "verified" });
  await userEvent.click(within(screen.getByRole("region", { name: "Controls" })).getByRole("switch"));
  await waitFor(() =>
    expect(bodies).toMatchObject([{ writes: [{ ssid: "P-1", param_id: pumpSwitch.point, value: 1 }] }]),
  );
});

test("a viewer has no control; no value of the picture looks live while the stream is down", async () => {
  show("/admin/dashboard", 3);
  const picture = await screen.findByRole("img", { name: /^Sun\./ });
  expect(screen.queryByRole("region", { name: "Controls" })).not.toBeInTheDocument();
  await loseStream();
  expect(picture).toHaveAccessibleName(/^No data\. Panels: No data\./);
});

test("staff choose another pump by a search, and the general address of a pump leads here", async () => {
  const { router, path } = show("/admin/device?device=P-2");
  expect(await screen.findByRole("heading", { level: 1, name: "Pump 02 Malur" })).toBeVisible();
  expect(path()).toBe("/admin/dashboard");
  await userEvent.click(screen.getByRole("combobox", { name: "Device" }));
  await userEvent.click(await screen.findByRole("option", { name: "Pump 01 Hoskote" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ device: "P-1" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Pump 01 Hoskote" })).toBeVisible();
});

test("an unknown pump has a text", async () => {
  show("/admin/dashboard?device=P-9");
  refuse(getDevice, "not-found");
  expect(await screen.findByText("There is no such pump.")).toBeVisible();
});
