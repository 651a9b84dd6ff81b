import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getLocation, getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { getZoneDiagnosis } from "@verandah/contract/comfort-reports.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan, getHeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { anAirUnit, aVav, serveUnits } from "../../testing/air-units.ts";
import { aFloor, alertLists, anAlert, aSession, aStatus } from "../../testing/builders.ts";
import { aDevice, aFloorPlan, aHeatMap, rectangle } from "../../testing/plan-builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { servePlaces } from "../../testing/serve-places.ts";
import { refuse, serve } from "../../testing/serve.ts";

const vav = aDevice({
  id: 601,
  ssid: "VAV-1",
  name: "VAV F1.1",
  type: "VAV",
  zoneId: 111,
  coordinates: [80, 110],
});
const lamp = aDevice({ id: 502, ssid: "50d1", name: "DALI 1", type: "DALI", zoneId: 111 });

function show(address: string, role: 1 | 2 | 3 | 5 = 1, served?: () => void) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    servePlaces();
    serve(
      getFloorPlan,
      aFloorPlan({
        zones: [111, 112].map((id, at) => ({
          id,
          name: `Zone ${at + 1}`,
          outline: rectangle(20, 20 + 190 * at),
        })),
      }),
    );
    serve(listDevices, [aDevice(), vav, lamp]);
    served?.();
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

/** The screen is as narrow as a phone's. */
function bePhone(): void {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const list = matchMedia(query);
    if (query === "(max-width: 48em)") vi.spyOn(list, "matches", "get").mockReturnValue(true);
    return list;
  });
}

const layerNames = async () => {
  const toggle = await screen.findByRole("radiogroup", { name: "What the place shows" });
  return within(toggle)
    .getAllByRole("radio")
    .map((radio) => radio.getAttribute("value"));
};

test("from a floor two clicks lead to why a zone is warm", async () => {
  const alarm = anAlert({ ssid: "VAV-1", Device_name: "VAV F1.1", message: "High temperature", text: null });
  const { router } = show("/admin/selector?floor=11", 1, () => {
    serve(getZoneDiagnosis, {
      temperature: aReading({ param_id: "TEMPERATURE", param_value: 27.4, unit: "degC" }),
      limits: { min: 20, max: 28 },
      trend: [],
      neighbours: { mean: 24.1, isOnlyHere: true },
      causes: [
        {
          code: "off",
          unit: { ssid: "AHU-1-1", name: "AHU 1-1", type: "AHU" },
          source: "unknown",
          by: null,
          since: null,
          boxes: [],
        },
      ],
    });
    serve(listAlerts, alertLists([alarm]));
  });
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: Controllers" }));
  fireEvent.click(plan.getByRole("button", { name: /^Zone 1/ }));
  const why = within(await screen.findByRole("region", { name: "Why this temperature?" }));
  expect(await why.findByText("27.4 °C")).toBeVisible();
  expect(why.getByText("The unit is off", { exact: false })).toBeVisible();
  expect(router.state.location.href).toBe("/admin/zone/111/dashboard?layer=hvac");
  const marked = within(screen.getByRole("group", { name: /^Floor plan, First/ }));
  expect(marked.getByRole("button", { name: /^Zone 1/ })).toHaveAttribute("aria-current", "true");
  const alarms = within(screen.getByRole("region", { name: "Alarms" }));
  expect(alarms.getByRole("link", { name: "High temperature" })).toBeVisible();
  expect(alarms.getByRole("link", { name: "Open VAV F1.1" })).toHaveAttribute(
    "href",
    "/admin/device?device=VAV-1",
  );
  for (const name of ["HVAC", "LMS", "Occupancy in the last 24 hours", "Devices"])
    expect(screen.getByRole("region", { name })).toBeVisible();
});

