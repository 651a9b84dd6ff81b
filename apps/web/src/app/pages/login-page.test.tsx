import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { listDemoAccounts, login } from "@verandah/contract/auth/auth.ts";
import type { ProblemCode } from "@verandah/contract/problems.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aSession, alertLists } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { cutOff, refuse, serve } from "../../testing/serve.ts";
import { storedTexts } from "../../testing/stored-texts.ts";

const reply = { ...aSession(), token: "JWT secret" };
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

async function logIn(username = "asha", password = "Verandah1") {
  await user.type(await screen.findByLabelText("Username"), username);
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Login" }));
}

/** The success is shown for a second before the first screen opens. */
async function passSuccess() {
  await screen.findByText("Logged in");
  await vi.advanceTimersByTimeAsync(1_000);
}

test("empty fields are marked and the first takes the focus, and nothing is sent", async () => {
  renderApp("/login", null);

  await user.click(await screen.findByRole("button", { name: "Login" }));

  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("field cannot be empty");
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("field cannot be empty");
  expect(screen.getByLabelText("Username")).toHaveFocus();
});

test("shows the exact tagline", async () => {
  renderApp("/login", null);
  expect(await screen.findByText("A New Dimension to Solar Powered Irrigation")).toBeVisible();
});

test.each<[ProblemCode, string]>([
  ["username-unknown", "Username doesn't exists !"],
  ["credentials-invalid", "Invalid Credentials"],
  ["user-disabled", "Invalid User,Please check Username"],
  ["account-locked", "Account Locked for 15 mins"],
  ["too-many-requests", "Too many attempts. Please wait a minute."],
  ["unavailable", "The service is not available right now. Please try again."],
])("%s is shown in the banner as '%s'", async (code, text) => {
  refuse(login, code);
  renderApp("/login", null, () => refuse(login, code));
  await logIn();
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
});

test("shows that the server does not answer", async () => {
  renderApp("/login", null, () => cutOff(login));
  await logIn();
  expect(await screen.findByRole("alert")).toHaveTextContent("The server cannot be reached.");
});

test("the banner stays for 6 seconds and not longer", async () => {
  renderApp("/login", null, () => refuse(login, "credentials-invalid"));
  await logIn();
  await screen.findByRole("alert");

  await vi.advanceTimersByTimeAsync(5_500);
  expect(screen.getByRole("alert")).toBeVisible();
  await vi.advanceTimersByTimeAsync(600);
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
});

