import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { getReport, getReportChart } from "@verandah/contract/reports/reports.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, expect, test, vi } from "vitest";

import { showLanguage } from "#shared/texts/i18n.ts";

import { deviceDetails } from "../../../testing/ahu-builders.ts";
import { aPage, aSession, aTrend } from "../../../testing/builders.ts";
import { FakePlot } from "../../../testing/fake-plot.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve, serveLatest } from "../../../testing/serve.ts";

afterEach(async () => {
  await showLanguage("en");
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const reportsPath = "/admin/reportsviewer";
const devicePath = "/admin/device?device=CH-1";

function show(path: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-05T03:00:00.000Z") });
  let trends: { urls: string[] } = { urls: [] };
  const { router } = renderScreen(path, aSession(), () => {
    serve(getReport, { ...aPage([], 0), searchedFrom: null, choices: {} });
    serve(getReportChart, { kind: "none", bars: [] });
    serve(
      getDevice,
      deviceDetails({
        ssid: "CH-1",
        type: "CHILLER",
        points: [{ param_id: "Chiller Power", kind: "reading" }],
      }),
    );
    serveLatest([]);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    trends = serve(getTrend, aTrend());
  });
  const lastTrend = () => Object.fromEntries(new URL(trends.urls.at(-1) ?? "").searchParams);
  return { router, lastTrend };
}

const choice = () => screen.findByLabelText("Time range");
const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

test("a range of one screen is that of the next, relative in its address", async () => {
  const { router, lastTrend } = show(reportsPath);
  await user.selectOptions(await choice(), "Yesterday");
  expect(router.state.location.search).toEqual({ range: "yesterday" });
  await router.navigate({ to: devicePath });
  await waitFor(() => expect(router.state.location.search).toEqual({ device: "CH-1", range: "yesterday" }));
  expect(await choice()).toHaveDisplayValue("Yesterday");
  expect(screen.getByLabelText("From")).toHaveValue("4 Jan 2026, 00:00");
  expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2026, 00:00");
  await waitFor(() =>
    expect(Date.parse(lastTrend()["to"] ?? "")).toBeLessThan(Date.parse("2026-01-05T00:00Z")),
  );
});

test("an address with a range wins over the kept one, and a screen of whole days does not take a shorter one", async () => {
  const { router } = show(`${devicePath}&range=7d`);
  await user.selectOptions(await choice(), "1 h");
  await router.navigate({ to: `${reportsPath}?range=today` });
  expect(await screen.findByDisplayValue("Today")).toBeVisible();
  expect(router.state.location.search).toEqual({ range: "today" });
  await router.navigate({ to: "/admin/energy" });
  expect(await screen.findByDisplayValue("This month")).toBeVisible();
  expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2026");
  expect(router.state.location.search).toEqual({});
});

test("a range of today ends now, also after midnight", async () => {
  const { router } = show(`${devicePath}&range=today`);
  expect(await screen.findByLabelText("To")).toHaveValue("5 Jan 2026, 08:30");
  vi.setSystemTime("2026-01-05T19:00:00.000Z");
  await vi.advanceTimersByTimeAsync(60_000);
  await waitFor(() => expect(screen.getByLabelText("From")).toHaveValue("6 Jan 2026, 00:00"));
  expect(screen.getByLabelText("To")).toHaveValue("6 Jan 2026, 00:31");
  expect(router.state.location.search).toMatchObject({ range: "today" });
});

test("a date is chosen in the calendar with its time kept, and typed in the user's language", async () => {
  const { router } = show(`${reportsPath}?from=2026-01-02T04:00:00.000Z&to=2026-01-05T02:00:00.000Z`);
  await screen.findByLabelText("From");
  await user.click(screen.getAllByRole("button", { name: "Choose a date" })[0] ?? document.body);
  await user.click(await screen.findByRole("button", { name: "3 Jan 2026" }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ from: "2026-01-03T04:00:00.000Z" }),
  );
  await showLanguage("hi");
  const from = screen.getByDisplayValue("3 जन॰ 2026, 09:30");
  fireEvent.change(from, { target: { value: "4 जन॰ 2026, 21:15" } });
  fireEvent.blur(from);
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ from: "2026-01-04T15:45:00.000Z" }),
  );
});

