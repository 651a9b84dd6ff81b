import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listMessageProblems } from "@verandah/contract/devices/message-problems.ts";
import { getNetworkStatus, type NetworkNode } from "@verandah/contract/devices/network.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const node = (id: string, change: Partial<NetworkNode> = {}): NetworkNode => ({
  id,
  name: id,
  kind: "device",
  state: "online",
  type: null,
  ssid: id,
  offlineReason: null,
  lastSeenAt: "2026-01-05T08:00:00.000Z",
  stateSince: "2026-01-05T03:00:00.000Z",
  firmware: null,
  latencyMs: null,
  missedPolls: null,
  outboxPending: null,
  driversDown: [],
  counts: { devices: 1, offline: 0, unknown: 0 },
  children: [],
  ...change,
});

function aNetwork(gateway: Partial<NetworkNode> = {}): NetworkNode {
  const boxes = [
    node("VAV-1", { name: "VAV 1", latencyMs: 12, missedPolls: 0 }),
    node("VAV-2", {
      name: "VAV 2",
      state: "offline",
      offlineReason: "no-answer",
      missedPolls: 7,
      counts: { devices: 1, offline: 1, unknown: 0 },
    }),
  ];
  const counts = { devices: 2, offline: 1, unknown: 0 };
  return node("server", {
    name: "Verandah",
    kind: "server",
    ssid: null,
    state: "offline",
    counts,
    children: [
      node("GW", {
        name: "Gateway Tower A",
        kind: "gateway",
        firmware: "gateway 1.2",
        outboxPending: 3,
        counts,
        children: [
          node("GW/VAV", {
            kind: "group",
            type: "VAV",
            ssid: null,
            state: "offline",
            counts,
            children: boxes,
          }),
        ],
        ...gateway,
      }),
    ],
  });
}

const show = (network = aNetwork()) =>
  renderScreen("/admin/networkDiagram", aSession(), () => void serve(getNetworkStatus, network));
const item = (name: RegExp) => screen.findByRole("treeitem", { name });
const details = async () => within(await screen.findByRole("region", { name: "Details" }));

test("opens from the server to the device, and shows the known facts of its connection", async () => {
  show();
  expect(await screen.findByText("1 gateway · 2 devices · 1 offline")).toBeVisible();
  await userEvent.click(
    within(await item(/^Gateway Tower A Online 2 1 offline$/)).getByText("Gateway Tower A"),
  );
  expect((await details()).getByText("gateway 1.2")).toBeVisible();
  await userEvent.click(await screen.findByText("VAV boxes"));
  await userEvent.click(await screen.findByText("VAV 2"));
  const shown = await details();
  expect(shown.getByText("Verandah › Gateway Tower A › VAV boxes › VAV 2")).toBeVisible();
  expect(shown.getByText("No answer")).toBeVisible();
  expect(shown.getByText("7")).toBeVisible();
  expect(shown.getByText(/^Offline since /)).toBeVisible();
  expect(shown.getByRole("link", { name: "Open the device" })).toHaveAttribute(
    "href",
    "/admin/device?device=VAV-2",
  );
});

test("shows many devices as one number with separators everywhere", async () => {
  show({ ...aNetwork(), counts: { devices: 9784, offline: 0, unknown: 0 } });
  expect(await item(/^Verandah .*9,784/)).toBeVisible();
  expect((await details()).getByText("9,784")).toBeVisible();
});

test("works with the keyboard only", async () => {
  show();
  const root = await item(/^Verandah/);
  root.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(await item(/^Gateway Tower A/)).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  expect(await item(/^Gateway Tower A/)).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{ArrowDown}{Enter}{End}");
  expect(await item(/^VAV 2 Offline/)).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(await item(/^VAV boxes/)).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}{Home}");
  expect(await item(/^Verandah/)).toHaveFocus();
  expect(screen.queryByText("VAV 2")).not.toBeInTheDocument();
});

test("a gateway that is lost explains its devices", async () => {
  const unknown = { devices: 1, offline: 0, unknown: 1 };
  const children = [node("VAV-1", { name: "VAV 1", state: "unknown", counts: unknown })];
  const group = node("GW/VAV", { kind: "group", type: "VAV", state: "unknown", counts: unknown, children });
  show(aNetwork({ state: "offline", counts: unknown, children: [group] }));
  await userEvent.type(await screen.findByLabelText("Find a device or gateway"), "vav 1");
  await userEvent.click(await screen.findByText("VAV 1"));
  expect((await details()).getByText("Gateway Tower A is not connected")).toBeVisible();
});

test.each([
  ["online", 0],
  ["offline", 1],
] as const)('a gateway without devices that is %s shows "Never" %i times', async (state, times) => {
  show(aNetwork({ state, lastSeenAt: null, children: [] }));
  await userEvent.click(await screen.findByText("Gateway Tower A"));
  expect((await details()).getByText("gateway 1.2")).toBeVisible();
  expect((await details()).queryAllByText("Never")).toHaveLength(times);
});

test("finds by name, shows only problems, and shows when nothing matches", async () => {
  show();
  await userEvent.click(await screen.findByLabelText("Only offline and unknown"));
  expect(await screen.findByText("VAV 2")).toBeVisible();
  expect(screen.queryByText("VAV 1")).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Find a device or gateway"), "VAV 1");
  expect(await screen.findByText("Nothing matches.")).toBeVisible();
});

test("shows that it cannot be loaded", async () => {
  renderScreen("/admin/networkDiagram", aSession(), () => refuse(getNetworkStatus, "unavailable"));
  await waitFor(() => expect(screen.getByRole("alert")).toBeVisible());
  expect(screen.queryByRole("tree")).not.toBeInTheDocument();
});

test("an administrator sees the senders of messages that cannot be used, with reason, count, start and last text", async () => {
  let asked: readonly string[] = [];
  const open = (role: 1 | 2) =>
    renderScreen("/admin/networkDiagram", aSession({ role: { id: role } }), () => {
      serve(getNetworkStatus, aNetwork());
      asked = serve(listMessageProblems, [
        {
          ssid: "ENV-1",
          name: "Sensor 1",
          reason: "not-json",
          count: 123_454,
          since: "2026-01-05T03:00:00.000Z",
          lastAt: new Date(Date.now() - 120_000).toISOString(),
          lastMessage: '{"value":NaN}',
        },
      ]).urls;
    });
  const first = open(2);
  const section = await screen.findByRole("region", { name: "Messages that cannot be used" });
  const [, row] = within(section).getAllByRole("row");
  for (const text of [
    "Sensor 1 · ENV-1",
    "Not JSON",
    "1,23,454",
    "5 Jan 2026, 08:30",
    "2 min ago",
    '{"value":NaN}',
  ])
    expect(row).toHaveTextContent(text);
  first.unmount();
  const { queryClient } = open(1);
  expect(await screen.findByRole("heading", { name: "Network Diagram" })).toBeVisible();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toEqual([]);
});
