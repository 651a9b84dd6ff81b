import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type CommandBatch, getCommandBatch, sendCommands } from "@verandah/contract/commands/commands.ts";
import { expect, test } from "vitest";

import { anAhu } from "../../testing/ahu-builders.ts";
import { aCommand } from "../../testing/builders.ts";
import { liveStreamOf } from "../../testing/fake-event-source.ts";
import { refuse, serve, serveLatest } from "../../testing/serve.ts";
import { aBatch, refuseCommand, serveCommand, showAhu as show } from "../../testing/show-ahu.tsx";

test("the last setpoint of an offline unit has its age", async () => {
  show();
  const measured_time = new Date(Date.now() - 240_000).toISOString();
  const old = anAhu().map((reading) => ({ ...reading, quality: "stale" as const, measured_time }));
  serveLatest(old);
  expect(await screen.findByTestId("now-ahu_in_air_temperature_sp")).toHaveTextContent(
    "Current setpoint: 24.0 °C4 min ago",
  );
  expect(screen.getByTestId("now-ahu_on_off_sp")).toHaveTextContent("Command: On4 min ago");
});

const aRequest = (param_id: string, value: number) => ({
  writes: [{ ssid: "AHU-1-1", param_id, value }],
  idempotencyKey: expect.any(String),
});

async function setRat(text: string) {
  const input = await screen.findByRole("textbox", { name: "RAT setpoint" });
  if (text) await userEvent.type(input, text);
  await userEvent.click(screen.getByRole("button", { name: "set RAT setpoint" }));
  return input;
}

test.each(["14", "14.9", "36", "35.1", "NaN", "1e309", "abc", ""])(
  "refuses a RAT setpoint of '%s' with the specification's text, and clears the input",
  async (text) => {
    show();
    const asked = serveCommand();
    const input = await setRat(text);
    expect(await screen.findByText("RAT sp should be 15-35")).toBeVisible();
    expect(input).toHaveValue("");
    expect(asked.bodies).toEqual([]);
  },
);

test("refuses a SAT setpoint out of range with its own text", async () => {
  show();
  await userEvent.type(await screen.findByRole("textbox", { name: "SAT setpoint" }), "36");
  await userEvent.click(screen.getByRole("button", { name: "set SAT setpoint" }));
  expect(await screen.findByText("SAT sp should be 15-35")).toBeVisible();
});

test("sends a setpoint as a number, shows its progress next to the unit's own value, and confirms it", async () => {
  show();
  const asked = serveCommand({ state: "sent" });
  await setRat("22.5");
  expect(await screen.findByText("Sent")).toBeVisible();
  expect(screen.getByTestId("now-ahu_in_air_temperature_sp")).toHaveTextContent("Current setpoint: 24.0");
  expect(screen.queryByText(/successfully/)).not.toBeInTheDocument();
  expect(asked.bodies).toEqual([aRequest("ahu_in_air_temperature_sp", 22.5)]);
  const end = { state: "verified", value: 22.5, readBack: 22.5 } as const;
  serveCommand(end);
  const stream = await liveStreamOf("AHU-1-1", "VAV-1");
  act(() => stream.send({ name: "command", data: aCommand(end) }));
  expect(await screen.findByText("Rat successfully setted 22.5")).toBeVisible();
  expect(screen.getByText("Confirmed")).toBeVisible();
});

test("a command is being sent until its first state arrives", async () => {
  show();
  const { promise: isAsked, resolve: tellAsked } = Promise.withResolvers<void>();
  const { promise: answer, resolve: release } = Promise.withResolvers<CommandBatch>();
  serve(getCommandBatch, () => {
    tellAsked();
    return answer;
  });
  await setRat("22.5");
  await isAsked;
  expect(screen.getByText("Sending")).toBeVisible();
  release(aBatch({ state: "sent" }));
  expect(await screen.findByText("Sent")).toBeVisible();
  expect(screen.queryByText("Sending")).not.toBeInTheDocument();
});

test("the switch sends 0 and returns to its state when the unit cannot be reached", async () => {
  show();
  refuseCommand("device-unreachable");
  const toggle = await screen.findByRole("switch", { name: "AHU On/Off" });
  expect(toggle).toBeChecked();
  fireEvent.click(toggle);
  expect(await screen.findByText("connect to network")).toBeVisible();
  await waitFor(() => expect(toggle).toBeChecked());
});

test.each([
  [10, 0, "successfully turned Off"],
  [0, 10, "successfully turned On"],
])("sends a unit at %d the value %d, and then shows '%s'", async (is, sent, text) => {
  show({ values: { ahu_on_off_sp: is } });
  const asked = serveCommand({ state: "verified", param_id: "ahu_on_off_sp", value: sent, readBack: sent });
  fireEvent.click(await screen.findByRole("switch", { name: "AHU On/Off" }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(asked.bodies).toEqual([aRequest("ahu_on_off_sp", sent)]);
});

test("a unit that accepts a command and does nothing: the switch shows the unit's state, with an error", async () => {
  show();
  serveCommand({
    state: "failed",
    failure: "not-verified",
    param_id: "ahu_on_off_sp",
    unit: "none",
    value: 0,
    readBack: 10,
  });
  const toggle = await screen.findByRole("switch", { name: "AHU On/Off" });
  fireEvent.click(toggle);
  expect(await screen.findAllByText("Failed: the device still shows On")).not.toHaveLength(0);
  await waitFor(() => expect(toggle).toBeChecked());
  expect(screen.queryByText(/successfully/)).not.toBeInTheDocument();
});

test("sends reason and end with the command", async () => {
  show();
  const asked = serveCommand();
  await userEvent.click(await screen.findByRole("button", { name: "Reason and expiry" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Too warm");
  fireEvent.change(screen.getByLabelText("Ends"), { target: { value: "2026-01-05T15:00" } });
  await setRat("22");
  await waitFor(() =>
    expect(asked.bodies).toEqual([
      {
        ...aRequest("ahu_in_air_temperature_sp", 22),
        reason: "Too warm",
        until: "2026-01-05T09:30:00.000Z",
      },
    ]),
  );
});

test("refuses a command with an end that cannot be read, until the end is removed", async () => {
  show();
  const asked = serveCommand();
  await userEvent.click(await screen.findByRole("button", { name: "Reason and expiry" }));
  const end = screen.getByLabelText("Ends");
  fireEvent.change(end, { target: { value: "18:00" } });
  expect(screen.queryByText("Your override ends automatically after 4 hours.")).toBeNull();
  await setRat("22");
  expect(await screen.findByText("Choose a date and a time")).toBeVisible();
  expect(end).toHaveValue("18:00");
  expect(asked.bodies).toEqual([]);
  fireEvent.change(end, { target: { value: "" } });
  expect(screen.queryByText("Choose a date and a time")).toBeNull();
  await setRat("22");
  await waitFor(() => expect(asked.bodies).toEqual([aRequest("ahu_in_air_temperature_sp", 22)]));
});

test("refuses a past end with the server's text", async () => {
  show();
  refuse(sendCommands, "input-invalid", { fields: { until: "Choose a future end time" } });
  await setRat("22");
  expect(await screen.findByText("Choose a future end time")).toBeVisible();
});