test("a screen that stays open over midnight follows its range each hour", async () => {
  show(`${reportsPath}?range=today`);
  expect(await screen.findByLabelText("To")).toHaveValue("5 Jan 2026, 08:30");
  for (const [now, to] of [
    ["2026-01-05T18:31:00.000Z", "6 Jan 2026, 00:01"],
    ["2026-01-05T20:01:00.000Z", "6 Jan 2026, 01:31"],
  ] as const) {
    vi.setSystemTime(now);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByLabelText("To")).toHaveValue(to);
    expect(screen.queryByRole("alert")).toBeNull();
  }
});

test("a range ends now again when the tab becomes visible", async () => {
  show(`${reportsPath}?range=today`);
  expect(await screen.findByLabelText("To")).toHaveValue("5 Jan 2026, 08:30");
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const become = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    fireEvent(document, new Event("visibilitychange"));
  };
  become("hidden");
  vi.setSystemTime("2026-01-05T03:20:00.000Z");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2026, 08:30");
  become("visible");
  await waitFor(() => expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2026, 08:50"));
});

test("a screen that does not offer the range of the address leaves it there", async () => {
  const { router } = show(reportsPath);
  await user.selectOptions(await choice(), "Yesterday");
  await router.navigate({ to: "/admin/energy?range=1h" });
  expect(await screen.findByDisplayValue("This month")).toBeVisible();
  expect(router.state.location.search).toEqual({ range: "1h" });
});

const typeInto = async (end: "From" | "To", text: string) => {
  const field = await screen.findByLabelText(end);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

test("a wrong free range does not replace the kept one", async () => {
  const { router } = show(reportsPath);
  await user.selectOptions(await choice(), "Yesterday");
  await typeInto("To", "5 Jan 2027, 00:00");
  expect(await screen.findByText("Choose a day up to today")).toBeVisible();
  await router.navigate({ to: devicePath });
  await waitFor(() => expect(router.state.location.search).toEqual({ device: "CH-1", range: "yesterday" }));
});

test("a screen does not take a kept range that is too long for it", async () => {
  const { router } = show(reportsPath);
  await typeInto("From", "5 Jun 2025, 00:00");
  await waitFor(() => expect(router.state.location.search).toHaveProperty("from"));
  await router.navigate({ to: "/admin/energy" });
  expect(await screen.findByDisplayValue("This month")).toBeVisible();
  expect(router.state.location.search).toEqual({});
});

test("a typed date stays while the time moves on", async () => {
  show(`${devicePath}&range=24h`);
  const from = await screen.findByLabelText("From");
  act(() => from.focus());
  fireEvent.change(from, { target: { value: "4 Ja" } });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2026, 08:31");
  expect(from).toHaveValue("4 Ja");
});

test("an emptied date shows the one that applies", async () => {
  show(`${reportsPath}?range=today`);
  await typeInto("From", "");
  expect(screen.getByLabelText("From")).toHaveValue("5 Jan 2026, 00:00");
});

test("a window of a chart ends now at the latest", async () => {
  const { router } = show(`${devicePath}&range=24h`);
  await waitFor(() => expect(FakePlot.made).not.toEqual([]));
  const seconds = Date.parse("2026-01-05T02:00:00Z") / 1_000;
  const plot = {
    select: { left: 0, width: 86_400 },
    posToVal: (px: number) => seconds + px,
    setSelect: () => undefined,
  };
  act(() => {
    Reflect.apply(FakePlot.made.at(-1)?.options.hooks?.setSelect?.[0] ?? (() => undefined), undefined, [
      plot,
    ]);
  });
  await waitFor(() => expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2026, 08:30"));
  expect(router.state.location.search).toMatchObject({ from: "2026-01-05T02:00:00.000Z" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a range of another screen without readings says why it is empty, and one click leads to the usual one", async () => {
  const { router } = show(reportsPath);
  await user.selectOptions(await choice(), "Last month");
  await router.navigate({ to: devicePath });
  expect(await screen.findByText(/^No readings in this time range\. The device sent none/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show the last 24 hours" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ device: "CH-1", range: "24h" }));
  expect(screen.queryByText(/^No readings in this time range/)).not.toBeInTheDocument();
});

test("a range with a reading has no such text", async () => {
  show(`${devicePath}&range=7d`);
  const at = "2026-01-02T03:00:00.000Z";
  serve(getTrend, aTrend({ buckets: [{ at, avg: 21, min: 21, max: 21, count: 1 }] }));
  expect(await choice()).toHaveDisplayValue("7 days");
  expect(await screen.findByRole("img", { name: /^Chiller Power: / })).toBeVisible();
  expect(screen.queryByText(/^No readings in this time range/)).not.toBeInTheDocument();
});
