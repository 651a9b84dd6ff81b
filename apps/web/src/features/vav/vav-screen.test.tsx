import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import {
  type Command,
  getCommandBatch,
  listCommands,
  sendCommands,
} from "@verandah/contract/commands/commands.ts";
import { listOverrides } from "@verandah/contract/commands/overrides.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";
import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, expect, test, vi } from "vitest";

import { deviceDetails } from "../../testing/ahu-builders.ts";
import { airUnits, anAirUnit, aVav, serveUnits } from "../../testing/air-units.ts";
import { aCommand, anOverride, aSession, aTrend } from "../../testing/builders.ts";
import { liveStreamOf } from "../../testing/fake-event-source.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { serve, serveMeasured } from "../../testing/serve.ts";

const path = "/admin/glVav";
const batchId = "00000000-0000-4000-8000-00000000000b";
const upper = { floorId: 12, zoneId: 121, fedBy: "AHU-2-1" };
const whole = [
  anAirUnit(),
  anAirUnit({ ssid: "AHU-1-2", name: "AHU 1-2" }),
  anAirUnit({ ssid: "AHU-2-1", name: "AHU 2-1", floorId: 12 }),
  aVav(),
  aVav({ ssid: "VAV-1-2", name: "VAV 1-2", zoneId: 112 }),
  aVav({ ssid: "VAV-1-3", name: "VAV 1-3", fedBy: "AHU-1-2" }),
  aVav({ ssid: "VAV-2-1", name: "VAV 2-1", ...upper }),
];

interface Shown {
  role?: 1 | 3;
  units?: MeasuredUnit[];
  served?: () => void;
}

function show(address: string, { role = 1, units = whole, served }: Shown = {}) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    serveMeasured(units);
    // A floor has only its own units, as in the server's reply.
    serve(listAirUnits, ({ pathname }) => {
      const id = Number(pathname.split("/")[3]);
      return airUnits(...units.filter((unit) => id === 2 || unit.floorId === id));
    });
    served?.();
  });
}

afterEach(() => {
  vi.useRealTimers();
});

/** The card of a box with its values, which come together. */
async function card(name: string) {
  const found = within(await screen.findByRole("article", { name }));
  // The unit of the field is there before.
  await found.findAllByText(/\d\s°C$|^No data$/);
  return found;
}
const names = () => screen.getAllByRole("article").map((one) => one.getAttribute("aria-label"));

function serveCommand(refusals: string[] = [], ended: Partial<Command> = { state: "verified" }) {
  const refused = refusals.map((ssid) => ({
    ssid,
    param_id: "vav_temperature_sp",
    code: "device-unreachable" as const,
    message: "please connect to network",
  }));
  const commands = refused.length > 0 ? [] : [{ commandId: aCommand().id, ssid: "VAV-1-1", param_id: "x" }];
  const command = aCommand({ ssid: "VAV-1-1", ...ended });
  serve(getCommandBatch, {
    id: batchId,
    origin: command.origin,
    by: command.by,
    reason: null,
    createdAt: command.createdAt,
    until: command.until,
    counts: { [command.state]: 1 },
    commands: refused.length > 0 ? [] : [command],
    refused,
  });
  return serve(sendCommands, { batchId, commands, refused });
}

test("the first unit's boxes come with setpoint, damper, design and actual flow", async () => {
  show(path);
  const vav = await card("VAV 1-1");
  expect(names()).toEqual(["VAV 1-1", "VAV 1-2"]);
  const facts = vav.getAllByRole("term").map((term) => term.textContent);
  expect(facts).toEqual([
    "Zone temperature",
    "Temperature Set Point",
    "Damper Control",
    "Damper Position",
    "Design CFM",
    "CFM",
  ]);
  for (const text of ["23.6 °C", "24.0 °C", "40 %", "1,250 CFM", "500 CFM"])
    expect(vav.getByText(text)).toBeVisible();
  expect(vav.getByRole("progressbar", { name: "40 % of the design flow" })).toBeInTheDocument();
  expect(vav.getByRole("radio", { name: "Auto" })).toBeChecked();
  expect(vav.getByText("Zone 1")).toBeVisible();
  expect(vav.getByRole("link", { name: "VAV 1-1" })).toHaveAttribute("href", "/admin/device?device=VAV-1-1");
});

