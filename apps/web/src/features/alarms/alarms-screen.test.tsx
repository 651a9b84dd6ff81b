import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  acknowledgeAlarm,
  ignoreAlarm,
  SHELVE_DEFAULT_REASON,
  undoAcknowledge,
  unshelveAlarm,
} from "@verandah/contract/alarms/alarm-actions.ts";
import { type AlarmGridRow, getAlarmSummary, listAlarmGrid } from "@verandah/contract/alarms/alarms.ts";
import { afterEach, expect, test, vi } from "vitest";

import { keyOf } from "#data/query/route-query.ts";

import { acknowledgedAnswer, anAlarmRow, aPage, aSession } from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

afterEach(() => void vi.useRealTimers());

const critical = anAlarmRow({ Alarm_Id: 1, Device_name: "AHU 1-1" });
const low = anAlarmRow({ Alarm_Id: 2, Device_name: "AHU 2-1", alarm_code: 210, message: "Too warm" });
const answer = acknowledgedAnswer;

interface Shown {
  role?: 1 | 3;
  total?: number;
  served?: () => unknown;
}

/** The grids as the server has them; `total` for the critical one. */
function show(address: string, { role = 1, total = 1, served }: Shown = {}) {
  let rows: Record<string, AlarmGridRow[]> = { critical: [critical], noncritical: [low] };
  let asked: { urls: string[] } = { urls: [] };
  const app = renderScreen(address, aSession({ role: { id: role } }), () => {
    asked = serve(listAlarmGrid, (url) => {
      const alarmClass = url.pathname.includes("noncritical") ? "noncritical" : "critical";
      return aPage(rows[alarmClass] ?? [], alarmClass === "critical" ? total : rows["noncritical"]?.length);
    });
    served?.();
  });
  return { app, asked, setRows: (next: typeof rows) => (rows = next) };
}

const grid = async (name: string) => within(await screen.findByRole("table", { name }));
const path = "/admin/eventsviewer";

test("two grids have the specified columns, then priority, place and age", async () => {
  show(path);
  for (const name of ["Critical Alarms", "NonCritical Alarms"]) {
    const headers = (await grid(name)).getAllByRole("columnheader").map((header) => header.textContent);
    const action = name === "Critical Alarms" ? "Acknowledgement" : "Ignore alarm";
    const specified = ["Device_name", "date", "time", "Message", action];
    expect(headers).toEqual([...specified, "Priority", "Where", "Since"]);
  }
  const row = within(await (await grid("Critical Alarms")).findByRole("row", { name: /AHU 1-1/ }));
  expect(row.getByText("2026-01-05")).toBeVisible();
  expect(row.getByText("09:12:00")).toBeVisible();
  expect(row.getByText("Active")).toBeVisible();
  expect(row.getByText("Critical")).toBeVisible();
  expect(row.getByText(/^for /)).toBeVisible();
  expect(row.getByRole("link", { name: "Open First" })).toHaveAttribute("href", "/admin/floor/11/dashboard");
});

test("a place leads to its zone, its floor or its building; the campus has no link", async () => {
  const places = [
    { zoneId: 21, location: "First, Zone 1" },
    { floorId: null, location: "Tower A" },
    { floorId: null, buildingId: null, location: "Verandah" },
  ];
  show(path, {
    served: () =>
      serve(
        listAlarmGrid,
        aPage(places.map((place, index) => anAlarmRow({ Alarm_Id: index + 1, ...place }))),
      ),
  });
  const rows = await grid("Critical Alarms");
  expect(await rows.findByRole("link", { name: "Open First, Zone 1" })).toHaveAttribute(
    "href",
    "/admin/zone/21/dashboard",
  );
  expect(rows.getByRole("link", { name: "Open Tower A" })).toHaveAttribute(
    "href",
    "/admin/building/2/dashboard",
  );
  expect(rows.getByText("Verandah")).toBeVisible();
  expect(rows.queryByRole("link", { name: /Verandah/ })).not.toBeInTheDocument();
});

test("'Ack' becomes 'Acknowledged' and stays in sight; clicking again sends the call again", async () => {
  let bodies: unknown[] = [];
  const { setRows } = show(path, {
    served: () => {
      bodies = serve(acknowledgeAlarm, () => {
        setRows({ critical: [], noncritical: [low] });
        return answer;
      }).bodies;
    },
  });
  const rows = await grid("Critical Alarms");
  const before = await rows.findByRole("button", { name: "Ack" });
  expect(before.parentElement).toHaveAttribute("data-widest", "Acknowledged");
  await userEvent.click(before);
  const button = await rows.findByRole("button", { name: "Acknowledged" });
  await userEvent.click(button);
  await waitFor(() => expect(bodies).toEqual([{ id: 1 }, { id: 1 }]));
  expect(rows.getByRole("button", { name: "Acknowledged" })).toBeVisible();
});

