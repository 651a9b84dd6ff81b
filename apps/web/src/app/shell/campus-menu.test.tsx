import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listOwnCampuses, switchCampus } from "@verandah/contract/auth/auth.ts";
import { listSystems } from "@verandah/contract/equipment.ts";
import { afterEach, expect, test, vi } from "vitest";

import { refreshTopics } from "#data/query/refresh.ts";

import { aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

afterEach(() => void vi.restoreAllMocks());

test("what the campus lacks is not in the menu, and appears with its first device", async () => {
  const { queryClient } = renderApp("/admin/home", aSession({ role: { id: 2 } }), () =>
    serve(listSystems, ["environment", "lighting"]),
  );
  const nav = within(await screen.findByRole("navigation", { name: "Main menu" }));
  const names = () => nav.getAllByRole("link", { hidden: true }).map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).not.toContain("UPS"));
  expect(names()).toEqual([
    "Building Dashboard",
    "Alarms",
    "Floor occupancy",
    "Comfort reports",
    "Places and devices",
    "LMS Controls",
    "Network Diagram",
    "Controls",
    "Scheduler",
    "Reports",
    "Floor plan editor",
    "Configuration",
    "Site file",
    "Gateways",
    "Demo campus",
    "Users",
    "Coworking users",
    "Add device",
  ]);
  serve(listSystems, ["environment", "lighting", "ups"]);
  await refreshTopics(queryClient, ["devices"]);
  await waitFor(() => expect(names()).toContain("UPS"));
});

test.each([
  [2, "glUps", "This campus has no UPS.", "Add devices at Gateways", "/admin/gateways"],
  [
    2,
    "seat-booking",
    "This campus has no seats to book.",
    "Add seats and rooms at Places and devices",
    "/admin/device",
  ],
  [2, "dashboard", "This campus has no solar pumps.", "Add a solar pump", "/admin/vdevice"],
  [1, "glUps", "This campus has no UPS.", "Back to the dashboard", "/admin/building/2/dashboard"],
] as const)(
  "for role %i the address %s names the missing system",
  async (role, path, text, link, address) => {
    renderApp(`/admin/${path}`, aSession({ role: { id: role } }), () => serve(listSystems, []));
    expect(await screen.findByText(text)).toBeVisible();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: link })).toHaveAttribute("href", address);
    expect(screen.queryByText("Ask an administrator to add them.") === null).toBe(role === 2);
  },
);

const campuses = [
  { id: 1, name: "Verandah Bengaluru", role: { id: 1 as const }, isOpen: true },
  { id: 40, name: "Verandah Mumbai", role: { id: 3 as const }, isOpen: false },
];

test("a user with several campuses switches in the user menu, and the page opens again", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  let asked: unknown[] = [];
  renderApp("/admin/home", aSession(), () => {
    serve(listOwnCampuses, campuses);
    asked = serve(switchCampus, { ...aSession(), token: "JWT other" }).bodies;
  });
  await userEvent.click(await screen.findByRole("button", { name: /^User menu:/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Campus: Verandah Bengaluru" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Switch the campus" }));
  expect(await dialog.findByRole("button", { name: /Bengaluru.*Open now/ })).toBeDisabled();
  await userEvent.click(dialog.getByRole("button", { name: /Mumbai.*Viewer/ }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(asked).toEqual([{ campus: 40 }]);
});

test("a user with one campus finds no switch", async () => {
  let asked: string[] = [];
  renderApp("/admin/home", aSession(), () => {
    asked = serve(listOwnCampuses, campuses.slice(0, 1)).urls;
  });
  await userEvent.click(await screen.findByRole("button", { name: /^User menu:/ }));
  await screen.findByRole("menuitem", { name: "Logout" });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("menuitem", { name: /^Campus:/ })).not.toBeInTheDocument();
});
