import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { exportReport, getReport, getReportChart } from "@verandah/contract/reports/reports.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, expect, test, vi } from "vitest";

import { showLanguage } from "#shared/texts/i18n.ts";

import { anAhuDevice } from "../../testing/ahu-builders.ts";
import { aPage, aSession, aTrend } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve, serveLatest } from "../../testing/serve.ts";

afterEach(async () => {
  await showLanguage("en");
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const path = "/admin/reportsviewer";
const range = "from=2026-01-04T09:00:00.000Z&to=2026-01-05T09:00:00.000Z";
const logRow = {
  DeviceName: "AHU 1-1",
  Date: "2026-01-05",
  Time: "09:12:00",
  Category: "Alarm raised",
  Criticality: "Critical",
  Key: "Too warm",
  Value: 27.25,
  Unit: "°C",
};

const choices = {
  Criticality: [
    { value: "=Critical", label: "Critical" },
    { value: "=NonCritical", label: "NonCritical" },
  ],
};

function show(address: string, served?: () => void) {
  let asked: { urls: string[] } = { urls: [] };
  const app = renderScreen(address, aSession(), () => {
    asked = serve(getReport, { ...aPage([logRow], 245), searchedFrom: null, choices });
    serve(getReportChart, { kind: "none", bars: [] });
    served?.();
  });
  return { app, asked };
}

const fieldsOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? "").searchParams);

test("the dropdown has the fifteen reports with their exact names, IBMS LOGS first", async () => {
  show(path);
  const choice = await screen.findByLabelText("Report");
  expect(
    within(choice)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual([
    "IBMS LOGS",
    "Device Critical Alarms",
    "Most Active Critical Alarms",
    "Critical Alarms Restored",
    "Device NonCritical Alarms",
    "Most Active NonCritical Alarms",
    "Non-Critical Alarms Restored",
    "User Login Report",
    "Trend Log Comparision Report",
    "AHU Schedule Activity Report",
    "Activites Per User Report",
    "Activites Per Server Report",
    "User Contol Details",
    "Alarms Acknowledged By User",
    "Alarms Ignored By User",
  ]);
  expect(choice).toHaveDisplayValue("IBMS LOGS");
  const rows = within(await screen.findByRole("table", { name: "IBMS LOGS" }));
  expect(await rows.findByRole("row", { name: /AHU 1-1.*Too warm 27\.25 °C/ })).toBeVisible();
  expect(screen.getByText("1–10 / 245")).toBeVisible();
});

test("on a narrow screen a row is a card: its device is the title, and the event has its own line", async () => {
  show(path);
  const rows = within(await screen.findByRole("table", { name: "IBMS LOGS" }));
  expect((await rows.findByText("AHU 1-1")).dataset["card"]).toBe("title");
  expect(rows.getByText("Too warm").dataset["card"]).toBe("line");
  expect(rows.getByText("2026-01-05").dataset["card"]).toBe("inline");
});

test("the range is the last 24 hours at first", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-05T09:00:00.000Z") });
  const { asked } = show(path);
  await waitFor(() => expect(asked.urls).not.toHaveLength(0));
  const { from, to } = fieldsOf(asked.urls[0]);
  expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(86_400_000);
  expect(to).toMatch(/^2026-01-05T09:0/);
  expect(screen.getByLabelText("To")).toHaveDisplayValue("5 Jan 2026, 14:30");
});

test("refuses an end that is not after the start with the specification's text, and makes no call", async () => {
  const { asked } = show(`${path}?from=2026-01-05T09:00:00.000Z&to=2026-01-05T09:00:00.000Z`);
  expect(await screen.findByText("End date should be greater than start date")).toBeVisible();
  expect(screen.getByRole("button", { name: "Export to Csv" })).toBeDisabled();
  expect(asked.urls).toHaveLength(0);
  expect(screen.queryByText("No records in this period.")).not.toBeInTheDocument();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-01-05T14:31" } });
  await waitFor(() => expect(asked.urls).toHaveLength(1));
  expect(fieldsOf(asked.urls[0])).toMatchObject({ to: "2026-01-05T09:01:00.000Z" });
});

