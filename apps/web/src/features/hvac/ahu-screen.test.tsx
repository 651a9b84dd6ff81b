import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { getCommand } from "@verandah/contract/commands.ts";
import { listDevices } from "@verandah/contract/devices.ts";
import { getAhu, getAhuLastHour, listFedVavs, updateSetpoint } from "@verandah/contract/hvac.ts";
import { listOverrides } from "@verandah/contract/overrides.ts";
import { expect, test } from "vitest";

import { anAhu, anAhuDevice, aReading } from "../../testing/ahu-builders.ts";
import { aCommand, aFloor, aSession } from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const COMMAND = aCommand().id;

const flow = (param_id: string, param_value: number) =>
  aReading({ param_id, param_value, unit: "cubicFootPerMinute" });

function show({
  roleId = 1,
  values = {},
}: { roleId?: 1 | 2 | 3; values?: Record<string, number | null> } = {}) {
  return renderApp("/admin/glAhu?device=AHU-1-1", aSession({ role: { id: roleId } }), () => {
    serve(listLocationMetrics, [aFloor(), aFloor({ id: 12, name: "Second" })]);
    serve(listDevices, [
      anAhuDevice(),
      anAhuDevice({ id: 32, ssid: "AHU-1-2", name: "AHU 1-2" }),
      anAhuDevice({ id: 33, ssid: "AHU-2-1", name: "AHU 2-1", floorId: 12 }),
    ]);
    serve(getAhu, anAhu(values));
    serve(getAhuLastHour, {
      graphData: [
        { "Return Air Temperature": { measured_time: ["2026-01-05T08:00:00.000Z"], param_value: [24.5] } },
      ],
    });
    serve(listFedVavs, [
      {
        ssid: "VAV-1",
        name: "VAV F1.1",
        state: "online",
        cfm: flow("CFM", 900),
        designCfm: flow("Design CFM", 1_250),
      },
    ]);
    serve(listOverrides, []);
    serve(updateSetpoint, { message: "ACCEPTED", commandId: COMMAND });
    serve(getCommand, aCommand());
  });
}

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
      ["Return Air Temperature", "still", "Unit is off"],
      ["Supply Air Temperature", "still", "Unit is off"],
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
      ["Return Air Temperature", "off-setpoint", "off setpoint 24.0"],
      ["Supply Fan Status", "warning", "ON"],
      ["Fire Alarm", "alarm", "ALARM"],
      ["Filter Status", "warning", "Loaded"],
      ["CO2", "stale", "–"],
    ],
  ],
  [
    { "Return Air Temperature": 23, "Supply Fan Status": 1 },
    [["Return Air Temperature", "on-setpoint", "on setpoint 24.0"]],
  ],
  [
    { "Supply Fan Status": -1 },
    [
      ["Return Air Temperature", "still", "Unit is off"],
      ["Supply Fan Status", "warning", "OFF"],
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

/** The unit's own live stream, which opens soon after the screen. */
const unitStream = () =>
  waitFor(() => {
    const stream = FakeEventSource.opened.find(({ url }) => url === "/v1/live?devices=AHU-1-1");
    if (!stream) throw new Error("no stream");
    return stream;
  });

test("the fan turns when the fan does, and values move as they are pushed", async () => {
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
  expect(screen.getByRole("img", { name: "Schematic of AHU 1-1: the fan stands still" })).toBeVisible();
});

test("a screen that opens asks for its unit once", async () => {
  show();
  const asked = [serve(getAhu, anAhu()), serve(listDevices, [anAhuDevice()])];
  await label("CO2");
  await unitStream();
  expect(asked.map(({ urls }) => urls.length)).toEqual([1, 1]);
});

test("a unit that falls silent has its values asked for at once", async () => {
  const { queryClient } = show();
  const co2 = await label("CO2");
  const old = anAhu().current.map((reading) => ({ ...reading, quality: "stale" as const }));
  serve(getAhu, { ...anAhu(), current: old });
  serve(listDevices, [anAhuDevice({ state: "offline" })]);
  // As the building's live stream does.
  await act(() => queryClient.invalidateQueries({ queryKey: ["device-map"] }));
  await waitFor(() => expect(co2).toHaveAttribute("data-state", "stale"));
});

test("a unit whose values turn old is asked about at once, and said not to answer", async () => {
  show();
  await label("CO2");
  const stream = await unitStream();
  serve(listDevices, [anAhuDevice({ state: "offline" })]);
  const values = anAhu().current.map((reading) => ({ ...reading, quality: "stale" as const }));
  act(() => stream.send({ name: "readings", data: { ssid: "AHU-1-1", values } }));
  expect(await screen.findByText("The unit does not answer.")).toBeVisible();
});

test("what an offline unit was last set to stands with its age", async () => {
  show();
  const measured_time = new Date(Date.now() - 240_000).toISOString();
  const { current, current_sp: setpoints } = anAhu();
  const old = setpoints.map((reading) => ({ ...reading, quality: "stale" as const, measured_time }));
  serve(getAhu, { current, current_sp: old });
  expect(await screen.findByTestId("RAT-now")).toHaveTextContent("The unit has 24.0 °C4 min ago");
  expect(screen.getByTestId("on-off-now")).toHaveTextContent("The unit is told to run · 4 min ago");
});

test("the charts and the choice of another point have the points' names of the schematic", async () => {
  show();
  const trends = within(await screen.findByRole("region", { name: "Last hour" }));
  expect(trends.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
    "Supply Air Temperature",
    "Return Air Temperature",
    "Chilled Water Valve",
  ]);
});

async function setRat(text: string) {
  const input = await screen.findByRole("textbox", { name: "RAT setpoint" });
  if (text) await userEvent.type(input, text);
  await userEvent.click(screen.getByRole("button", { name: "set RAT setpoint" }));
  return input;
}

test.each(["14", "14.9", "36", "35.1", "NaN", "1e309", "abc", ""])(
  "a RAT setpoint of '%s' is refused in the specification's words, and the input cleared",
  async (text) => {
    show();
    const asked = serve(updateSetpoint, { message: "ACCEPTED", commandId: COMMAND });
    const input = await setRat(text);
    expect(await screen.findByText("RAT sp should be 15-35")).toBeVisible();
    expect(input).toHaveValue("");
    expect(asked.bodies).toEqual([]);
  },
);

test("a SAT setpoint out of range is refused in its own words", async () => {
  show();
  await userEvent.type(await screen.findByRole("textbox", { name: "SAT setpoint" }), "36");
  await userEvent.click(screen.getByRole("button", { name: "set SAT setpoint" }));
  expect(await screen.findByText("SAT sp should be 15-35")).toBeVisible();
});

test("a setpoint is sent as a number, its progress stands beside the unit's own value, and is told when it is confirmed", async () => {
  show();
  const asked = serve(updateSetpoint, { message: "ACCEPTED", commandId: COMMAND });
  serve(getCommand, aCommand({ state: "sent" }));
  await setRat("22.5");
  expect(await screen.findByText("Sent")).toBeVisible();
  expect(screen.getByTestId("RAT-now")).toHaveTextContent("The unit has 24.0");
  expect(screen.queryByText(/successfully/)).not.toBeInTheDocument();
  expect(asked.bodies).toEqual([{ param_id: "ahu_in_air_temperature_sp", param_value: 22.5 }]);
  serve(getCommand, aCommand({ state: "verified", value: 22.5, readBack: 22.5 }));
  expect(await screen.findByText("Rat successfully setted 22.5")).toBeVisible();
  expect(screen.getByText("Confirmed")).toBeVisible();
});

test("the switch sends 0 and comes back when the unit cannot be reached", async () => {
  show();
  refuse(updateSetpoint, "device-unreachable");
  const toggle = await screen.findByRole("switch", { name: "AHU On/Off" });
  expect(toggle).toBeChecked();
  fireEvent.click(toggle);
  expect(await screen.findByText("connect to network")).toBeVisible();
  await waitFor(() => expect(toggle).toBeChecked());
});

test.each([
  [10, 0, "successfully turned Off"],
  [0, 10, "successfully turned On"],
])("a unit at %d is told %d, and then '%s'", async (is, sent, text) => {
  show({ values: { ahu_on_off_sp: is } });
  const asked = serve(updateSetpoint, { message: "ACCEPTED", commandId: COMMAND });
  serve(getCommand, aCommand({ state: "verified", param_id: "ahu_on_off_sp", value: sent, readBack: sent }));
  fireEvent.click(await screen.findByRole("switch", { name: "AHU On/Off" }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(asked.bodies).toEqual([{ param_id: "ahu_on_off_sp", param_value: sent }]);
});

test("a unit that takes an order and does nothing leaves the switch where the unit is, and says so", async () => {
  show();
  serve(
    getCommand,
    aCommand({
      state: "failed",
      failure: "not-verified",
      param_id: "ahu_on_off_sp",
      unit: "none",
      value: 0,
      readBack: 10,
    }),
  );
  const toggle = await screen.findByRole("switch", { name: "AHU On/Off" });
  fireEvent.click(toggle);
  expect(await screen.findAllByText("Failed: the device still shows 10")).not.toHaveLength(0);
  await waitFor(() => expect(toggle).toBeChecked());
  expect(screen.queryByText(/successfully/)).not.toBeInTheDocument();
});

test("reason and end go with the order", async () => {
  show();
  const asked = serve(updateSetpoint, { message: "ACCEPTED", commandId: COMMAND });
  await userEvent.click(await screen.findByRole("button", { name: "Reason and end" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Too warm");
  fireEvent.change(screen.getByLabelText("Ends"), { target: { value: "2026-01-05T15:00" } });
  await setRat("22");
  await waitFor(() =>
    expect(asked.bodies).toEqual([
      {
        param_id: "ahu_in_air_temperature_sp",
        param_value: 22,
        reason: "Too warm",
        until: "2026-01-05T09:30:00.000Z",
      },
    ]),
  );
});

test("an end that is past is refused by the server's own words", async () => {
  show();
  refuse(updateSetpoint, "input-invalid", { fields: { until: "Choose an end in the future" } });
  await setRat("22");
  expect(await screen.findByText("Choose an end in the future")).toBeVisible();
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
  expect(screen.getByRole("link", { name: "Scheduler" })).toHaveAttribute("href", "/admin/Glschedule");
});

test("another floor shows its first unit, and the address says which", async () => {
  const app = show();
  await label("CO2");
  await userEvent.click(screen.getByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "Second" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual({ device: "AHU-2-1" }));
  expect(await screen.findByRole("heading", { level: 1, name: "AHU 2-1" })).toBeVisible();
});

test("another campus's unit is not there", async () => {
  show();
  refuse(getAhu, "not-found");
  expect(await screen.findByText("There is no air handling unit of this address.")).toBeVisible();
  expect(within(screen.getByRole("main")).queryByRole("switch")).not.toBeInTheDocument();
});
