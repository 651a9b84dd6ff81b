import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type Command,
  getCommandBatch,
  listCommands,
  sendCommands,
  undoCommands,
} from "@verandah/contract/commands/commands.ts";
import {
  extendOverride,
  type ForeignOverride,
  giveReason,
  listForeignOverrides,
  listOverrides,
  type Override,
  releaseOverride,
} from "@verandah/contract/commands/overrides.ts";
import { afterEach, expect, test } from "vitest";

import { showLanguage } from "#shared/texts/i18n.ts";

import { aCommand, anOverride, aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

afterEach(() => showLanguage("en"));

const override = anOverride();

const serveBatch = (commands: Command[], id = aCommand().batchId) =>
  serve(getCommandBatch, {
    id,
    origin: { kind: "person", name: null },
    by: { id: 7, name: "asha" },
    reason: null,
    createdAt: "2026-01-05T08:00:00.000Z",
    until: null,
    counts: {},
    commands,
    refused: [],
  });

function show(overrides: Override[], roleId: 1 | 3 = 1) {
  return renderScreen("/admin/controls", aSession({ role: { id: roleId } }), () => {
    serve(listOverrides, overrides);
    serve(listCommands, [{ ...aCommand({ state: "failed", failure: "refused", reason: "Test" }), tries: 1 }]);
    serveBatch([aCommand({ value: null, state: "sent" })]);
  });
}

test("an override shows its user, reason, start, end, the value without it, and its energy", async () => {
  show([override]);
  const row = await screen.findByRole("listitem", { name: "AHU 1-1: On/Off" });
  for (const text of ["On", "(schedule: Off)", "ravi", "Late meeting", "12.3 kWh"])
    expect(row).toHaveTextContent(text);
  expect(row).toHaveTextContent(/Since.*13:30/);
  expect(row).toHaveTextContent(/Until.*17:30/);
});

test("an unknown cost has its reason, and an override past its end waits for the gateway", async () => {
  show([{ ...override, energyKilowattHour: null, energyUnknown: "no-chiller-power", isOverdue: true }]);
  const row = await screen.findByRole("listitem", { name: "AHU 1-1: On/Off" });
  expect(row).toHaveTextContent("unknown: no chiller reports its power");
  expect(row).toHaveTextContent("Expired, its end is unknown until the gateway reports it");
});

test("releases the point, and removes the row afterwards", async () => {
  show([override]);
  const { id: commandId, batchId } = aCommand();
  const asked = serve(releaseOverride, { message: "ACCEPTED", commandId, batchId });
  await userEvent.click(await screen.findByRole("button", { name: "Release On/Off of AHU 1-1" }));
  await waitFor(() => expect(asked.bodies).toEqual([{ ssid: "AHU-1-1", param_id: "ahu_on_off_sp" }]));
  expect(await screen.findByText("Sent")).toBeVisible();
  const undone = serve(undoCommands, { message: "ACCEPTED", points: 1, refused: [] });
  expect(screen.getByText("Release of On/Off of AHU 1-1 sent")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(undone.urls).toEqual([expect.stringContaining(`/v1/commands/batches/${batchId}/undo`)]);
});

test("viewers see the list and release nothing", async () => {
  show([override], 3);
  await screen.findByRole("listitem", { name: "AHU 1-1: On/Off" });
  expect(screen.queryByRole("button", { name: /^(Release|Extend|Give|Change)/ })).not.toBeInTheDocument();
  expect(screen.getByText("Your role can see overrides; operators release them.")).toBeVisible();
});

test("shows that there are no overrides, and the state of the newest commands", async () => {
  show([]);
  expect(await screen.findByText("None. Everything follows its schedule or its own default.")).toBeVisible();
  const table = within(await screen.findByRole("table"));
  expect(table.getByText("Failed: the device refused it")).toBeVisible();
  expect(table.getByText(/asha · in the browser/)).toHaveTextContent("Test");
});

test("a schedule's attempts are one row with their number", async () => {
  show([]);
  serve(listCommands, [
    {
      ...aCommand({ state: "expired", by: null, origin: { kind: "schedule", name: "Default schedule" } }),
      tries: 3,
    },
  ]);
  const row = await screen.findByRole("row", { name: /Default schedule · schedule/ });
  expect(row).toHaveTextContent("Not confirmed within 40 s3 attempts");
});

test("the origin of a test of emergency lights is in the language of the user", async () => {
  await showLanguage("hi");
  show([]);
  const origin = { kind: "schedule", name: "Emergency light test" } as const;
  serve(listCommands, [{ ...aCommand({ by: null, origin }), tries: 1 }]);
  expect(await screen.findByText(/आपातकालीन लाइट की जाँच ·/)).toBeVisible();
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

test("an override below another system is shown as held, with the priority and value in force", async () => {
  show([anOverride({ overriddenBy: { priority: 5, value: 0 } })]);
  const row = await screen.findByRole("listitem", { name: "AHU 1-1: On/Off" });
  expect(row).toHaveTextContent("Held at priority 8, overridden at priority 5 (Off)");
});

const foreign: ForeignOverride = {
  ssid: "AHU-1-1",
  deviceName: "AHU 1-1",
  deviceType: "AHU",
  floorId: 11,
  floorName: "First",
  param_id: "ahu_in_air_temperature_sp",
  unit: "degC",
  value: 30,
  priority: 5,
  since: "2026-01-05T08:00:00.000Z",
};

test("lists foreign overrides with priority, value and since when, and no card without any", async () => {
  const { unmount } = show([]);
  await screen.findByText("None. Everything follows its schedule or its own default.");
  expect(screen.queryByRole("region", { name: "Foreign overrides" })).not.toBeInTheDocument();
  unmount();
  renderScreen("/admin/controls", aSession(), () => {
    serve(listCommands, []);
    serve(listForeignOverrides, [foreign]);
  });
  const card = await screen.findByRole("region", { name: "Foreign overrides" });
  const cells = within(card)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
  expect(cells).toEqual([
    "AHU 1-1 First",
    expect.stringMatching(/set ?point/i),
    expect.stringMatching(/^30\.0\s°C$/),
    "5",
    expect.stringContaining("13:30"),
  ]);
});

test("extends an override, and shows why an end is refused", async () => {
  show([override]);
  const refusals = { until: "Choose an end after the current one" };
  refuse(extendOverride, "input-invalid", { fields: refusals, once: true });
  await userEvent.click(await screen.findByRole("button", { name: "Extend On/Off of AHU 1-1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "AHU 1-1: On/Off" }));
  expect(dialog.getByLabelText("New end")).toHaveValue("5 Jan 2026, 21:30");
  await userEvent.click(dialog.getByRole("button", { name: "Extend override" }));
  expect(await dialog.findByText("Choose an end after the current one")).toBeVisible();
  const { id: commandId, batchId } = aCommand();
  const asked = serve(extendOverride, { message: "ACCEPTED", commandId, batchId, refused: [] });
  await userEvent.clear(dialog.getByLabelText("New end"));
  await userEvent.click(dialog.getByRole("button", { name: "Extend override" }));
  expect(await dialog.findByText("Choose a date and a time")).toBeVisible();
  await userEvent.type(dialog.getByLabelText("New end"), "2026-01-06T09:00");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  expect(reason).toHaveValue("Late meeting");
  await userEvent.clear(reason);
  await userEvent.click(dialog.getByRole("button", { name: "Extend override" }));
  expect(await dialog.findByText("Enter a reason")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Maintenance" }));
  await userEvent.click(dialog.getByRole("button", { name: "Extend override" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(asked.bodies).toEqual([
    {
      ssid: "AHU-1-1",
      param_id: "ahu_on_off_sp",
      until: "2026-01-06T03:30:00.000Z",
      reason: "Maintenance",
      isWhole: false,
    },
  ]);
});

test("releases all overrides of a floor after a confirmation that lists them, and reports the failed ones", async () => {
  const second = anOverride({
    commandId: "00000000-0000-4000-8000-000000000002",
    ssid: "AHU-1-2",
    deviceName: "AHU 1-2",
  });
  const other = anOverride({
    commandId: "00000000-0000-4000-8000-000000000003",
    ssid: "AHU-2-1",
    deviceName: "AHU 2-1",
    floorId: 12,
    floorName: "Second",
  });
  show([override, second, other]);
  const id = aCommand().batchId;
  const asked = serve(sendCommands, {
    batchId: id,
    commands: [{ commandId: aCommand().id, ssid: "AHU-1-1", param_id: "ahu_on_off_sp" }],
    refused: [
      { ssid: "AHU-1-2", param_id: "ahu_on_off_sp", code: "device-unreachable", message: "please connect" },
    ],
  });
  serveBatch([aCommand({ value: null, state: "verified" })]);
  await userEvent.click(await screen.findByRole("button", { name: "Release all overrides of First" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Release all overrides of First" }));
  expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "AHU 1-1: On/Off On · ravi",
    "AHU 1-2: On/Off On · ravi",
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Release 2 devices" }));
  expect(await screen.findByText("AHU 1-2: please connect to network")).toBeVisible();
  expect(asked.bodies).toMatchObject([
    {
      writes: [
        { ssid: "AHU-1-1", param_id: "ahu_on_off_sp", value: null },
        { ssid: "AHU-1-2", param_id: "ahu_on_off_sp", value: null },
      ],
    },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

const batchId = idOf(77);
const lamp = (at: number, change: Partial<Override> = {}) =>
  anOverride({
    commandId: idOf(100 + at),
    batchId,
    ssid: `50d00${at}`,
    deviceName: `Light ${at}`,
    deviceType: "DALI",
    param_id: "light_level_sp",
    unit: "percent",
    value: 0,
    reason: null,
    instead: null,
    energyKilowattHour: 0,
    ...change,
  });

test("an action on several devices is one row, which opens to its members, and the counts say so", async () => {
  show([lamp(1), lamp(2, { overriddenBy: { priority: 5, value: 30 } }), lamp(3), override]);
  expect(await screen.findByText("2 overrides on 4 devices")).toBeVisible();
  const row = within(
    await screen.findByRole("listitem", { name: /^DALI lighting: 3 devices, Light level.*: 0/ }),
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(row.getByText("0.0 kWh")).toBeVisible();
  expect(row.getByText("1 overridden by another system")).toBeVisible();
  await userEvent.click(row.getByRole("button", { name: /^Devices of DALI lighting/ }));
  expect(row.getAllByRole("listitem")).toHaveLength(3);
  const { id: commandId } = aCommand();
  const one = serve(releaseOverride, { message: "ACCEPTED", commandId, batchId: aCommand().batchId });
  await userEvent.click(row.getByRole("button", { name: /^Release .* of Light 2$/ }));
  await waitFor(() => expect(one.bodies).toEqual([{ ssid: "50d002", param_id: "light_level_sp" }]));
});

test("releases and extends an action as a whole", async () => {
  show([lamp(1), lamp(2)]);
  serveBatch([]);
  const released = serve(sendCommands, { batchId, commands: [], refused: [] });
  await userEvent.click(await screen.findByRole("button", { name: /^Release DALI lighting: 2 devices/ }));
  const question = within(await screen.findByRole("dialog"));
  expect(question.getAllByRole("listitem")).toHaveLength(2);
  await userEvent.click(question.getByRole("button", { name: "Release 2 devices" }));
  await waitFor(() =>
    expect(released.bodies).toMatchObject([
      { writes: [{ ssid: "50d001", value: null }, { ssid: "50d002" }] },
    ]),
  );
  const refused = {
    ssid: "50d002",
    param_id: "light_level_sp",
    code: "device-unreachable",
    message: "",
  } as const;
  const extended = serve(extendOverride, {
    message: "ACCEPTED",
    commandId: aCommand().id,
    batchId,
    refused: [refused],
  });
  serveBatch(
    [
      aCommand({ state: "verified", ssid: "50d001", deviceName: "Light 1" }),
      aCommand({ id: idOf(2), state: "failed", failure: "refused", ssid: "50d003", deviceName: "Light 3" }),
    ],
    batchId,
  );
  await userEvent.click(screen.getByRole("button", { name: /^Extend DALI lighting: 2 devices/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Event or late work" }));
  await userEvent.click(dialog.getByRole("button", { name: "Extend override" }));
  await waitFor(() =>
    expect(extended.bodies).toMatchObject([{ ssid: "50d001", reason: "Event or late work", isWhole: true }]),
  );
  expect(await screen.findByText("Light 2: please connect to network")).toBeVisible();
  expect(await screen.findByText("Light 3: Failed: the device refused it")).toBeVisible();
});

test("an action of several floors has its own section", async () => {
  show([lamp(1), lamp(2, { floorId: 12, floorName: "Second" }), override]);
  const several = within(await screen.findByRole("region", { name: "Several floors" }));
  expect(several.getAllByRole("listitem")).toHaveLength(1);
  expect(several.queryByRole("button", { name: /Release all/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Release all overrides of First" }));
  expect(within(await screen.findByRole("dialog")).getAllByRole("listitem")).toHaveLength(2);
});

test("a missing reason shows, and can be given later to the whole action", async () => {
  show([lamp(1), lamp(2)]);
  const given = serve(giveReason, { message: "ACCEPTED" });
  expect(await screen.findByText("No reason given")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^Give a reason: DALI lighting/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), " Film shooting ");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(given.bodies).toEqual([{ reason: "Film shooting" }]));
  expect(given.urls).toEqual([expect.stringContaining(`/v1/commands/batches/${batchId}/reason`)]);
});

test("the form for a reason begins with the present one", async () => {
  const { queryClient } = show([override]);
  const change = await screen.findByRole("button", { name: "Change the reason: AHU 1-1: On/Off" });
  serve(listOverrides, [{ ...override, reason: "Film shooting" }]);
  await queryClient.invalidateQueries();
  expect(await screen.findByText("Film shooting")).toBeVisible();
  await userEvent.click(change);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("Film shooting");
});