test.each([
  ["selector", "hvac"],
  ["floor/11/hvac", "hvac"],
  ["glAhu", "hvac"],
  ["floors", "lights"],
  ["areas/humidity", "lights"],
  ["flooroccupancy", "people"],
  ["devicemap", "devices"],
  ["glLms", "devices"],
  ["zoneMain", "lights"],
  ["floor/11/dashboard", "comfort"],
])("/admin/%s opens the page of the floor with the layer %s", async (path, layer) => {
  show(`/admin/${path}`);
  expect(await screen.findByRole("heading", { level: 1, name: "First" })).toBeVisible();
  expect(
    await screen.findByRole("radio", { checked: true, name: /^(HVAC|LMS|Comfort|People|Devices)$/ }),
  ).toHaveAttribute("value", layer);
});

test.each([
  ["zone/111/areas", "LMS"],
  ["zone/hvac?zone=111", "Why this temperature?"],
  ["zone/111/dashboard", "Why this temperature?"],
])("/admin/%s opens the page of the zone, which begins with '%s'", async (path, first) => {
  show(`/admin/${path}`);
  await screen.findByRole("region", { name: first });
  const regions = screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"));
  expect(regions[0]).toBe(first);
});

const isBefore = (first: Element, second: Element) =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test("on a phone why and the alarms come before the plan, and the other layers are folded", async () => {
  bePhone();
  const alarm = anAlert({ ssid: "VAV-1", Device_name: "VAV F1.1", message: "High temperature", text: null });
  show("/admin/zone/111/dashboard", 1, () => serve(listAlerts, alertLists([alarm])));
  const alarms = await screen.findByRole("region", { name: "Alarms" });
  const why = screen.getByRole("region", { name: "Why this temperature?" });
  const plan = await screen.findByRole("group", { name: /^Floor plan, First/ });
  expect([isBefore(why, alarms), isBefore(alarms, plan)]).toEqual([true, true]);
  const folded = screen.getAllByRole("group").filter(({ tagName }) => tagName === "DETAILS");
  expect(folded.map((part) => part.querySelector("summary")?.textContent)).toEqual([
    "HVAC",
    "LMS",
    "People",
    "Devices",
  ]);
  const [hvac] = folded;
  if (!hvac) throw new Error("nothing is folded");
  expect(hvac).not.toHaveAttribute("open");
});

test("on a phone the lights of a zone stay after its plan when they are chosen", async () => {
  bePhone();
  show("/admin/zone/111/areas");
  const lights = await screen.findByRole("region", { name: "LMS" });
  expect(lights.closest("details")).toBeNull();
  expect(isBefore(await screen.findByRole("group", { name: /^Floor plan, First/ }), lights)).toBe(true);
});

test("the temperature of a zone is beside its setpoint, and whether it is held", async () => {
  show("/admin/zone/111/dashboard", 1, () => serveUnits(anAirUnit(), aVav({}, { "Zone Temperature": 26 })));
  const why = within(await screen.findByRole("region", { name: "Why this temperature?" }));
  expect(await why.findByText(/^set 24\.0\s°C$/)).toBeVisible();
  expect(why.getByText("Not held")).toBeVisible();
});

test("an area has its state, and why its zone has its temperature", async () => {
  show("/admin/areadetail?area=1111", 1, () => serve(getPlaceStatus, aStatus({ noOfLow: 1, state: "low" })));
  expect(await screen.findByText(/^1 low alarm/)).toBeVisible();
  const why = within(await screen.findByRole("region", { name: "Why this temperature?" }));
  expect(await why.findByText(/^23\.4\s°C/)).toBeVisible();
  expect(why.getByRole("link", { name: "Open Zone 1" })).toHaveAttribute("href", "/admin/zone/111/dashboard");
});

