import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { previewCommands, sendCommands, undoCommands } from "@verandah/contract/commands/commands.ts";
import { getReasons } from "@verandah/contract/commands/why.ts";
import { listFailedLamps } from "@verandah/contract/lighting/lights.ts";
import { afterEach, expect, test, vi } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { loseStream } from "../../testing/fake-event-source.ts";
import { cutOff, refuse, serve } from "../../testing/serve.ts";
import {
  aLight,
  aPreviewed,
  confirmBatch,
  lightValues,
  serveBatch,
  showLights,
} from "../../testing/show-lights.ts";

afterEach(() => void vi.useRealTimers());

const card = async (name: string) => within(await screen.findByRole("article", { name }));
const choose = async (field: string, name: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: field }));
  await userEvent.click(await screen.findByRole("option", { name }));
};

test("a card a zone has mode, rounded mean, source and people by the specification's rules", async () => {
  showLights();
  const first = await card("Zone 1");
  for (const text of ["Manual", "41 %", "Source: Server", "3 people"])
    expect(first.getByText(text)).toBeVisible();
  const second = await card("Zone 2");
  for (const text of ["Mixed modes", "15 %", "Source: Schedule", "No data"])
    expect(second.getByText(text)).toBeVisible();
});

test("no light is shown as on or off, and no people, while the stream is down", async () => {
  showLights();
  const first = await card("Zone 1");
  expect(first.getByText("41 %")).toBeVisible();
  await loseStream();
  expect(first.queryByText("41 %")).not.toBeInTheDocument();
  expect(first.getByText("Unknown")).toBeVisible();
  expect(first.getByText("No data")).toBeVisible();
});

test("a chosen zone shows its areas, and an area its controllers; the address has both", async () => {
  const { router } = showLights();
  expect((await card("Zone 1")).getByRole("link", { name: "Zone 1" })).toHaveAttribute(
    "href",
    "/admin/zone/111/areas",
  );
  await choose("Zone", "Zone 1");
  expect((await card("Area 2")).getByText("21 %")).toBeVisible();
  await choose("Area", "Area 1");
  expect((await card("DALI 1")).getByText("60 %")).toBeVisible();
  expect(router.state.location.search).toEqual({ zone: 111, area: 1111 });
  await choose("Zone", "All zones");
  expect(await screen.findByRole("article", { name: "Zone 2" })).toBeVisible();
  expect(router.state.location.search).toEqual({});
});

test.each([
  ["off", "Lights of Zone 1", "switch", 0, "light_level_sp", "Device Zone 1 successfully switched OFF"],
  ["auto", "Auto: Zone 1", "button", 1, "light_mode_sp", "Device Zone 1 successfully switched to Auto mode"],
] as const)(
  "switches a zone to %s in one batch and confirms it",
  async (to, name, role, value, point, toast) => {
    showLights();
    const zone = await card("Zone 1");
    const { bodies } = serveBatch({ state: "verified" }, { state: "verified" });
    fireEvent.click(zone.getByRole(role, { name }));
    await confirmBatch({ on: "Switch on", off: "Switch off", auto: "Set to Auto" }[to]);
    expect(await screen.findByText(toast)).toBeVisible();
    const writes = ["50d1", "50d2"].map((ssid) => ({ ssid, param_id: point, value }));
    expect(bodies).toEqual([{ writes, idempotencyKey: expect.any(String) }]);
  },
);

test("keys on the ring set the intensity once, after the last key", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showLights();
  const zone = await card("Zone 1");
  const { bodies } = serveBatch({ state: "verified" });
  const ring = zone.getByRole("slider", { name: "Intensity of Zone 1" });
  fireEvent.change(ring, { target: { value: "50" } });
  fireEvent.change(ring, { target: { value: "55" } });
  await vi.advanceTimersByTimeAsync(2_000);
  await confirmBatch("Set to 55 %");
  expect(await screen.findByText("Device Zone 1 successfully set to intensity 55")).toBeVisible();
  expect(bodies).toMatchObject([{ writes: [{ value: 55 }, { value: 55 }] }]);
});