test("pushed readings update the screen, which makes no calls meanwhile", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked: string[] = [];
  show(path, {
    served: () =>
      void serve(listAirUnits, ({ pathname }) => {
        asked.push(pathname);
        return airUnits(...whole);
      }),
  });
  const vav = await card("VAV 1-1");
  const stream = await liveStreamOf("VAV-1-1", "VAV-1-2");
  await act(async () => stream.send({ name: "hello", data: { at: new Date().toISOString() } }));
  const before = asked.length;
  const [values] = aVav({}, { "Zone Temperature": 21.5 }).values.filter(
    (one) => one.param_id === "Zone Temperature",
  );
  act(() => stream.send({ name: "readings", data: { ssid: "VAV-1-1", values: values ? [values] : [] } }));
  expect(await vav.findByText("21.5 °C")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toHaveLength(before);
});

test("floor, device and view are chosen and are in the address", async () => {
  const { router } = show(path);
  await card("VAV 1-1");
  await userEvent.click(screen.getByRole("combobox", { name: "Device" }));
  await userEvent.click(await screen.findByRole("option", { name: "AHU 1-2" }));
  await card("VAV 1-3");
  expect(names()).toEqual(["VAV 1-3"]);
  expect(router.state.location.search).toEqual({ device: "AHU-1-2" });
  await userEvent.click(screen.getByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "Second" }));
  await card("VAV 2-1");
  expect(router.state.location.search).toEqual({ floor: 12 });
  await userEvent.click(screen.getByRole("radio", { name: "Table View" }));
  const table = within(await screen.findByRole("table", { name: "VAV boxes" }));
  expect(table.getByRole("rowheader", { name: /VAV 2-1/ })).toBeVisible();
  expect(router.state.location.search).toEqual({ floor: 12, view: "table" });
});

test("a link to a box chooses its floor and unit, and marks it", async () => {
  show(`${path}?device=VAV-2-1`);
  await card("VAV 2-1");
  expect(screen.getByRole("combobox", { name: "Floor" })).toHaveValue("Second");
  expect(screen.getByRole("combobox", { name: "Device" })).toHaveValue("AHU 2-1");
  expect(screen.getByRole("article", { name: "VAV 2-1" })).toHaveAttribute("data-chosen", "true");
});

test("a link to an unknown device shows an error", async () => {
  show(`${path}?device=VAV-9-9`);
  expect(await screen.findByText("Device not found.")).toBeVisible();
});

test("commands a new setpoint and shows its progress next to the box's own value", async () => {
  let bodies: unknown[] = [];
  show(path, { served: () => void ({ bodies } = serveCommand()) });
  const vav = await card("VAV 1-1");
  await userEvent.type(await vav.findByLabelText("New temperature setpoint of VAV 1-1"), "22.5");
  await userEvent.click(vav.getByRole("button", { name: "Set the temperature of VAV 1-1" }));
  expect(await vav.findByText("Confirmed")).toBeVisible();
  expect(bodies).toEqual([
    {
      writes: [{ ssid: "VAV-1-1", param_id: "vav_temperature_sp", value: 22.5 }],
      idempotencyKey: expect.any(String),
    },
  ]);
  // The value of the box is shown, never the requested one.
  expect(vav.getByText("24.0 °C")).toBeVisible();
});