test("an area without sensors of its own is not well in a zone outside its limits", async () => {
  show("/admin/areadetail?area=1111", 1, () => {
    const ofZone = { zone_type: "GL_LOCATION_TYPE_ZONE", floor_type: null } as const;
    const ofArea = { zone_type: "GL_LOCATION_TYPE_AREA", floor_type: null } as const;
    serve(getPlaceStatus, aStatus());
    serve(listLocationMetrics, ({ pathname }) =>
      pathname.endsWith("/11")
        ? [
            aFloor({
              id: 111,
              name: "Zone 1",
              ...ofZone,
              tempIssue: [{ id: 111, name: "Zone 1", value: 35, limit: 28 }],
            }),
          ]
        : [aFloor({ id: 1111, name: "Area 1", ...ofArea, parameters: [] })],
    );
  });
  expect(await screen.findByText("No alarms. 1 zone outside its limits")).toBeVisible();
});

test("the first devices of a zone are those with problems; the others are folded", async () => {
  const fine = Array.from({ length: 9 }, (_, at) =>
    aDevice({ id: 800 + at, ssid: `D-${at}`, name: `Device ${at}`, zoneId: 111 }),
  );
  const silent = aDevice({ id: 899, ssid: "Z", name: "Z silent", zoneId: 111, state: "offline" });
  show("/admin/zone/111/dashboard", 1, () => serve(listDevices, [...fine, silent]));
  const devices = within(await screen.findByRole("region", { name: "Devices" }));
  expect((await devices.findAllByRole("link", { name: /^(Z silent|Device)/ }))[0]).toHaveTextContent(
    "Z silent",
  );
  const folded = devices.getByText("and 4 more").closest("details");
  expect(folded).not.toHaveAttribute("open");
  expect(folded?.querySelectorAll("a")).toHaveLength(4);
});

test("a member sees comfort and people, and nothing of the equipment", async () => {
  show("/admin/zone/111/dashboard", 5);
  expect(await layerNames()).toEqual(["comfort", "people"]);
  expect(await screen.findByRole("region", { name: "Occupancy in the last 24 hours" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Devices" })).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Why this temperature?" })).not.toBeInTheDocument();
});