test("Enter on the ring sets the intensity without a wait", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showLights();
  const zone = await card("Zone 1");
  const ring = zone.getByRole("slider", { name: "Intensity of Zone 1" });
  fireEvent.keyDown(ring, { key: "Enter" });
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  fireEvent.change(ring, { target: { value: "50" } });
  const sentAtMs = performance.now();
  fireEvent.keyDown(ring, { key: "Enter" });
  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(performance.now() - sentAtMs).toBeLessThan(2_000);
});

test("a light that does not follow is named, and retried alone with the reason of the batch", async () => {
  showLights();
  const zone = await card("Zone 1");
  const sent = serveBatch({ state: "verified" }, { state: "failed", failure: "not-verified" });
  fireEvent.click(zone.getByRole("switch"));
  await userEvent.click(await screen.findByRole("button", { name: "Maintenance" }));
  await confirmBatch("Switch off");
  expect(await screen.findByText("Failed to control the device Zone 1")).toBeVisible();
  expect(
    screen.getByText("1 of 2 lights accepted, 1 followed: the device does not show the new value"),
  ).toBeVisible();
  expect(zone.getByText("1 light did not follow")).toBeVisible();
  expect(sent.bodies).toMatchObject([{ reason: "Maintenance" }]);
  const { bodies } = serveBatch({ ssid: "50d2", state: "verified" });
  await userEvent.click(zone.getByRole("button", { name: "Try again" }));
  await waitFor(() =>
    expect(bodies).toMatchObject([{ writes: [{ ssid: "50d2", value: 0 }], reason: "Maintenance" }]),
  );
  await waitFor(() => expect(zone.queryByText("1 light did not follow")).toBeNull());
  // One undo takes back what followed at first, and at the second try.
  const undone = serve(undoCommands, { message: "ACCEPTED", points: 1, refused: [] });
  const done = (await screen.findByText("Device Zone 1 successfully switched OFF")).closest<HTMLElement>(
    "[role=status]",
  );
  await userEvent.click(within(done ?? document.body).getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(undone.urls).toHaveLength(2);
});

test("a change of all lights of a zone can be undone", async () => {
  showLights();
  const zone = await card("Zone 1");
  serveBatch({ state: "verified" }, { state: "verified" });
  fireEvent.click(zone.getByRole("switch"));
  await confirmBatch("Switch off");
  const undo = await screen.findByRole("button", { name: "Undo" });
  const { urls } = serve(undoCommands, { message: "ACCEPTED", points: 2, refused: [] });
  await userEvent.click(undo);
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(urls).toEqual([expect.stringMatching(/\/v1\/commands\/batches\/[^/]+\/undo$/)]);
});

test("a controller with two channels requires a channel first", async () => {
  showLights("/admin/floors?zone=112&area=1121");
  const controller = await card("WAC 1");
  const { bodies } = serveBatch({ ssid: "50ac1", param_id: "light_level_sp_2", state: "verified" });
  fireEvent.click(controller.getByRole("switch"));
  expect(await screen.findByText("Please select a channel for this device!")).toBeVisible();
  expect(bodies).toEqual([]);
  await userEvent.click(controller.getByRole("radio", { name: "Channel 2" }));
  fireEvent.click(controller.getByRole("switch"));
  await waitFor(() =>
    expect(bodies).toMatchObject([{ writes: [{ ssid: "50ac1", param_id: "light_level_sp_2", value: 0 }] }]),
  );
});

test("unknown lights count as neither on nor off, and the card shows how many are confirmed", async () => {
  showLights("/admin/floors", {
    of: [aLight({}), aLight({ ssid: "50d2", name: "DALI 2", state: "offline", values: lightValues(100, 0) })],
  });
  const zone = await card("Zone 1");
  expect(zone.getByText("60 %")).toBeVisible();
  expect(zone.getByText("1 of 2 confirmed, 1 offline")).toBeVisible();
});

test("without a network the operator sees the specification's text", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showLights();
  const zone = await card("Zone 1");
  cutOff(sendCommands);
  fireEvent.click(zone.getByRole("switch"));
  await confirmBatch("Switch off");
  expect(
    await screen.findByText("Please connect to a network!!!", undefined, { timeout: 6_000 }),
  ).toBeVisible();
});

