import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getSession } from "@verandah/contract/auth/auth.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { aSession } from "../testing/builders.ts";
import { renderApp } from "../testing/render-app.tsx";
import { cutOff, refuse } from "../testing/serve.ts";

// Renders each screen in strict mode: every component and effect twice, which finds impure ones.
beforeAll(() => configure({ reactStrictMode: true }));
afterAll(() => configure({ reactStrictMode: false }));

const administrator = aSession({ role: { id: 2 } });

/** Source: spec 1 §2, spec 2 §2: every nested route, by the heading of its screen. */
const addresses: [address: string, heading: string][] = [
  ["home", "Select a City"],
  ["city", "City"],
  ["building/2/dashboard", "Tower A"],
  ["floors", "LMS Controls"],
  ["floor/11/temperature/zones", "Zones of a floor"],
  ["zone/31/areas", "Areas of a zone"],
  ["zone", "Zone"],
  ["areas/temperature", "Areas by measurement"],
  ["arealist", "Area list"],
  ["zoneMain", "Zone overview"],
  ["areadetail", "Area detail"],
  ["eventsviewer", "Alarms"],
  ["reportsviewer", "Reports"],
  ["floor/11/hvac", "HVAC of a floor"],
  ["zone/hvac", "HVAC of a zone"],
  ["configuresetpoint", "Configure setpoint"],
  ["room-booking", "Conference Room"],
  ["room-booking/0", "Conference Room"],
  ["seat-booking", "Seat Booking"],
  ["hvac", "HVAC"],
  ["flooroccupancy", "Floor occupancy"],
  ["floorplan", "Floor plan editor"],
  ["configuration", "Configuration"],
  ["siteFile", "Site file"],
  ["users", "Users"],
  ["upload", "Coworking users"],
  ["schedule", "Scheduler"],
  ["device", "Places and devices"],
  ["comfort", "Comfort reports"],
  ["controls", "Controls"],
  ["energy", "Energy"],
  ["networkDiagram", "Network Diagram"],
  ["alerts", "Alerts"],
  ["glAhu", "HVAC Controls"],
  ["glLms", "Lighting map"],
  ["devicemap", "Device map"],
  ["selector", "Selector"],
  ["Glschedule", "AHU Scheduler"],
  ["glUps", "UPS"],
  ["glVav", "VAV Page"],
  ["glLandingUps", "UPS Landing"],
  ["glEnergyMeter", "EMS"],
  ["dashboard", "Dashboard"],
  ["newCustomer", "New customer with pump"],
  ["vdevice", "Add device"],
  ["addUser", "Add User"],
  ["changepassword", "Change Password"],
  ["Vmap", "Mapping"],
];

test.each(addresses)("/admin/%s shows '%s'", async (address, heading) => {
  const app = renderApp(`/admin/${address}`, administrator);
  expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeVisible();
  expect(app.path()).toBe(`/admin/${address}`);
  await waitFor(() => expect(document.title).toBe(`${heading} · Verandah`));
});

test.each(["/", "/nowhere", "/nowhere/at/all", "/administrator"])(
  "%s goes to the login without a session",
  async (address) => {
    const app = renderApp(address, null);
    expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
    expect(app.path()).toBe("/login");
  },
);

test.each(["/admin", "/admin/", "/admin/login", "/admin/nowhere", "/admin/nowhere/at/all", "/admin/glUps"])(
  "%s goes to the login without a session",
  async (address) => {
    const app = renderApp(address, null);
    expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
    expect(app.path()).toBe("/login");
  },
);

test.each(["/", "/login", "/nowhere", "/admin", "/admin/login", "/admin/nowhere", "/admin/nowhere/at/all"])(
  "%s goes to the building with a session",
  async (address) => {
    const app = renderApp(address, administrator);
    expect(await screen.findByRole("heading", { level: 1, name: "Tower A" })).toBeVisible();
    expect(app.path()).toBe("/admin/building/2/dashboard");
  },
);

test.each(["/nowhere", "/admin/nowhere/at/all"])(
  "the page that opens in place of %s names it, until the next page or a click",
  async (address) => {
    const app = renderApp(address, administrator);
    const note = await screen.findByText(`There is no page at ${address}. This is your home page.`);
    expect(note).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(note).not.toBeInTheDocument();
    expect(app.path()).toBe("/admin/building/2/dashboard");
  },
);

test.each(["/", "/admin", "/login", "/admin/home"])("%s is not said to be missing", async (address) => {
  renderApp(address, administrator);
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText(/There is no page/)).not.toBeInTheDocument();
});

test("the login names a path without a page, and no other text", async () => {
  const { unmount } = renderApp("/nowhere", null);
  expect(await screen.findByText("There is no page at /nowhere.")).toBeVisible();
  unmount();
  renderApp("/login?missing=Call%20080-1234", null);
  await screen.findByRole("button", { name: "Login" });
  expect(screen.queryByText(/There is no page/)).not.toBeInTheDocument();
});

test("a pump customer lands on the pumps", async () => {
  const app = renderApp("/admin", aSession({ role: { id: 4 } }));
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(app.path()).toBe("/admin/dashboard");
  expect(screen.queryByRole("link", { name: "Back to the dashboard" })).not.toBeInTheDocument();
});

test.each<[role: 1 | 3 | 4 | 5, address: string]>([
  [1, "vdevice"],
  [1, "newCustomer"],
  [1, "floorplan"],
  [1, "upload"],
  [1, "users"],
  [3, "schedule"],
  [3, "Glschedule"],
  [5, "controls"],
  [5, "energy"],
  [5, "selector"],
  [3, "changepassword"],
  [4, "building/2/dashboard"],
  [4, "eventsviewer"],
  [5, "glAhu"],
  [5, "dashboard"],
  [5, "reportsviewer"],
])("role %i may not see /admin/%s", async (role, address) => {
  renderApp(`/admin/${address}`, aSession({ role: { id: role } }));
  expect(
    await screen.findByRole("heading", { level: 1, name: "You don't have access to this page" }),
  ).toBeVisible();
});

test("an invalid session redirects to the login", async () => {
  const app = renderApp("/admin/glUps", aSession(), () => refuse(getSession, "session-replaced"));
  expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
  expect(app.path()).toBe("/login");
});

test("shows that the server cannot be reached, with a button to retry", async () => {
  renderApp("/admin/glUps", aSession(), () => cutOff(getSession));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.getByText(/The server cannot be reached/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
});

test("an error of the page itself is not shown as a network error", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const session = aSession();
  renderApp("/admin/Glschedule", { ...session, campus: { ...session.campus, timeZone: "No/Where" } });
  expect(
    await screen.findByText("This page itself has an error. Try again, or open another page."),
  ).toBeVisible();
  expect(screen.queryByText(/network/)).not.toBeInTheDocument();
  vi.restoreAllMocks();
});