test("the banner hides after 6 seconds while the user types", async () => {
  renderApp("/login", null, () => refuse(login, "credentials-invalid"));
  await logIn();
  await screen.findByRole("alert");
  for (let second = 0; second < 6; second += 1) {
    await user.type(screen.getByLabelText("Password"), "x");
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a refused login does not reload the page", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  renderApp("/login", null, () => refuse(login, "credentials-invalid"));
  await logIn();
  await screen.findByRole("alert");
  expect(reload).not.toHaveBeenCalled();
});

test("an already logged-in user is asked, and No closes the question", async () => {
  renderApp("/login", null, () => refuse(login, "already-logged-in"));
  await logIn();

  const dialog = await screen.findByRole("dialog", { name: "User already Logged in ? Do you want Login" });
  expect(dialog).toBeVisible();
  await user.click(screen.getByRole("button", { name: "No" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test.each([
  ["No", () => user.click(screen.getByRole("button", { name: "No" }))],
  ["Esc", () => user.keyboard("{Escape}")],
])("after %s the password field has the focus", async (_, close) => {
  renderApp("/login", null, () => refuse(login, "already-logged-in"));
  await logIn();
  await waitFor(() => expect(screen.getByRole("button", { name: "Yes" })).toHaveFocus());
  await close();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await vi.advanceTimersByTimeAsync(500);
  expect(screen.getByLabelText("Password")).toHaveFocus();
});

test("a dialog leaves room above its first button for the ring of the focus", async () => {
  renderApp("/login", null, () => refuse(login, "already-logged-in"));
  await logIn();
  const yes = await screen.findByRole("button", { name: "Yes" });
  expect(yes.closest(".mantine-Modal-body")).toHaveStyle({ paddingTop: "6px" });
});

test("Yes repeats the login with force and moves on", async () => {
  const asked = { bodies: [] as unknown[] };
  const app = renderApp("/login", null, () => {
    asked.bodies = serve(login, reply).bodies;
    refuse(login, "already-logged-in", { once: true });
  });
  await logIn();
  await user.click(await screen.findByRole("button", { name: "Yes" }));

  await passSuccess();
  expect(asked.bodies).toEqual([
    { credentials: { username: "asha", password: "Verandah1", role: "" }, force: true },
  ]);
  await waitFor(() => expect(app.path()).toBe("/admin/building/2/dashboard"));
});

test("success is shown, and after 1 second the building opens; the alarm list is fetched at once", async () => {
  let alerts: readonly string[] = [];
  const app = renderApp("/login", null, () => {
    serve(login, reply);
    alerts = serve(listAlerts, alertLists()).urls;
  });
  await logIn();

  expect(await screen.findByText("Logged in. Your building opens now.")).toBeInTheDocument();
  await waitFor(() => expect(alerts).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(700);
  expect(app.path()).toBe("/login");
  await vi.advanceTimersByTimeAsync(400);
  await waitFor(() => expect(app.path()).toBe("/admin/building/2/dashboard"));
});

test("everything of the session is remembered but the token", async () => {
  renderApp("/login", null, () => serve(login, reply));
  await logIn();
  await screen.findByText("Logged in");

  expect(storedTexts()).toMatchObject({
    role: "operator",
    userID: "7",
    username: "asha",
    buildingID: "2",
    buildingName: "Tower A",
    campusID: "1",
    roleID: "1",
    lastLogin: "2026-01-05T03:30:00.000Z",
  });
  expect(JSON.stringify(storedTexts())).not.toContain("JWT");
});

test("a pump customer arrives at the pumps", async () => {
  const app = renderApp("/login", null, () => serve(login, { ...reply, role: { id: 4 } }));
  await logIn();
  await passSuccess();
  await waitFor(() => expect(app.path()).toBe("/admin/dashboard"));
});

test.each<[role: 1 | 3 | 4 | 5, from: string, arrival: string]>([
  [1, "/admin/reportsviewer?report=device-critical", "/admin/reportsviewer?report=device-critical"],
  [3, "/admin/glAhu?device=AHU-1-1", "/admin/glAhu?device=AHU-1-1"],
  [5, "/admin/floor/11/dashboard", "/admin/floor/11/dashboard"],
  [5, "/admin/eventsviewer", "/admin/building/2/dashboard"],
  [4, "/admin/eventsviewer", "/admin/dashboard"],
  [1, "/admin/nowhere", "/admin/building/2/dashboard"],
])("after the login role %i who opened %s arrives at %s", async (role, from, arrival) => {
  const app = renderApp(from, null, () => serve(login, { ...reply, role: { id: role } }));
  await logIn();
  await passSuccess();
  await waitFor(() => expect(app.path()).not.toBe("/login"));
  expect(app.router.state.location.href).toBe(arrival);
});

test.each([
  ["after the login", null, "https://evil.example/admin/"],
  ["with a session", aSession(), "//evil.example/admin/"],
])("a prepared link does not lead to another site %s", async (_when, session, from) => {
  const app = renderApp(`/login?from=${encodeURIComponent(from)}`, session, () => serve(login, reply));
  if (!session) {
    await logIn();
    await passSuccess();
  }
  await waitFor(() => expect(app.path()).toBe("/admin/building/2/dashboard"));
});

test("with a session the login page leads on to the address to return to", async () => {
  const app = renderApp(`/login?from=${encodeURIComponent("/admin/alerts?tab=solution")}`, aSession());
  await waitFor(() => expect(app.router.state.location.href).toBe("/admin/alerts?tab=solution"));
});

test("a click on a demo account fills in the form", async () => {
  renderApp("/login", null, () =>
    serve(listDemoAccounts, { accounts: [{ username: "viewer", password: "Verandah1", role: 3 }] }),
  );
  await user.click(await screen.findByRole("button", { name: /viewer/ }));
  expect(screen.getByLabelText("Username")).toHaveValue("viewer");
  expect(screen.getByLabelText("Password")).toHaveValue("Verandah1");
});

test("shows no demo accounts when there are none", async () => {
  renderApp("/login", null);
  await screen.findByLabelText("Username");
  expect(screen.queryByText("Demo accounts")).not.toBeInTheDocument();
});

test("the password can be shown and hidden", async () => {
  renderApp("/login", null);
  const password = await screen.findByLabelText("Password");
  expect(password).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show or hide the password" }));
  expect(password).toHaveAttribute("type", "text");
});
