import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getAlarm, listAlarmGrid, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { listEquipmentTypes } from "@verandah/contract/equipment.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { equipmentType } from "@verandah/equipment/schema.ts";
import { afterEach, expect, test } from "vitest";

import { showLanguage } from "#shared/texts/i18n.ts";

import { aReading } from "../../../testing/ahu-builders.ts";
import { alarmDetails, anAlarmRow, aPage, aSession, aTrend } from "../../../testing/builders.ts";
import { liveStreamOf } from "../../../testing/fake-event-source.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { refuse, serve, serveLatest } from "../../../testing/serve.ts";

const path = "/admin/eventsviewer";

afterEach(() => showLanguage("en"));

/** Both grids, with the alarm of AHU 1-1 among the critical. */
function show(address: string, { served }: { served?: () => unknown } = {}) {
  const app = renderScreen(address, aSession(), () => {
    serve(listAlarmGrid, aPage([anAlarmRow({ Alarm_Id: 1, Device_name: "AHU 1-1" })]));
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serveLatest([]);
    served?.();
  });
  return { app };
}

const grid = async (name: string) => within(await screen.findByRole("table", { name }));

const aRelated = {
  Alarm_Id: 9,
  text: null,
  message: "Silent",
  Device_name: "VAV 1-3",
  raisedAt: "2026-01-04T03:41:00.000Z",
};