test.each(["14.9", "35.1", "-20", "1e2", "2 2", "NaN"])(
  "clears a setpoint of '%s', shows the reason and sends no command",
  async (typed) => {
    let bodies: unknown[] = [];
    show(path, { served: () => void ({ bodies } = serveCommand()) });
    const vav = await card("VAV 1-1");
    const field = await vav.findByLabelText("New temperature setpoint of VAV 1-1");
    await userEvent.type(field, typed);
    await userEvent.click(vav.getByRole("button", { name: "Set the temperature of VAV 1-1" }));
    expect(await screen.findByText("Temperature sp should be 15-35")).toBeVisible();
    expect(field).toHaveValue("");
    expect(bodies).toEqual([]);
  },
);

test.each(["-5", "101", "1e1", "abc"])(
  "clears a damper position of '%s', shows the reason and sends no command",
  async (typed) => {
    let bodies: unknown[] = [];
    const manual = aVav({}, { vav_damper_mode_sp: 1 });
    show(path, { units: [anAirUnit(), manual], served: () => void ({ bodies } = serveCommand()) });
    const vav = await card("VAV 1-1");
    const field = await vav.findByLabelText("New damper position of VAV 1-1");
    await userEvent.type(field, typed);
    await userEvent.click(vav.getByRole("button", { name: "Move the damper of VAV 1-1" }));
    expect(await screen.findByText("Damper position should be 0-100")).toBeVisible();
    expect(field).toHaveValue("");
    expect(bodies).toEqual([]);
  },
);

test("the damper is set to manual, and only then to a position; auto clears the position", async () => {
  let bodies: unknown[] = [];
  const manual = aVav({}, { vav_damper_mode_sp: 1 });
  show(path, {
    units: [anAirUnit(), manual, aVav({ ssid: "VAV-1-2", name: "VAV 1-2" })],
    served: () => void ({ bodies } = serveCommand()),
  });
  const automatic = await card("VAV 1-2");
  expect(automatic.queryByLabelText("New damper position of VAV 1-2")).not.toBeInTheDocument();
  await userEvent.click(automatic.getByRole("radio", { name: "Manual" }));
  const vav = await card("VAV 1-1");
  await userEvent.type(await vav.findByLabelText("New damper position of VAV 1-1"), "75");
  await userEvent.click(vav.getByRole("button", { name: "Move the damper of VAV 1-1" }));
  await vav.findByText("Confirmed");
  await userEvent.click(vav.getByRole("radio", { name: "Auto" }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      { writes: [{ ssid: "VAV-1-2", param_id: "vav_damper_mode_sp", value: 1 }] },
      { writes: [{ ssid: "VAV-1-1", param_id: "vav_damper_position_sp", value: 75 }] },
      {
        writes: [
          { ssid: "VAV-1-1", param_id: "vav_damper_mode_sp", value: 0 },
          { ssid: "VAV-1-1", param_id: "vav_damper_position_sp", value: null },
        ],
      },
    ]),
  );
  // The switch shows the mode of the box until the box reports another.
  expect(vav.getByRole("radio", { name: "Manual" })).toBeChecked();
});

test("the screen of a box has the same rules: auto clears the position", async () => {
  let bodies: unknown[] = [];
  const vav = aVav({}, { vav_damper_mode_sp: 1 });
  show("/admin/device?device=VAV-1-1", {
    units: [vav],
    served: () => {
      const points = (["vav_temperature_sp", "vav_damper_mode_sp", "vav_damper_position_sp"] as const).map(
        (param_id) => ({ param_id, kind: "command" as const }),
      );
      serve(getDevice, deviceDetails({ ssid: vav.ssid, name: vav.name, type: vav.type, points }));
      serve(listDeviceAlarms, []);
      serve(listCommands, []);
      serve(listDeviceChanges, null);
      serve(getTrend, aTrend());
      ({ bodies } = serveCommand());
    },
  });
  const controls = within(await screen.findByRole("region", { name: "Controls" }));
  await userEvent.type(controls.getByLabelText("Temperature Set Point"), "36");
  await userEvent.click(controls.getByRole("button", { name: "set Temperature Set Point" }));
  expect(await screen.findByText("Temperature sp should be 15-35")).toBeVisible();
  expect(controls.getByRole("radio", { name: "Manual" })).toBeChecked();
  await userEvent.click(controls.getByRole("radio", { name: "Auto" }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      {
        writes: [
          { ssid: "VAV-1-1", param_id: "vav_damper_mode_sp", value: 0 },
          { ssid: "VAV-1-1", param_id: "vav_damper_position_sp", value: null },
        ],
      },
    ]),
  );
});

