import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { listForeignOverrides, listOverrides } from "@verandah/contract/commands/overrides.ts";
import { getDevice, listDevices } from "@verandah/contract/devices/devices.ts";
import { listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import { listLatest } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { anAhu, anAhuDevice, aReading, deviceDetails } from "../../testing/ahu-builders.ts";
import { aCommand, anAlarmRow, anOverride } from "../../testing/builders.ts";
import { liveStreamOf } from "../../testing/fake-event-source.ts";
import { refuse, serve, serveLatest } from "../../testing/serve.ts";
import { showAhu as show } from "../../testing/show-ahu.tsx";

const label = async (point: string) => {
  await screen.findByText("Return Air Temperature", { selector: "dt" });
  const found = document.querySelector<HTMLElement>(`[data-point="${point}"]`);
  if (!found) throw new Error(`No label ${point}`);
  return found;
};

test.each([
  [
    {},
    [
      ["Supply Air Temperature", "off-setpoint", "off setpoint 18.0"],
      ["Chilled Water Valve Feedback", "on-setpoint", "on setpoint 46"],
      ["Supply Fan Status", "neutral", "ON"],
      ["VFD Bypass Status", "neutral", "0.20"],
      ["Fire Alarm", "fine", "Normal"],
    ],
  ],
  [{ "Return Air Temperature": 25 }, [["Return Air Temperature", "on-setpoint", "on setpoint 24.0"]]],
  [
    { "Return Air Temperature": 29, "Supply Fan Status": 0 },
    [
      ["Return Air Temperature", "still", "Fan is off"],
      ["Supply Air Temperature", "still", "Fan is off"],
      ["Chilled Water Valve Feedback", "on-setpoint", "on setpoint 46"],
      ["Supply Fan Status", "neutral", "OFF"],
    ],
  ],
  [
    {
      "Return Air Temperature": 25.01,
      "Supply Fan Status": 101,
      "Fire Alarm": 1,
      "Filter Status": 1,
      CO2: null,
    },
    [
      ["Return Air Temperature", "off-setpoint", "off setpoint 24.0 °C: 1.01 above"],
      ["Supply Fan Status", "warning", "ON"],
      ["Fire Alarm", "alarm", "ALARM"],
      ["Filter Status", "warning", "Loaded"],
      ["CO2", "stale", "–"],
    ],
  ],
  [
    { "Return Air Temperature": 22.97 },
    [["Return Air Temperature", "off-setpoint", "off setpoint 24.0 °C: 1.03 below"]],
  ],
  [
    { "Return Air Temperature": 23, "Supply Fan Status": 1 },
    [["Return Air Temperature", "on-setpoint", "on setpoint 24.0"]],
  ],
  [
    { "Supply Fan Status": -1 },
    [
      ["Return Air Temperature", "still", "Fan is off"],
      ["Supply Fan Status", "warning", "-1"],
    ],
  ],
] as [Record<string, number | null>, [point: string, state: string, text: string][]][])(
  "with %j the labels are %j",
  async (values, labels) => {
    show({ values });
    for (const [point, state, text] of labels) {
      const shown = await label(point);
      expect([point, shown.dataset["state"]]).toEqual([point, state]);
      expect(shown).toHaveTextContent(text);
    }
  },
);

test.each([
  [101, "false"],
  [-1, "true"],
])("a fan that can only be on or off and reports %i has a warning", async (value, isNegative) => {
  show({ values: { "Supply Fan Status": value }, suspects: ["Supply Fan Status"] });
  const fan = await label("Supply Fan Status");
  expect(fan.dataset).toMatchObject({ state: "warning", negative: isNegative });
  expect(fan).toHaveTextContent(/Suspect/i);
});

const unitStream = () => liveStreamOf("AHU-1-1", "VAV-1");

test("the picture's fan follows the fan, and pushed values appear", async () => {
  show();
  expect(await screen.findByTestId("fan")).toHaveAttribute("data-on", "true");
  const stream = await unitStream();
  await act(async () =>
    stream.send({
      name: "readings",
      data: { ssid: "AHU-1-1", values: [aReading({ param_id: "Supply Fan Status", param_value: 0 })] },
    }),
  );
  await waitFor(() => expect(screen.getByTestId("fan")).toHaveAttribute("data-on", "false"));
  expect(screen.getByRole("img", { name: "Schematic of AHU 1-1: the fan is off" })).toBeVisible();
});

test("a screen loads its unit once when it opens", async () => {
  show();
  const values = serveLatest(anAhu());
  const units = serve(listDevices, [anAhuDevice()]);
  await label("CO2");
  await unitStream();
  expect(values.urls.filter((url) => url.includes("AHU-1-1"))).toHaveLength(1);
  expect(units.urls).toHaveLength(1);
});

test("loads state and values at once when the unit goes offline", async () => {
  show();
  const co2 = await label("CO2");
  const stream = await unitStream();
  serveLatest(anAhu().map((reading) => ({ ...reading, quality: "stale" as const })));
  serve(getDevice, deviceDetails({ state: "offline" }));
  act(() => stream.send({ name: "changed", data: { topic: "device-states", ssid: "AHU-1-1" } }));
  expect(await screen.findByText("Offline")).toBeVisible();
  await waitFor(() => expect(co2).toHaveAttribute("data-state", "stale"));
});

test("no value of the unit or its VAV boxes looks live while the stream is down", async () => {
  show();
  const co2 = await label("CO2");
  const bar = await screen.findByRole("link", { name: /VAV F1\.1/ });
  const stream = await unitStream();
  act(() => stream.send({ name: "hello", data: { at: new Date().toISOString() } }));
  expect([co2.dataset["state"], bar.dataset["stale"]]).toEqual(["neutral", "false"]);
  act(() => stream.fail());
  await waitFor(() => expect([co2.dataset["state"], bar.dataset["stale"]]).toEqual(["stale", "true"]));
  expect(screen.getByTestId("now-ahu_in_air_temperature_sp")).toHaveTextContent(/ago$/);
});

test("each chart has its point with its setpoint, and limits for temperatures and the valve only", async () => {
  show();
  const trends = within(await screen.findByRole("region", { name: "Trends" }));
  const legends = () =>
    trends
      .getAllByRole("list", { name: "Legend" })
      .map((legend) => legend.textContent.replaceAll("\u00a0", " "));
  await trends.findAllByRole("list", { name: "Legend" });
  expect(legends()).toEqual([
    "Supply Air Temperature20.0 °CSAT setpoint18.0 °CLimits 18.0 °C – 25.0 °C",
    "Return Air Temperature24.5 °CRAT setpoint24.0 °CLimits 22.0 °C – 27.0 °C",
    "Chilled Water Valve45 %Chilled water valve command46 %Limits 0 % – 100 %",
  ]);
  await userEvent.click(trends.getByRole("combobox", { name: "Another point" }));
  await userEvent.click(await screen.findByRole("option", { name: "CO2" }));
  await waitFor(() => expect(legends().at(-1)).toBe("CO2640 ppm"));
});

test("the controls are before the charts, because a phone shows one below the other", async () => {
  show();
  const controls = await screen.findByRole("region", { name: "AHU Controls" });
  const charts = screen.getByRole("region", { name: "Trends" });
  expect(controls.compareDocumentPosition(charts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("viewers see the unit and no controls", async () => {
  show({ roleId: 3 });
  expect(await label("Return Air Temperature")).toBeVisible();
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^set / })).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "AHU Controls" })).not.toBeInTheDocument();
});