test("viewers see the state and no controls; a floor without lights shows a message", async () => {
  const { unmount } = showLights("/admin/floors", { role: 3 });
  const zone = await card("Zone 1");
  expect(zone.getByText("On")).toBeVisible();
  expect(zone.queryByRole("switch")).toBeNull();
  expect(zone.getByRole("slider")).toBeDisabled();
  expect(screen.getByText("Your role can see the lights; operators change them.")).toBeVisible();
  unmount();
  showLights("/admin/floors", {
    of: [],
    served: () => void serve(listFailedLamps, { failed: [], unknown: 0, total: 0 }),
  });
  expect(await screen.findByText("No lights here.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Failed lamps" })).toBeNull();
});

test("a controller shows its burn hours, and in Auto the source of its light level", async () => {
  const automatic = [
    ...lightValues(35, 1),
    aReading({ param_id: "auto_basis", param_value: 1 }),
    aReading({ param_id: "burn_hours", param_value: 4_321.4, unit: "hour" }),
  ];
  const manual = [...lightValues(60, 0), aReading({ param_id: "auto_basis", param_value: 0 })];
  showLights("/admin/floors?zone=111&area=1111", {
    of: [aLight({ values: automatic }), aLight({ ssid: "50d2", name: "DALI 2", values: manual })],
  });
  const first = await card("DALI 1");
  expect(first.getByText("Auto: daylight")).toBeVisible();
  expect(first.getByText("Burn hours: 4,321 h")).toBeVisible();
  const second = await card("DALI 2");
  expect(second.queryByText(/^Auto: /)).toBeNull();
  expect(second.queryByText(/^Burn hours/)).toBeNull();
});

test("the map shows the people of each zone", async () => {
  showLights("/admin/floors?metric=occupancy");
  expect(await screen.findByRole("radio", { name: "Occupancy" })).toBeChecked();
});

test("failed lamps are listed with place, start and device; an unknown lamp is counted apart", async () => {
  const { unmount } = showLights("/admin/floors", {
    served: () =>
      serve(listFailedLamps, {
        failed: [
          {
            ssid: "50ac1",
            name: "WAC 1",
            channel: "2",
            zone: "Zone 2",
            area: "Area 3",
            since: "2026-01-05T08:00:00.000Z",
          },
        ],
        unknown: 1,
        total: 4,
      }),
  });
  const list = within(await screen.findByRole("region", { name: "Failed lamps" }));
  expect(list.getByText("1 of 4")).toBeVisible();
  expect(list.getByText("1 lamp unknown")).toBeVisible();
  const row = list.getByRole("row", { name: /^WAC 1 · Channel 2 Zone 2 Area 3 5 Jan, 13:30$/ });
  expect(within(row).getByRole("link")).toHaveAttribute("href", "/admin/device?device=50ac1");
  unmount();
  showLights();
  expect(await screen.findByText("None reported")).toBeVisible();
});

test("before a batch the screen lists the changes and the others with the reason, and Cancel sends nothing", async () => {
  showLights();
  serve(previewCommands, [
    aPreviewed({}),
    aPreviewed({ ssid: "50d2", name: "DALI 2", outcome: "offline", offlineReason: "gateway-offline" }),
    aPreviewed({ ssid: "50d3", name: "DALI 3", outcome: "same" }),
    aPreviewed({ ssid: "50d4", name: "DALI 4", outcome: "overridden", heldBy: 5 }),
  ]);
  const { bodies } = serveBatch({ state: "verified" }, { state: "verified" });
  const zone = await card("Zone 1");
  fireEvent.click(zone.getByRole("switch"));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the lights of Zone 1?" }));
  expect(await dialog.findByText("1 of 4 devices will change. The others:")).toBeVisible();
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "DALI 2: offline (Gateway offline)",
    "DALI 3: has this value already",
    "DALI 4: another system holds it at priority 5",
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies).toEqual([]);
});