test("a row opens the details: place, guidance, history and explained alarms", async () => {
  const { app } = show(path, {
    served: () =>
      serve(
        getAlarm,
        alarmDetails({
          history: [
            { at: "2026-01-05T03:42:00.000Z", kind: "raised", user: null, note: "" },
            { at: "2026-01-05T03:45:00.000Z", kind: "ignored", user: "asha", note: "On purpose" },
          ],
          explains: 1,
          explained: [aRelated],
        }),
      ),
  });
  await userEvent.click(await (await grid("Critical Alarms")).findByRole("link", { name: "AHU 1-1" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Alarm details" }));
  expect(await drawer.findByText("Look at its power first.")).toBeVisible();
  expect(drawer.getByText("Tower A › First")).toBeVisible();
  expect(drawer.getByRole("link", { name: "Open the floor" })).toHaveAttribute(
    "href",
    "/admin/floor/11/dashboard",
  );
  expect(drawer.getByRole("link", { name: "Show on the floor plan" })).toHaveAttribute(
    "href",
    "/admin/devicemap?floor=11&type=AHU&device=AHU-1-1",
  );
  expect(drawer.getByText("Ignored by asha")).toBeVisible();
  expect(drawer.getByText("On purpose")).toBeVisible();
  expect(drawer.getByRole("heading", { name: "Related alarms (1)" })).toBeVisible();
  expect(drawer.queryByText(/are listed/)).toBeNull();
  expect(drawer.getByRole("link", { name: "VAV 1-3" })).toHaveAttribute("href", `${path}?alarm=9`);
  // It may be the same alarm of the same device at another time.
  expect(drawer.getByText("4 Jan, 09:11")).toBeVisible();
  expect(app.router.state.location.search).toEqual({ alarm: 1 });
  await userEvent.click(drawer.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual({}));
});

test("a device whose type is on no floor, built in or of the site, has no link to the floor plan", async () => {
  const pump = equipmentType.parse({
    type: "WELL_PUMP",
    name: { en: "Well pump" },
    subsystem: "pumps",
    icon: "pump",
    isOnFloors: false,
    points: { power: { kind: "reading", name: { en: "Power" }, unit: "kilowatt" } },
    screen: { summary: ["power"] },
  });
  const device = { ssid: "WP-1", name: "Well pump 1", type: pump.type };
  show(`${path}?alarm=1`, {
    served: () => [serve(listEquipmentTypes, [pump]), serve(getAlarm, alarmDetails({ device }))],
  });
  expect(await screen.findByRole("link", { name: "Open Well pump 1" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Show on the floor plan" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Open the floor" })).toBeNull();
  expect(screen.getByRole("link", { name: "Open the place" })).toBeVisible();
});

test("counts all related alarms, and shows how many of them are listed", async () => {
  show(`${path}?alarm=1`, {
    served: () => serve(getAlarm, alarmDetails({ explains: 251, explained: [aRelated] })),
  });
  expect(await screen.findByRole("heading", { name: "Related alarms (251)" })).toBeVisible();
  expect(screen.getByText("The newest 1 are listed; the alarm reports show them all.")).toBeVisible();
});

test.each([
  ["AHU", "/admin/glAhu?device=D-1"],
  ["VAV", "/admin/device?device=D-1"],
  ["UPS", "/admin/glUps?device=D-1"],
  ["ENERGYMETER", "/admin/glEnergyMeter?device=D-1"],
  ["SOLARPUMP", "/admin/dashboard?device=D-1"],
  ["DALI", "/admin/device?device=D-1"],
  ["EV_CHARGER", "/admin/device?device=D-1"],
])("the device of an alarm opens where devices of type %s are shown", async (type, href) => {
  show(`${path}?alarm=1`, {
    served: () => serve(getAlarm, alarmDetails({ device: { ssid: "D-1", name: "Unit 1", type } })),
  });
  expect(await screen.findByRole("link", { name: "Open Unit 1" })).toHaveAttribute("href", href);
});

test("a fault shows the points of its rule, as a trend and with their values at that time", async () => {
  let asked: { urls: string[] } = { urls: [] };
  show(`${path}?alarm=1`, {
    served: () => {
      const zone = { ssid: "VAV-1-1", name: "VAV 1-1", param_id: "vav_temperature_sp", unit: "degC" };
      const own = { ssid: "AHU-1-1", name: "AHU 1-1", param_id: "Return Air Temperature", unit: "degC" };
      serve(
        getAlarm,
        alarmDetails({
          evidence: {
            since: "2026-01-05T03:12:00.000Z",
            until: "2026-01-05T03:42:00.000Z",
            points: [
              { ...own, param_value: 28 },
              { ...zone, param_value: 23.5 },
            ],
          },
        }),
      );
      asked = serve(getTrend, ({ searchParams, pathname }) =>
        aTrend({
          param_id: searchParams.get("param_id") ?? "",
          buckets: [
            {
              at: "2026-01-05T03:20:00.000Z",
              avg: pathname.includes("VAV") ? 23.4 : 27.8,
              min: 23,
              max: 28,
              count: 3,
            },
          ],
        }),
      );
    },
  });
  const drawer = within(await screen.findByRole("dialog", { name: "Alarm details" }));
  expect(await drawer.findByText("Readings behind this alarm")).toBeVisible();
  expect(
    await drawer.findByRole("img", {
      name: /^Readings behind this alarm: Return Air Temperature 27\.8\s°C, VAV 1-1 · Temperature Set Point 23\.4\s°C$/,
    }),
  ).toBeInTheDocument();
  expect(drawer.getByText("5 Jan, 08:42", { exact: false })).toBeVisible();
  expect(drawer.getByText("28.0 °C")).toBeVisible();
  expect(drawer.getByText("23.5 °C")).toBeVisible();
  const [first] = asked.urls.map((url) => new URL(url).searchParams);
  // A quarter of an hour and a margin for lines that reach the edges.
  expect([first?.get("from"), first?.get("to")]).toEqual([
    "2026-01-05T02:55:30.000Z",
    "2026-01-05T03:58:30.000Z",
  ]);
});

const battery = {
  value: 5,
  limit: 4.5,
  unit: "none",
  param_id: "ups_Status",
  ssid: "UPS-1",
};
const bucket = (minute: number, avg: number, last: number) => ({
  at: `2026-01-05T03:${minute}:00.000Z`,
  avg,
  last,
  min: 3,
  max: 5,
  count: 6,
});

test("shows a state in words, without the limit between two states, and a trend of last values", async () => {
  let asked: { urls: string[] } = { urls: [] };
  show(`${path}?alarm=1`, {
    served: () => {
      serve(getAlarm, alarmDetails(battery));
      asked = serve(
        getTrend,
        aTrend({ param_id: "ups_Status", unit: "none", buckets: [bucket(40, 3, 3), bucket(41, 3.6, 5)] }),
      );
    },
  });
  const drawer = within(await screen.findByRole("dialog", { name: "Alarm details" }));
  const measured = await drawer.findByText("UPS status: On battery");
  await waitFor(() => expect(measured).toBeVisible());
  expect(
    await drawer.findByRole("img", {
      name: "Half an hour before and after the alarm: UPS status On battery",
    }),
  ).toBeInTheDocument();
  // A step is at the start of its bucket: of an hour in buckets of two seconds, where the value changed.
  expect(asked.urls.map((url) => new URL(url).searchParams.get("buckets"))).toEqual(["1890"]);
  expect(drawer.queryByText(/ups_Status|4\.5/)).not.toBeInTheDocument();
});

const load = (value: number, second: number) =>
  aReading({
    param_id: "ups_Load",
    param_value: value,
    unit: "percent",
    measured_time: `2026-01-05T03:42:0${second}.000Z`,
  });

test("the present value of the trend's point is live", async () => {
  show(`${path}?alarm=1`, {
    served: () => {
      serve(getAlarm, alarmDetails({ ...battery, param_id: "ups_Load", unit: "percent" }));
      serve(getTrend, aTrend({ param_id: "ups_Load", unit: "percent", buckets: [bucket(40, 3, 3)] }));
      serveLatest([load(40, 0)]);
    },
  });
  const drawer = within(await screen.findByRole("dialog", { name: "Alarm details" }));
  expect(await drawer.findByText(/^40\s%$/)).toBeInTheDocument();

  const live = await liveStreamOf("UPS-1");
  act(() => {
    live.send({ name: "hello", data: { at: "2026-01-05T03:42:00.000Z" } });
    live.send({ name: "readings", data: { ssid: "UPS-1", values: [load(55, 1)] } });
  });
  expect(await drawer.findByText(/^55\s%$/)).toBeInTheDocument();
});

test("a measured value has its point's name, unit and limit in the language of the screen", async () => {
  await showLanguage("hi");
  show(`${path}?alarm=1`, {
    served: () =>
      serve(
        getAlarm,
        alarmDetails({ value: 29.3, limit: 28, unit: "degC", param_id: "TEMPERATURE", ssid: null }),
      ),
  });
  expect(await screen.findByText("तापमान: 29.3 °C, सीमा 28.0 °C")).toBeInTheDocument();
});

test("shows that an alarm does not exist", async () => {
  show(`${path}?alarm=77`, { served: () => refuse(getAlarm, "not-found") });
  const drawer = within(await screen.findByRole("dialog", { name: "Alarm details" }));
  expect(await drawer.findByText("Alarm not found.")).toBeVisible();
});

test("a value just beyond its limit is not shown as the limit", async () => {
  show(`${path}?alarm=1`, {
    served: () => {
      const hot = { value: 28.04, limit: 28, unit: "degC", param_id: "TEMPERATURE", ssid: "ENV-1" };
      serve(getAlarm, alarmDetails({ ...hot, text: { name: "temperature-high", numbers: [28.1, 28] } }));
      serve(getTrend, aTrend());
    },
  });
  const drawer = within(await screen.findByRole("dialog", { name: "Alarm details" }));
  expect(await drawer.findByText(/^Temperature: 28\.1\s°C, limit 28\.0\s°C$/)).toBeInTheDocument();
});

test("a row leads to the screen of its device by one click; an alarm of a place has no device", async () => {
  show(path, {
    served: () =>
      serve(
        listAlarmGrid,
        aPage([
          anAlarmRow({ Alarm_Id: 1, Device_name: "AHU 1-1" }),
          anAlarmRow({ Alarm_Id: 3, ssid: null, Device_name: "Tower A" }),
        ]),
      ),
  });
  const rows = await grid("Critical Alarms");
  expect(await rows.findByRole("link", { name: "Open AHU 1-1" })).toHaveAttribute(
    "href",
    "/admin/device?device=AHU-1-1",
  );
  const place = within(rows.getByRole("row", { name: /Tower A/ }));
  expect(place.queryByRole("link", { name: "Open Tower A" })).not.toBeInTheDocument();
});