test("a year that no report can have is refused at its field, and one in the address counts as not given", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-05T09:00:00.000Z") });
  const { app } = show(`${path}?from=0001-01-01T00:00:00.000Z&to=2026-01-05T08:00:00.000Z`);
  const from = await screen.findByLabelText("From");
  expect(from).toHaveDisplayValue("4 Jan 2026, 14:30");
  fireEvent.change(from, { target: { value: "0001-01-04T14:30" } });
  fireEvent.blur(from);
  expect(await screen.findByText("Choose a date and a time")).toBeVisible();
  fireEvent.change(from, { target: { value: "4 Jan 2026, 14:31" } });
  await waitFor(() =>
    expect(app.router.state.location.search).toMatchObject({ from: "2026-01-04T09:01:00.000Z" }),
  );
  expect(screen.queryByText("Choose a date and a time")).not.toBeInTheDocument();
});

test("a future or too long range is refused at its field, and makes no call", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-05T09:00:00.000Z") });
  const { asked } = show(`${path}?from=2024-01-01&to=2026-01-04`);
  expect(await screen.findByText("Choose at most 366 days")).toBeVisible();
  expect(screen.getByLabelText("From")).toHaveAttribute("aria-invalid", "true");
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-01-06T00:00" } });
  expect(await screen.findByText("Choose a day up to today")).toBeVisible();
  expect(screen.getByLabelText("To")).not.toHaveAttribute("aria-invalid", "true");
  expect(asked.urls).toHaveLength(0);
});

test("another report begins at its first page without the other's filters, and the address keeps it", async () => {
  const { app, asked } = show(`${path}?${range}&page=3&filter.Key=warm`);
  expect(await screen.findByText("21–30 / 245")).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("Report"), "User Login Report");
  await screen.findByRole("table", { name: "User Login Report" });
  expect(app.router.state.location.search).toEqual({
    report: "user-login",
    from: "2026-01-04T09:00:00.000Z",
    to: "2026-01-05T09:00:00.000Z",
  });
  await waitFor(() => expect(asked.urls.at(-1)).toContain("/v1/reports/user-login?"));
  expect(fieldsOf(asked.urls.at(-1))).toMatchObject({ page: "1", sort: "LoginDate", order: "desc" });
});

test("a column of few values is filtered by a choice, which the address keeps", async () => {
  const user = userEvent.setup();
  const { app, asked } = show(`${path}?${range}`);
  await screen.findByText("1–10 / 245");
  await user.click(screen.getByRole("button", { name: "Filter Criticality" }));
  const choice = await screen.findByRole("combobox", { name: "Criticality" });
  expect(
    within(choice)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["All", "Critical", "NonCritical"]);
  await user.selectOptions(choice, "=Critical");
  await waitFor(() =>
    expect(app.router.state.location.search).toMatchObject({ "filter.Criticality": "=Critical" }),
  );
  await waitFor(() =>
    expect(fieldsOf(asked.urls.at(-1))).toMatchObject({ "filter.Criticality": "=Critical" }),
  );
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Filter Key" }));
  expect(await screen.findByRole("textbox", { name: "Key contains" })).toBeVisible();
});

test("a state is chosen, or its details are searched", async () => {
  const user = userEvent.setup();
  const states = { State: [{ value: "=failed", label: "Failed" }] };
  const { app } = show(`${path}?report=user-contol-details&${range}`, () =>
    serve(getReport, { ...aPage([logRow], 245), searchedFrom: null, choices: states }),
  );
  await screen.findByText("1–10 / 245");
  await user.click(screen.getByRole("button", { name: "Filter State" }));
  await user.selectOptions(await screen.findByRole("combobox", { name: "State" }), "=failed");
  const text = screen.getByRole("textbox", { name: "State contains" });
  expect(text).toHaveValue("");
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ "filter.State": "=failed" }));
  await user.type(text, "AHU 2");
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ "filter.State": "AHU 2" }));
});