test("an offline box is marked, and its refusal has the specification's text", async () => {
  show(path, {
    units: [anAirUnit(), aVav({ state: "offline" }, { "Zone Temperature": [23.6, "stale", 240_000] })],
    served: () => void serveCommand(["VAV-1-1"]),
  });
  const vav = await card("VAV 1-1");
  expect(vav.getByText("Offline")).toBeVisible();
  expect(vav.getByText("4 min ago")).toBeVisible();
  await userEvent.type(await vav.findByLabelText("New temperature setpoint of VAV 1-1"), "22");
  await userEvent.click(vav.getByRole("button", { name: "Set the temperature of VAV 1-1" }));
  expect(await screen.findByText("connect to network")).toBeVisible();
  expect(vav.queryByText("Confirmed")).not.toBeInTheDocument();
});

test("a box that does not answer a command has the same text, next to the failed command", async () => {
  show(path, { served: () => void serveCommand([], { state: "failed", failure: "unreachable" }) });
  const vav = await card("VAV 1-1");
  await userEvent.type(await vav.findByLabelText("New temperature setpoint of VAV 1-1"), "22");
  await userEvent.click(vav.getByRole("button", { name: "Set the temperature of VAV 1-1" }));
  expect(await screen.findByText("connect to network")).toBeVisible();
  expect(vav.getByText("Failed: the device does not answer")).toBeVisible();
});

test("a viewer sees values and no controls", async () => {
  show(path, { role: 3 });
  const vav = await card("VAV 1-1");
  expect(vav.getByText("Auto")).toBeVisible();
  expect(vav.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "What sets its values?",
  ]);
  expect(vav.queryAllByRole("radio")).toEqual([]);
  expect(vav.queryAllByRole("textbox")).toEqual([]);
  expect(screen.getByText("Your role can see the VAV boxes; operators change them.")).toBeVisible();
});

test("a building without VAVs shows that it has none", async () => {
  show(path, { units: [] });
  expect(await screen.findByText("No VAV boxes here.")).toBeVisible();
});

test.each(["", "?view=table"])("marks a box under an override, with owner and end, at %s", async (view) => {
  show(path + view, {
    served: () =>
      void serve(listOverrides, [
        anOverride({ ssid: "VAV-1-2", param_id: "vav_temperature_sp", unit: "degC", value: 21 }),
      ]),
  });
  const mark = await screen.findByRole("img", { name: /^Override\. .*21\.0\s°C, ravi until .*17:30/ });
  expect(mark).toHaveTextContent(/^ravi until .*17:30/);
});

test("air flow above design is in percent, a forced value is suspect, and an offline box has its reason", async () => {
  show(path, {
    served: () =>
      void serveUnits(
        anAirUnit(),
        aVav(
          { state: "offline", offlineReason: "wrong-device" },
          { CFM: 1_400, "Zone Temperature": [150, "suspect", 0] },
        ),
      ),
  });
  const vav = await card("VAV 1-1");
  expect(vav.getByText("112 % of design")).toBeVisible();
  expect(vav.getByRole("progressbar", { name: "112 % of the design flow" })).toBeInTheDocument();
  expect(vav.getByText("150.0 °C")).toBeVisible();
  expect(vav.getByText("Suspect")).toBeVisible();
  await userEvent.hover(vav.getByText(/Offline/));
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Another device answers at its address");
});