test("an acknowledgement can be undone for some seconds, and only the user's own", async () => {
  let undone: unknown[] = [];
  const { setRows } = show(path, {
    served: () => {
      serve(acknowledgeAlarm, () => {
        setRows({ critical: [], noncritical: [low] });
        return answer;
      });
      undone = serve(undoAcknowledge, () => {
        setRows({ critical: [critical], noncritical: [low] });
        return { message: "ACCEPTED" as const, undone: 1 };
      }).bodies;
    },
  });
  const rows = await grid("Critical Alarms");
  await userEvent.click(await rows.findByRole("button", { name: "Ack" }));
  expect(await screen.findByText("Alarm of AHU 1-1 acknowledged")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await rows.findByRole("button", { name: "Ack" })).toBeVisible();
  expect(await screen.findByText("Undone")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument());
  expect(undone).toEqual([{ ids: [1] }]);

  serve(acknowledgeAlarm, { ...answer, acknowledgedBy: "ravi" });
  await userEvent.click(rows.getByRole("button", { name: "Ack" }));
  expect(await rows.findByRole("button", { name: "Acknowledged" })).toBeVisible();
  expect(await screen.findByText("Alarm of AHU 1-1: ravi acknowledged it before")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("an undo that comes too late is refused, and leaves the alarm as it is", async () => {
  show(path, {
    served: () => {
      serve(acknowledgeAlarm, answer);
      refuse(undoAcknowledge, "undo-over");
    },
  });
  const rows = await grid("Critical Alarms");
  await userEvent.click(await rows.findByRole("button", { name: "Ack" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("It is too late to undo this.")).toBeVisible();
  expect(rows.getByRole("button", { name: "Acknowledged" })).toBeVisible();
});

/** Opens the form of the first 'Ignore' button. */
async function openIgnoreForm() {
  const rows = await grid("NonCritical Alarms");
  await userEvent.click(await rows.findByRole("button", { name: "Ignore" }));
  return within(await screen.findByRole("dialog"));
}

test("'Ignore' requires a reason and an end; then the button is transparent, and the alarm can be unshelved", async () => {
  vi.setSystemTime("2026-01-05T04:00:00.000Z");
  let bodies: unknown[] = [];
  let unshelved: unknown[] = [];
  const { setRows } = show(path, {
    total: 0,
    served: () => {
      bodies = serve(ignoreAlarm, () => {
        setRows({ critical: [], noncritical: [] });
        return { ...answer, Alarm_Id: 2, Acknowledge: 0 as const, ignoredBy: "asha" };
      }).bodies;
      unshelved = serve(unshelveAlarm, { ...answer, Alarm_Id: 2, Acknowledge: 0 }).bodies;
    },
  });
  const form = await openIgnoreForm();
  await userEvent.type(form.getByLabelText(/Reason/), "Filter is being changed");
  await userEvent.click(form.getByText("1 d"));
  expect(form.getByText(/^Active again at 6 Jan 2026/)).toBeVisible();
  const ignore = form.getByRole("button", { name: "Ignore alarm" });
  // Two fast clicks are one intention, although the end counts from the click.
  fireEvent.click(ignore);
  vi.setSystemTime("2026-01-05T04:00:00.090Z");
  fireEvent.click(ignore);

  const rows = await grid("NonCritical Alarms");
  const button = await rows.findByRole("button", { name: "Ignored" });
  expect(button).toHaveAttribute("data-variant", "transparent");
  expect(bodies).toEqual([
    { id: 2, reason: "Filter is being changed", until: expect.stringMatching(/^2026-01-06T04:00/) },
  ]);
  // The clock stands, so no poll comes: the critical grid shows that both were loaded again; the other grid counts its rows.
  const untouched = await grid("Critical Alarms");
  expect(await untouched.findByText("No alarms")).toBeVisible();
  expect(screen.getByText("1–1 / 1")).toBeVisible();
  await userEvent.click(rows.getByRole("button", { name: "Unshelve" }));
  expect(await rows.findByRole("button", { name: "Ignore" })).toBeVisible();
  expect(unshelved).toEqual([{ id: 2 }]);
});

test("a common reason fills in the form, without a reason nothing is sent, and an ignored alarm can be undone", async () => {
  let bodies: unknown[] = [];
  let unshelved: unknown[] = [];
  show(path, {
    served: () => {
      bodies = serve(ignoreAlarm, { ...answer, Alarm_Id: 2, Acknowledge: 0, ignoredBy: "asha" }).bodies;
      unshelved = serve(unshelveAlarm, { ...answer, Alarm_Id: 2, Acknowledge: 0 }).bodies;
    },
  });
  const form = await openIgnoreForm();
  await userEvent.click(form.getByRole("button", { name: "Ignore alarm" }));
  expect(await form.findByText("Enter a reason")).toBeVisible();
  expect(bodies).toEqual([]);
  await userEvent.click(form.getByRole("button", { name: "Sensor fault" }));
  expect(form.getByLabelText(/Reason/)).toHaveValue("Sensor fault");
  await userEvent.click(form.getByRole("button", { name: "Ignore alarm" }));
  expect(await screen.findByText("Alarm of AHU 2-1 ignored")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(unshelved).toEqual([{ id: 2 }]));
});

test("rows show duration, acknowledger, shelver with end, and the number of explained alarms", async () => {
  vi.setSystemTime("2026-01-05T05:00:00.000Z");
  show(path, {
    served: () =>
      serve(
        listAlarmGrid,
        aPage([
          anAlarmRow({
            state: "acknowledged",
            raisedAt: "2026-01-05T03:42:00.000Z",
            acknowledged: { by: "asha", at: "2026-01-05T03:45:00.000Z" },
            explains: 117,
          }),
          anAlarmRow({
            Alarm_Id: 3,
            state: "returned",
            raisedAt: "2026-01-05T03:42:00.000Z",
            restoredAt: "2026-01-05T03:47:00.000Z",
          }),
          anAlarmRow({
            Alarm_Id: 4,
            state: "ignored",
            raisedAt: "2026-01-05T02:00:00.000Z",
            shelved: {
              by: "asha",
              at: "2026-01-05T03:45:00.000Z",
              until: "2026-01-05T11:45:00.000Z",
              reason: SHELVE_DEFAULT_REASON,
            },
          }),
        ]),
      ),
  });
  const rows = await grid("NonCritical Alarms");
  for (const text of [
    "for 1 h 18 min",
    "by asha, 09:15",
    "117 related alarms",
    "lasted 5 min",
    "Shelved by asha until 17:15: No reason given",
  ])
    expect(await rows.findByText(text)).toBeVisible();
});

test("chips count the alarms by state, and the server shows one state; the address keeps it", async () => {
  const { app, asked } = show(`${path}?critical.page=2&critical.sort=time`, {
    total: 12,
    served: () =>
      serve(getAlarmSummary, {
        active: { critical: 1, noncritical: 1 },
        returned: 2,
        unacknowledged: 3,
        shelved: 4,
      }),
  });
  expect(
    await screen.findByText("Active alarms: 1 critical, 1 low · 2 returned, not acknowledged"),
  ).toBeVisible();
  for (const [name, only] of [
    ["Returned (2)", "returned"],
    ["Ignored (4)", "ignored"],
    ["Unacknowledged (3)", "unacknowledged"],
  ] as const) {
    await userEvent.click(screen.getByRole("checkbox", { name }));
    await waitFor(() => expect(app.router.state.location.search).toEqual({ "critical.sort": "time", only }));
    await waitFor(() => expect(asked.urls.at(-1)).toContain(`only=${only}`));
    expect(screen.getAllByRole("checkbox", { checked: true })).toHaveLength(1);
  }
  await userEvent.click(screen.getByRole("checkbox", { name: "Unacknowledged (3)" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual({ "critical.sort": "time" }));
});

test("a click opens the alerts by system and solution", async () => {
  show(path);
  expect(await screen.findByRole("link", { name: "System and solution alerts" })).toHaveAttribute(
    "href",
    "/admin/alerts",
  );
});

test("shows a refusal in a banner that can be closed", async () => {
  show(path, { served: () => refuse(acknowledgeAlarm, "not-found") });
  await userEvent.click(await (await grid("Critical Alarms")).findByRole("button", { name: "Ack" }));
  const banner = await screen.findByRole("alert");
  expect(banner).toHaveTextContent("Not found.");
  await userEvent.click(within(banner).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a viewer sees alarms and no buttons", async () => {
  show(path, { role: 3 });
  const rows = await grid("Critical Alarms");
  expect(await rows.findByText("AHU 1-1")).toBeVisible();
  expect(rows.queryByRole("button", { name: "Ack" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Acknowledge all…" })).not.toBeInTheDocument();
  expect(screen.queryByRole("checkbox", { name: /Select/ })).not.toBeInTheDocument();
  expect(rows.queryByRole("columnheader", { name: "Acknowledgement" })).not.toBeInTheDocument();
  expect(screen.getByText(/Your role can see alarms/)).toBeVisible();
});

test("sorting, filter and page are the server's and are in the address", async () => {
  const { app, asked } = show(path, { total: 245 });
  const rows = await grid("Critical Alarms");
  expect(await screen.findByText("1–10 / 245")).toBeVisible();
  const header = rows.getByRole("columnheader", { name: /Message/ });
  expect(header).toHaveAttribute("aria-sort", "none");
  await userEvent.click(within(header).getByRole("button", { name: "Message" }));
  await waitFor(() => expect(header).toHaveAttribute("aria-sort", "ascending"));
  await userEvent.click(within(header).getByRole("button", { name: "Filter Message" }));
  await userEvent.type(await screen.findByLabelText("Message contains"), "answer{Enter}");
  await waitFor(() =>
    expect(app.router.state.location.search).toMatchObject({ "critical.filter.Message": "answer" }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Page 2" }));
  expect(await screen.findByText("11–20 / 245")).toBeVisible();

  expect(app.router.state.location.search).toEqual({
    "critical.page": 2,
    "critical.sort": "Message",
    "critical.order": "asc",
    "critical.filter.Message": "answer",
  });
  const last = new URL(asked.urls.filter((url) => url.includes("/critical/")).at(-1) ?? "");
  expect(Object.fromEntries(last.searchParams)).toEqual({
    language: "en",
    page: "2",
    sort: "Message",
    order: "asc",
    "filter.Message": "answer",
  });
});

test.each(["priority", "where", "since"])(
  "the column %s is sorted by the server and has no filter",
  async (column) => {
    const { app, asked } = show(path);
    const rows = await grid("Critical Alarms");
    const header = rows.getByRole("columnheader", { name: new RegExp(column, "i") });
    await userEvent.click(within(header).getByRole("button", { name: new RegExp(`^${column}$`, "i") }));
    await waitFor(() => expect(header).toHaveAttribute("aria-sort", "ascending"));
    expect(within(header).queryByRole("button", { name: /^Filter/ })).not.toBeInTheDocument();
    expect(app.router.state.location.search).toEqual({ "critical.sort": column, "critical.order": "asc" });
    await waitFor(() =>
      expect(asked.urls.some((url) => url.includes("/critical/") && url.includes(`sort=${column}`))).toBe(
        true,
      ),
    );
  },
);

test("a new alarm appears with the event of the live stream", async () => {
  // The clock stands, so no poll comes.
  vi.setSystemTime("2026-01-05T04:00:00.000Z");
  const { setRows } = show(path);
  const rows = await grid("Critical Alarms");
  expect(await rows.findByText("AHU 1-1")).toBeVisible();
  setRows({ critical: [anAlarmRow({ Alarm_Id: 3, Device_name: "UPS1" }), critical], noncritical: [] });
  await act(async () => FakeEventSource.opened.at(-1)?.send({ name: "changed", data: { topic: "alarms" } }));
  expect(await rows.findByText("UPS1")).toBeVisible();
});

test("a pasted link shows its page; invalid parts are ignored", async () => {
  show(`${path}?critical.page=25&critical.sort=Nothing&critical.order=up`, { total: 245 });
  expect(await screen.findByText("241–245 / 245")).toBeVisible();
  const header = (await grid("Critical Alarms")).getByRole("columnheader", { name: /date/ });
  expect(header).toHaveAttribute("aria-sort", "descending");
});

test("keeps the alarms after a failed refresh and marks them as old until one succeeds", async () => {
  const { app, setRows } = show(path);
  await (await grid("Critical Alarms")).findByRole("row", { name: /AHU 1-1/ });
  setRows({ critical: [], noncritical: [] });
  refuse(listAlarmGrid, "not-allowed", { once: true });
  void app.queryClient.invalidateQueries({ queryKey: keyOf(listAlarmGrid) });
  const old = await screen.findByText(/^Not up to date: /);
  expect((await grid("Critical Alarms")).getByRole("row", { name: /AHU 1-1/ })).toBeVisible();
  await userEvent.click(within(old.parentElement!).getByRole("button", { name: "Try again" }));
  expect(await (await grid("Critical Alarms")).findByText("No alarms")).toBeVisible();
  expect(screen.queryByText(/^Not up to date: /)).not.toBeInTheDocument();
});