test("a choice in the address has its text, and another text of the address stays chosen", async () => {
  const user = userEvent.setup();
  const named = { Criticality: [{ value: "=Critical", label: "गंभीर" }] };
  show(`${path}?${range}&filter.Criticality=%3DCritical`, () =>
    serve(getReport, { ...aPage([logRow], 245), searchedFrom: null, choices: named }),
  );
  expect(await screen.findByRole("button", { name: "Filter Criticality: गंभीर" })).toBeVisible();
  cleanup();
  show(`${path}?${range}&filter.Criticality=crit`);
  await user.click(await screen.findByRole("button", { name: "Filter Criticality: crit" }));
  expect(await screen.findByRole("combobox", { name: "Criticality" })).toHaveDisplayValue("crit");
});

test("a search that stopped before the start of the range shows where", async () => {
  show(`${path}?${range}`, () =>
    serve(getReport, { ...aPage([logRow], 245), searchedFrom: "2026-01-05T03:30:00.000Z", choices }),
  );
  expect(await screen.findByText(/^Results from 5 Jan 2026, 09:00 onward\./)).toBeVisible();
});

test.each([
  ["days", "Alarms per day. Peak 7 (3 Jan 2026)"],
  ["hours", "Alarms per hour. Peak 7 (3 Jan, 00:00)"],
] as const)("bars of %s have their values as text", async (kind, words) => {
  show(`${path}?report=device-critical&${range}`, () =>
    serve(getReportChart, {
      kind,
      bars: [
        { label: "", at: "2026-01-01T18:30:00.000Z", value: 2 },
        { label: "", at: "2026-01-02T18:30:00.000Z", value: 7 },
      ],
    }),
  );
  expect(await screen.findByRole("img", { name: words })).toBeVisible();
});

test("the most active alarms are bars in descending order", async () => {
  const { asked } = show(`${path}?report=most-active-critical&${range}`, () =>
    serve(getReportChart, {
      kind: "bars",
      bars: [
        { label: "AHU 1-1: Too warm", at: null, value: 14 },
        { label: "UPS1: The mains are gone", at: null, value: 3 },
      ],
    }),
  );
  const chart = within(await screen.findByRole("figure", { name: "Most active" }));
  expect(chart.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "AHU 1-1: Too warm14",
    "UPS1: The mains are gone3",
  ]);
  const page = asked.urls.find((url) => url.includes("/v1/reports/most-active-critical?"));
  expect(fieldsOf(page)).toMatchObject({ sort: "Value", order: "desc" });
});

test("an export requests all rows that the filter matches, and has the server's file name", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  let asked: string[] = [];
  show(`${path}?${range}&filter.Key=warm`, () => {
    asked = serve(exportReport, "DeviceName,Date\r\n").urls;
  });
  await userEvent.click(await screen.findByRole("button", { name: "Export to Csv" }));
  await waitFor(() => expect(saved).toEqual(["ibms-logs.csv"]));
  expect(fieldsOf(asked[0])).toMatchObject({ "filter.Key": "warm", format: "csv" });
  expect(await screen.findByRole("button", { name: "Export to Xlsx" })).toBeVisible();
});

test("an export counts the rows so far without the header, and leaves nothing behind when it is cancelled", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  saved.mockClear();
  const servedFetch = window.fetch.bind(window);
  vi.spyOn(window, "fetch").mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.includes("/export")) return servedFetch(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("DeviceName,Date\r\na,b\r\nc,d\r\n"));
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/csv" } }));
  });
  show(`${path}?${range}`);
  await userEvent.click(await screen.findByRole("button", { name: "Export to Csv" }));
  expect(await screen.findByText("Exporting: 2 rows, 0 kB")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Cancel the export" }));
  expect(await screen.findByRole("button", { name: "Export to Csv" })).toBeEnabled();
  await Promise.resolve();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(saved).not.toHaveBeenCalled();
  vi.mocked(window.fetch).mockRestore();
});

test.each([
  ["trend-log-comparision", "Minimum", "field"],
  ["most-active-critical", "Value", "field"],
  ["device-critical", "Value", "inline"],
  ["activites-per-user", "Value", "line"],
])("on a phone a row of %s has its %s as %s: numbers need their headers", async (report, name, card) => {
  show(`${path}?report=${report}&${range}`);
  const header = await screen.findByRole("columnheader", { name: new RegExp(`^${name}`) });
  expect(header).toHaveAttribute("data-card", card);
});