test("a box opens its page, and the scheduler its own", async () => {
  show();
  const bar = await screen.findByRole("link", { name: /VAV F1\.1/ });
  expect(bar).toHaveAttribute("href", "/admin/glVav?device=VAV-1");
  expect(bar).toHaveTextContent("900 / 1,250");
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "Scheduler" })).toHaveAttribute("href", "/admin/Glschedule");
});

test("another floor shows its first unit, and the address contains it", async () => {
  const app = show();
  await label("CO2");
  await userEvent.click(screen.getByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "Second" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual({ device: "AHU-2-1" }));
  expect(await screen.findByRole("heading", { level: 1, name: "AHU 2-1" })).toBeVisible();
});

test("another campus's unit is not found", async () => {
  show();
  refuse(listLatest, "not-found");
  expect(await screen.findByText("There is no air handling unit of this address.")).toBeVisible();
  expect(within(screen.getByRole("main")).queryByRole("switch")).not.toBeInTheDocument();
});

test.each([
  ["the units", listDevices],
  ["the boxes of the unit", listFedVavs],
  ["the overrides", listOverrides],
])("shows the server's message when %s cannot be loaded", async (_, route) => {
  show();
  refuse(route, "not-allowed");
  expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
});

test("marks the schematic of a unit under an override, and of one that another system overrides", async () => {
  show();
  serve(listOverrides, [anOverride()]);
  serve(listForeignOverrides, [
    { ...anOverride(), priority: 5, param_id: "ahu_in_air_temperature_sp", value: 30, unit: "degC" },
  ]);
  const schematic = within(await screen.findByRole("region", { name: "Schematic" }));
  const mark = await schematic.findByRole("img", { name: /^2 overrides/ });
  expect(mark).toHaveAccessibleName(
    /30\.0\s°C, another system at priority 5\. On\/Off: On, ravi until .*17:30/,
  );
  expect(mark).toHaveTextContent("Another system, priority 5 +1");
});

test("a unit has its alarms, its related equipment, its points and its commands", async () => {
  show({ device: { fedBy: { ssid: "CH-1", name: "Chiller 1", type: "CHILLER", state: "online" } } });
  serve(listDeviceAlarms, [{ ...anAlarmRow(), restoredAt: null }]);
  serve(listCommands, [{ ...aCommand({ state: "verified" }), tries: 1 }]);
  const related = await screen.findByRole("region", { name: "Related equipment" });
  expect(within(related).getByRole("link", { name: "Chiller 1" })).toBeVisible();
  const points = screen.getByRole("region", { name: "Points" });
  expect(within(points).getByRole("row", { name: /^CO2 640.ppm/ })).toBeVisible();
  const alarms = within(screen.getByRole("region", { name: "Alarms" }));
  expect(await alarms.findByRole("link", { name: "The controller does not answer" })).toBeVisible();
  const commands = within(screen.getByRole("region", { name: "Newest commands" }));
  expect(await commands.findByText("Confirmed")).toBeVisible();
});