test("another zone of the floor is chosen beside the title, and the layer stays", async () => {
  const { router } = show("/admin/zone/111/dashboard?layer=lights");
  await userEvent.click(await screen.findByRole("combobox", { name: "Zone" }));
  await userEvent.click(await screen.findByRole("option", { name: "Zone 2" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Zone 2" })).toBeVisible();
  expect(router.state.location.href).toBe("/admin/zone/112/dashboard?layer=lights");
});

test("the comfort of a floor has a map of the air quality too", async () => {
  show("/admin/floor/11/dashboard", 1, () => {
    serve(getHeatMap, (url) =>
      url.searchParams.get("type") === "aqi" ? aHeatMap({ type: "aqi", unit: "ppm" }) : aHeatMap(),
    );
  });
  await userEvent.click(await screen.findByRole("radio", { name: "AirQuality" }));
  expect(await screen.findByRole("group", { name: "Floor plan, First: AirQuality" })).toBeVisible();
});

test("zones whose values could not be loaded are grey, not calm", async () => {
  show("/admin/floor/11/dashboard", 1, () => refuse(getHeatMap, "internal"));
  const zone = await screen.findByRole("button", { name: "Zone 1: No data" });
  expect(zone.querySelector("polygon")).toHaveAttribute("data-colored", "true");
});

test("a building without floors, and a floor without zones, have no place to show", async () => {
  const { unmount } = show("/admin/selector", 1, () => serve(listLocationMetrics, []));
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
  unmount();
  show("/admin/areadetail?floor=12");
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
});

test("alarms and a state that could not be loaded are not taken for none", async () => {
  show("/admin/zone/111/dashboard", 1, () => {
    refuse(listAlerts, "internal");
    refuse(getPlaceStatus, "internal");
  });
  expect(
    await within(await screen.findByRole("region", { name: "Alarms" })).findByRole("alert"),
  ).toBeVisible();
  expect(screen.getAllByRole("alert").length).toBeGreaterThan(1);
});

test("a zone opened from the plan keeps the measurement of the address, and its lights have people", async () => {
  const { router } = show("/admin/floor/11/humidity/zones");
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: Humidity" }));
  fireEvent.click(plan.getByRole("button", { name: /^Zone 1/ }));
  await screen.findByRole("heading", { level: 1, name: "Zone 1" });
  expect(router.state.location.search).toMatchObject({ layer: "lights", metric: "humidity" });
  expect(await screen.findByRole("radio", { name: "Occupancy" })).toBeVisible();
});

test.each(["floor/11/dashboard", "floors?floor=11"])(
  "only a zone outside its limits has a colour on the map of /admin/%s",
  async (address) => {
    const zone = aHeatMap().zones[0];
    if (!zone) throw new Error("no zone");
    show(`/admin/${address}`, 1, () => {
      serve(
        getHeatMap,
        aHeatMap({
          zones: [
            { ...zone, id: 111, value: 24, level: "within" },
            { ...zone, id: 112, name: "Zone 2", value: 29, level: "above" },
          ],
        }),
      );
    });
    const warm = await screen.findByRole("button", { name: /^Zone 2: 29\.0\s°C ▲$/ });
    expect(warm.querySelector("polygon")).toHaveAttribute("data-colored", "true");
    const calm = screen.getByRole("button", { name: /^Zone 1: 24\.0\s°C$/ });
    expect(calm.querySelector("polygon")).toHaveAttribute("data-colored", "false");
    const legend = within(screen.getByRole("list", { name: "Legend" }));
    expect(legend.getByText("Within its limits")).toBeVisible();
  },
);

test("the devices are those of the type in the address, or the lighting controllers", async () => {
  const { router } = show("/admin/devicemap?type=vav&floor=11", 3, () =>
    serve(listDevices, (url) => (url.searchParams.get("type") === "VAV" ? [vav] : [aDevice(), vav, lamp])),
  );
  const plan = await screen.findByRole("group", { name: "Floor plan, First: VAV boxes" });
  expect(await within(plan).findByRole("button", { name: /VAV F1\.1/ })).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Device type" }));
  await userEvent.click(await screen.findByRole("option", { name: "Lighting controllers" }));
  const lamps = await screen.findByRole("group", { name: "Floor plan, First: Lighting controllers" });
  expect(await within(lamps).findByRole("button", { name: /DALI 1/ })).toBeVisible();
  expect(within(lamps).queryByRole("button", { name: /VAV/ })).not.toBeInTheDocument();
  expect(router.state.location.search).toMatchObject({ type: "LIGHTS" });
});

test("a device that is chosen from the list, or comes with the address, is marked on the map", async () => {
  const { router } = show("/admin/devicemap?type=VAV&floor=11&device=VAV-9", 3, () => {
    serve(listDevices, [vav, { ...vav, id: 99, ssid: "VAV-9", name: "VAV F1.9" }]);
  });
  const list = within(await screen.findByRole("region", { name: "VAV boxes" }));
  const plan = within(screen.getByRole("group", { name: "Floor plan, First: VAV boxes" }));
  expect(plan.getByRole("button", { name: /VAV F1\.9/ })).toHaveAttribute("aria-current", "true");
  const row = list.getByRole("button", { name: /VAV F1\.1/ });
  await userEvent.click(row);
  await waitFor(() =>
    expect(plan.getByRole("button", { name: /VAV F1\.1/ })).toHaveAttribute("aria-current", "true"),
  );
  expect(plan.getByRole("button", { name: /VAV F1\.9/ })).not.toHaveAttribute("aria-current");
  expect(row).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(row);
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("device"));
});

test("a floor that the campus does not have is not found, and no other floor is shown", async () => {
  show("/admin/devicemap?floor=999", 1, () => refuse(getLocation, "not-found"));
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
  expect(screen.queryByRole("group", { name: /First/ })).not.toBeInTheDocument();
});

test("without a reply about the place the page shows the failure, and no part of the place", async () => {
  show("/admin/zone/111/dashboard", 1, () => refuse(getLocation, "internal"));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("region", { name: "LMS" })).not.toBeInTheDocument();
});