test("shows a refused export and keeps the table", async () => {
  show(`${path}?${range}`, () => refuse(exportReport, "unavailable"));
  await userEvent.click(await screen.findByRole("button", { name: "Export to Csv" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The service is not available right now.");
  expect(screen.getByText("1–10 / 245")).toBeVisible();
});

test("points are chosen by device and point, and are in the address", async () => {
  const { app } = show(`${path}?report=trend-log-comparision&${range}`, () => {
    serve(listDevices, [anAhuDevice({ id: 1 })]);
    serveLatest([{ param_id: "CO2", param_value: 640, measured_time: null, unit: "ppm", quality: "good" }]);
    serve(
      getTrend,
      aTrend({
        param_id: "CO2",
        unit: "ppm",
        buckets: [{ at: "2026-01-05T03:00:00.000Z", avg: 640, min: 640, max: 640, count: 1 }],
      }),
    );
  });
  expect(await screen.findByText("Choose points to compare.")).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Device" }));
  await userEvent.click(await screen.findByRole("option", { name: "AHU 1-1" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Point" }));
  await userEvent.click(await screen.findByRole("option", { name: /CO2/ }));
  await userEvent.click(screen.getByRole("button", { name: "Add the point" }));
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ points: "AHU-1-1/CO2" }));
  expect(await screen.findByRole("img", { name: /Compared points: AHU 1-1 · CO2 640/ })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Remove AHU 1-1 · CO2" }));
  expect(await screen.findByText("Choose points to compare.")).toBeVisible();
});

test("a compared state is chosen and drawn with its text, at each bucket's last value", async () => {
  const points = "AHU-1-1/Supply Fan Status";
  show(`${path}?${range}&report=trend-log-comparision&points=${encodeURIComponent(points)}`, () => {
    serve(listDevices, []);
    serveLatest([]);
    serve(
      getTrend,
      aTrend({
        param_id: "Supply Fan Status",
        unit: "none",
        buckets: [{ at: "2026-01-05T03:00:00.000Z", avg: 0.37, min: 0, max: 1, count: 3, last: 1 }],
      }),
    );
  });
  expect(
    await screen.findByRole("img", { name: "Compared points: AHU-1-1 · Supply Fan Status ON" }),
  ).toBeInTheDocument();
});

test("requests rows and exports in the language of the screen, which the columns also have", async () => {
  await showLanguage("hi");
  let exported: string[] = [];
  const { asked } = show(`${path}?${range}`, () => {
    exported = serve(exportReport, "").urls;
  });
  expect(await screen.findByRole("columnheader", { name: /उपकरण का नाम/ })).toBeVisible();
  expect(fieldsOf(asked.urls.at(-1))).toMatchObject({ language: "hi" });
  await userEvent.click(screen.getByRole("button", { name: /Csv/ }));
  await waitFor(() => expect(exported).toHaveLength(1));
  expect(fieldsOf(exported[0])).toMatchObject({ language: "hi", format: "csv" });
});

test("more rows a page by choice; the first row of the page stays, and the address has the choice", async () => {
  const { app, asked } = show(`${path}?${range}&page=6`);
  expect(await screen.findByText("51–60 / 245")).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("Rows per page of IBMS LOGS"), "25");
  expect(await screen.findByText("51–75 / 245")).toBeVisible();
  expect(fieldsOf(asked.urls.at(-1))).toMatchObject({ page: "3", rows: "25" });
  expect(app.router.state.location.search).toMatchObject({ page: 3, rows: 25 });
});

test("a common range stays relative in the address, and starts at the first page", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-05T03:00:00.000Z") });
  const { app, asked } = show(`${path}?page=2`);
  fireEvent.change(await screen.findByLabelText("Time range"), { target: { value: "night" } });
  await waitFor(() => expect(app.router.state.location.search).toEqual({ range: "night" }));
  await waitFor(() =>
    expect(fieldsOf(asked.urls.at(-1))).toMatchObject({
      from: "2026-01-04T12:30:00.000Z",
      to: "2026-01-05T00:30:00.000Z",
      page: "1",
    }),
  );
});
