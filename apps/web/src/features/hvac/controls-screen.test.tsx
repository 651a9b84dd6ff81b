import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getCommand, listCommands } from "@verandah/contract/commands.ts";
import { listOverrides, type Override, releaseOverride } from "@verandah/contract/overrides.ts";
import { expect, test } from "vitest";

import { aCommand, anOverride, aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const override = anOverride();

function show(overrides: Override[], roleId: 1 | 3 = 1) {
  return renderApp("/admin/controls", aSession({ role: { id: roleId } }), () => {
    serve(listOverrides, overrides);
    serve(listCommands, [{ ...aCommand({ state: "failed", failure: "refused", reason: "Test" }), tries: 1 }]);
    serve(getCommand, aCommand({ value: null, state: "sent" }));
  });
}

test("an override says who, why, since and until when, what would be, and what it costs", async () => {
  show([override]);
  const row = await screen.findByRole("listitem", { name: "AHU 1-1: On/Off" });
  for (const text of ["On", "(its schedule wants Off)", "ravi", "Late meeting", "12.3 kWh"])
    expect(row).toHaveTextContent(text);
  expect(row).toHaveTextContent(/Since.*13:30/);
  expect(row).toHaveTextContent(/Until.*17:30/);
});

test("a cost that nobody can tell is not known, and an end that is over waits for the gateway", async () => {
  show([{ ...override, energyKilowattHour: null, isOverdue: true }]);
  const row = await screen.findByRole("listitem", { name: "AHU 1-1: On/Off" });
  expect(row).toHaveTextContent("not known");
  expect(row).toHaveTextContent("over; waiting for the gateway");
});

test("a release is ordered for the point, and the list loses the row when it is done", async () => {
  show([override]);
  const asked = serve(releaseOverride, { message: "ACCEPTED", commandId: aCommand().id });
  await userEvent.click(await screen.findByRole("button", { name: "Release On/Off of AHU 1-1" }));
  await waitFor(() => expect(asked.bodies).toEqual([{ ssid: "AHU-1-1", param_id: "ahu_on_off_sp" }]));
  expect(await screen.findByText("Sent")).toBeVisible();
});

test("viewers see the list and release nothing", async () => {
  show([override], 3);
  await screen.findByRole("listitem", { name: "AHU 1-1: On/Off" });
  expect(screen.queryByRole("button", { name: /^Release/ })).not.toBeInTheDocument();
  expect(screen.getByText("Your role can see overrides; operators release them.")).toBeVisible();
});

test("without overrides it says so, and the newest commands tell how far they came", async () => {
  show([]);
  expect(await screen.findByText("None. Everything follows its schedule or its own default.")).toBeVisible();
  const table = within(await screen.findByRole("table"));
  expect(table.getByText("Failed: the device refused it")).toBeVisible();
  expect(table.getByText(/asha · in the browser/)).toHaveTextContent("Test");
});

test("a schedule's tries are one row with their number", async () => {
  show([]);
  serve(listCommands, [
    {
      ...aCommand({ state: "expired", by: null, origin: { kind: "schedule", name: "Default schedule" } }),
      tries: 3,
    },
  ]);
  const row = await screen.findByRole("row", { name: /Default schedule · schedule/ });
  expect(row).toHaveTextContent("Not confirmed within 40 s3 tries");
});

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;

test("older commands are on further pages", async () => {
  show([]);
  const commands = Array.from({ length: 21 }, (_, at) => ({
    ...aCommand({ id: idOf(at), deviceName: `Unit ${at}` }),
    tries: 1,
  }));
  const asked = serve(listCommands, ({ searchParams }) =>
    searchParams.get("before") === idOf(19) ? commands.slice(20) : commands.slice(0, 20),
  );
  await screen.findByText("Unit 19");
  expect(screen.getByRole("button", { name: "Newer" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Older" }));
  expect(await screen.findByText("Unit 20")).toBeVisible();
  expect(screen.queryByText("Unit 19")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Older" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Newer" }));
  expect(await screen.findByText("Unit 0")).toBeVisible();
  expect(new URL(asked.urls.at(-1) ?? "").searchParams.get("limit")).toBe("20");
});