test("a link that asks for a change opens the question once, and sends nothing by itself", async () => {
  const { router } = showLights("/admin/floors?lights=off");
  const { bodies } = serveBatch({ state: "verified" }, { state: "verified" });
  const dialog = within(await screen.findByRole("dialog", { name: "Change the lights of First?" }));
  expect(dialog.getByRole("button", { name: "Switch off" })).toBeVisible();
  expect(router.state.location.search).toEqual({});
  expect(bodies).toEqual([]);
});

test("a viewer's link asks for nothing", async () => {
  showLights("/admin/floors?lights=off", { role: 3 });
  await card("Zone 1");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("a preview that fails is shown, and nothing can be sent", async () => {
  showLights();
  const zone = await card("Zone 1");
  refuse(previewCommands, "not-allowed");
  fireEvent.click(zone.getByRole("switch"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Switch off" })).toBeDisabled();
});

test("a controller shows why it is on", async () => {
  showLights("/admin/floors?zone=111&area=1111");
  serve(getReasons, {
    deviceType: "DALI",
    isOn: true,
    points: [
      {
        param_id: "light_level_sp",
        unit: "percent",
        value: 60,
        source: "schedule",
        name: "Lobby-AM",
        priority: null,
        since: "2026-01-05T03:30:00.000Z",
        until: "2026-01-05T12:30:00.000Z",
      },
      {
        param_id: "light_mode_sp",
        unit: "none",
        value: 1,
        source: "automatic",
        name: "asha",
        priority: null,
        since: "2026-01-05T03:30:00.000Z",
        until: "2026-01-05T07:30:00.000Z",
      },
    ],
  });
  const controller = await card("DALI 1");
  await userEvent.click(controller.getByRole("button", { name: "Why is it on?" }));
  expect(await screen.findByText(/^Schedule Lobby-AM set it at .+; it runs until .+18:00$/)).toBeVisible();
  expect(screen.getByText("Light level command: 60 %")).toBeVisible();
  expect(screen.getByText(/^Automatic: asha set it .+; it ends at .+13:00$/)).toBeVisible();
});

test("says why lights did not follow, and asks before several are commanded again", async () => {
  showLights();
  const zone = await card("Zone 1");
  const unlit = { state: "failed", failure: "not-followed", readBack: 0, unit: "percent" } as const;
  serveBatch(unlit, { state: "expired" });
  fireEvent.click(zone.getByRole("switch"));
  await confirmBatch("Switch off");
  expect(await zone.findByText("2 lights did not follow")).toBeVisible();
  expect(zone.getByText("Failed: the device accepted it but still shows 0 % (1)")).toBeVisible();
  expect(zone.getByText("Not confirmed within 40 s (1)")).toBeVisible();
  const { bodies } = serveBatch({ state: "verified" }, { state: "verified" });
  await userEvent.click(zone.getByRole("button", { name: "Try again" }));
  await screen.findByRole("dialog");
  expect(bodies).toEqual([]);
  await confirmBatch("Switch off");
  await waitFor(() => expect(bodies).toHaveLength(1));
});

test("a controller with one channel that changes is one that changes", async () => {
  showLights();
  serve(previewCommands, [
    aPreviewed({ ssid: "50ac1", name: "WAC 1", param_id: "light_level_sp_1" }),
    aPreviewed({ ssid: "50ac1", name: "WAC 1", param_id: "light_level_sp_2", outcome: "same" }),
  ]);
  const zone = await card("Zone 1");
  fireEvent.click(zone.getByRole("switch"));
  expect(await screen.findByText("1 device will change.")).toBeVisible();
});
