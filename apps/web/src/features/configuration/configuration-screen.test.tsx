import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type AlarmDelays,
  listAlarmDelays,
  saveAlarmDelays,
} from "@verandah/contract/campuses/alarm-delays.ts";
import {
  defaultConfiguration,
  defaultAlarmSettings,
  getConfiguration,
  getAlarmSettings,
} from "@verandah/contract/campuses/campuses.ts";
import { previewConfiguration, saveLimits } from "@verandah/contract/campuses/limits-preview.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const lampDelays: AlarmDelays = {
  alarm: "DALI/lamp-failed",
  type: "DALI",
  title: { en: "Lamp failed" },
  on_delay_seconds: 60,
  off_delay_seconds: 15,
  default: { on_delay_seconds: 15, off_delay_seconds: 15 },
};
const fireDelays: AlarmDelays = {
  ...lampDelays,
  alarm: "AHU/fire-alarm",
  type: "AHU",
  title: { en: "Fire alarm" },
  on_delay_seconds: 15,
};
const upsDelays: AlarmDelays = {
  ...fireDelays,
  alarm: "UPS/on-battery",
  type: "UPS",
  title: { en: "UPS on battery" },
};
const [lamp, fire] = ["DALI lighting: Lamp failed", "Air handling units: Fire alarm"];

function show(role: 1 | 2 = 2) {
  return renderScreen("/admin/configuration", aSession({ role: { id: role } }), () => {
    serve(getConfiguration, defaultConfiguration);
    serve(getAlarmSettings, defaultAlarmSettings);
    serve(listAlarmDelays, [fireDelays, lampDelays, upsDelays]);
  });
}

const field = async (group: string, label: string) => {
  const found = within(await screen.findByRole("group", { name: group })).getByLabelText(label);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${label} is no field`);
  return found;
};

async function type(group: string, label: string, text: string): Promise<void> {
  const input = await field(group, label);
  await userEvent.clear(input);
  if (text !== "") await userEvent.type(input, text);
}

test("shows the alarms that new limits would have raised before it saves them", async () => {
  show();
  expect(await screen.findByRole("button", { name: "Check and save" })).toBeDisabled();
  await type("Temperature", "Max (°C)", "26");
  await type("Energy wasted on an empty floor", "Alarm after (s)", "1200");
  const asked = serve(previewConfiguration, {
    from: "2026-01-02T03:00:00.000Z",
    kinds: [
      { kind: "temperature", present: 2, proposed: 41 },
      { kind: "wastage", present: 3, proposed: 1 },
    ],
  });
  await userEvent.click(screen.getByRole("button", { name: "Check and save" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Save the limits?" }));
  expect(dialog.getByText(/readings from 2 Jan 2026/)).toBeVisible();
  const rows = dialog.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "LimitCurrent limitsNew limits",
    "Temperature241",
    "Energy wasted on an empty floor31",
  ]);
  // Only changed kinds: another administrator may change the others meanwhile.
  const changed = {
    configuration: { temperature: { min: 20, max: 26 } },
    alarmSettings: { wastage: { ...defaultAlarmSettings.wastage, on_delay_seconds: 1_200 } },
  };
  expect(asked.bodies).toEqual([changed]);
  const saved = serve(saveLimits, {
    configuration: { ...defaultConfiguration, ...changed.configuration },
    alarmSettings: { ...defaultAlarmSettings, ...changed.alarmSettings },
  });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(saved.bodies).toEqual([changed]);
});

test("a refused field has its error, and keeps its text", async () => {
  show();
  await type("Humidity", "Max (%)", "20");
  refuse(previewConfiguration, "input-invalid", {
    fields: { "configuration.humidity.max": "Max should be greater than min" },
  });
  await userEvent.click(screen.getByRole("button", { name: "Check and save" }));
  expect(await screen.findByText("Max should be greater than min")).toBeVisible();
  const input = await field("Humidity", "Max (%)");
  expect(input.value).toBe("20");
  expect(input).toHaveAttribute("aria-invalid", "true");
  const limits = within(screen.getByRole("form", { name: "Limits" }));
  await userEvent.click(limits.getByRole("button", { name: "Undo the changes" }));
  expect((await field("Humidity", "Max (%)")).value).toBe("70");
});

test("an empty field is sent as nothing, which the server refuses", async () => {
  show();
  await type("Light", "Min (lx)", "");
  const asked = serve(previewConfiguration, { from: null, kinds: [] });
  await userEvent.click(screen.getByRole("button", { name: "Check and save" }));
  await waitFor(() =>
    expect(asked.bodies).toEqual([{ configuration: { lux: { min: null, max: 1_000 } }, alarmSettings: {} }]),
  );
});

test.each([
  ["Temperature", "Max (°C)", "26"],
  [lamp, "Alarm after (s)", "90"],
])("a change of %s is not left without a question", async (group, label, text) => {
  const { router } = show();
  await type(group, label, text);
  void router.navigate({ to: "/admin/users" });
  const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Stay" }));
  expect(router.state.location.pathname).toBe("/admin/configuration");
  expect((await field(group, label)).value).toBe(text);
});

test("two forms with changes ask once", async () => {
  const { router } = show();
  await type("Temperature", "Max (°C)", "26");
  await type(lamp, "Alarm after (s)", "90");
  void router.navigate({ to: "/admin/users" });
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/users"));
});

test("operators see the limits and cannot change them", async () => {
  show(1);
  expect((await field("Temperature", "Max (°C)")).readOnly).toBe(true);
  expect(screen.getByText("An administrator changes the limits.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Check and save" })).not.toBeInTheDocument();
  expect((await field(fire, "Alarm after (s)")).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: /Use the default|Save the delays/ })).not.toBeInTheDocument();
});

test("saves the changed delays of alarms of equipment, and shows the default of the others", async () => {
  show();
  expect(
    within(await screen.findByRole("group", { name: lamp })).getByText("Default: 15 s and 15 s"),
  ).toBeVisible();
  expect(screen.getAllByText(/^Default:/)).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Save the delays" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Use the default" }));
  expect((await field(lamp, "Alarm after (s)")).value).toBe("15");
  const changed = [fireDelays, { ...lampDelays, on_delay_seconds: 15 }];
  const saved = serve(saveAlarmDelays, changed);
  serve(listAlarmDelays, changed);
  await userEvent.click(screen.getByRole("button", { name: "Save the delays" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save the delays" })).toBeDisabled());
  expect(await screen.findByText("Delays saved")).toBeVisible();
  expect(saved.bodies).toEqual([{ delays: [{ alarm: "DALI/lamp-failed", on_delay_seconds: 15 }] }]);
  expect((await field(lamp, "Alarm after (s)")).value).toBe("15");
});

test("an alarm whose title begins with its equipment has that title", async () => {
  show();
  expect(await screen.findByRole("group", { name: "UPS on battery" })).toBeVisible();
});

test("a refused delay has its error at its field, and keeps its text", async () => {
  show();
  await type(fire, "Back to normal after (s)", "9999");
  refuse(saveAlarmDelays, "input-invalid", { fields: { "delays.0.off_delay_seconds": "Too long" } });
  await userEvent.click(screen.getByRole("button", { name: "Save the delays" }));
  expect(await within(screen.getByRole("group", { name: fire })).findByText("Too long")).toBeVisible();
  expect((await field(fire, "Back to normal after (s)")).value).toBe("9999");
});
