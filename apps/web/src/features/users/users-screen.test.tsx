import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { newPassword } from "@verandah/contract/auth/auth-forms.ts";
import { getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import {
  addUser,
  createUser,
  editUser,
  endUserSessions,
  listUsers,
  removeUser,
  unlockUser,
  type User,
} from "@verandah/contract/users/users.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const aUser = (change: Partial<User> = {}): User => ({
  id: 8,
  username: "ben",
  email: "ben@test.example",
  role: { id: 1 },
  campus: { id: 1, name: "Verandah Bengaluru" },
  building: { id: 2, name: "Tower A" },
  createdAt: "2026-01-05T03:30:00.000Z",
  lastLogin: "2026-01-05T03:30:00.000Z",
  disabledAt: null,
  lockedUntil: null,
  isLoggedIn: true,
  isManagedHere: true,
  hasOtherCampuses: false,
  ...change,
});
const asha = aUser({ id: 7, username: "asha", email: null, role: { id: 2 } });
const cara = aUser({ id: 9, username: "cara", isLoggedIn: false, lockedUntil: "2026-01-05T09:00:00Z" });
const dev = aUser({ id: 10, username: "dev", isLoggedIn: false, disabledAt: "2026-01-05T03:30:00Z" });

const building = (id: number, title: string) => ({
  id,
  title,
  type: "building" as const,
  expanded: true,
  activated: true,
  version: 1,
  children: [],
});

function show(served?: () => void, address = "/admin/users") {
  return renderScreen(address, aSession({ role: { id: 2 } }), () => {
    serve(listUsers, [asha, aUser(), cara, dev]);
    serve(getCampusTree, {
      ...building(1, "Verandah Bengaluru"),
      type: "campus",
      children: [building(2, "Tower A"), building(3, "Tower B")],
    });
    served?.();
  });
}

const row = async (name: string) => screen.findByRole("row", { name: new RegExp(`^${name}`) });

async function choose(name: string, action: string) {
  await userEvent.click(within(await row(name)).getByRole("button", { name: `More for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
}

async function select(dialog: ReturnType<typeof within>, label: string, option: string) {
  await userEvent.click(dialog.getByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

test("lists the users with role, campus, building and state, and finds one by a search in the address", async () => {
  const { router } = show();
  expect(await row("asha")).toHaveTextContent(/asha \(you\)AdministratorVerandah BengaluruTower A/);
  expect(await row("ben")).toHaveTextContent(/OperatorVerandah BengaluruTower Aben@test.exampleLogged in/);
  expect(await row("cara")).toHaveTextContent(/Locked until/);
  expect(await row("dev")).toHaveTextContent(/Disabled/);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search users" }), "locked");
  await waitFor(() => expect(screen.queryByText("dev")).toBeNull());
  expect(await row("cara")).toBeVisible();
  expect(router.state.location.search).toEqual({ search: "locked" });
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await row("dev")).toBeVisible();
});

test("creates a user and shows the generated password once", async () => {
  let asked: unknown[] = [];
  show(() => {
    asked = serve(createUser, aUser({ username: "newcomer" })).bodies;
  });
  await userEvent.click(await screen.findByRole("button", { name: "New user" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New user" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Username" }), "newcomer");
  await userEvent.type(dialog.getByRole("textbox", { name: "E-mail" }), "new@test.example");
  await select(dialog, "Role", "Operator");
  await select(dialog, "Building", "Tower B");
  await userEvent.click(dialog.getByRole("button", { name: "Create the user" }));
  const shown = within(await screen.findByRole("dialog", { name: "Password of newcomer" }));
  const password = shown.getByLabelText("Password").textContent;
  expect(newPassword.safeParse(password).success).toBe(true);
  expect(asked).toEqual([
    { username: "newcomer", email: "new@test.example", role: 1, campus: 1, building: 3, password },
  ]);
  await userEvent.click(shown.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText(password)).toBeNull();
});

test("two fast clicks create one user, with the password that is shown", async () => {
  let asked: unknown[] = [];
  show(() => {
    asked = serve(createUser, aUser({ username: "newcomer" })).bodies;
  });
  await userEvent.click(await screen.findByRole("button", { name: "New user" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New user" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Username" }), "newcomer");
  const create = dialog.getByRole("button", { name: "Create the user" });
  for (let click = 0; click < 2; click += 1) fireEvent.click(create);
  const shown = within(await screen.findByRole("dialog", { name: "Password of newcomer" }));
  expect(asked).toEqual([
    expect.objectContaining({ password: shown.getByLabelText("Password").textContent }),
  ]);
});

test("keeps the input and marks the field when a name is in use", async () => {
  show(() => refuse(createUser, "input-invalid", { fields: { username: "User already exits" } }));
  await userEvent.click(await screen.findByRole("button", { name: "New user" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New user" }));
  const name = dialog.getByRole("textbox", { name: "Username" });
  await userEvent.type(name, "ben");
  await userEvent.click(dialog.getByRole("button", { name: "Create the user" }));
  expect(await dialog.findByText("User already exits")).toBeVisible();
  expect(name).toHaveValue("ben");
  expect(name).toBeInvalid();
});

test("asks before a new role ends a session, and not for a new e-mail address", async () => {
  let asked: unknown[] = [];
  show(() => {
    asked = serve(editUser, aUser()).bodies;
  });
  await userEvent.click(within(await row("ben")).getByRole("button", { name: "Edit ben" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit ben" }));
  const cancelled = "The coming bookings of the user are cancelled.";
  await select(dialog, "Role", "Coworking member");
  expect(dialog.queryByText(cancelled)).toBeNull();
  await select(dialog, "Role", "Viewer");
  expect(dialog.getByText(cancelled)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("ben is logged in.");
  expect(asked).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Save and end the session" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  // Only the changed field: another administrator may change the rest meanwhile.
  expect(asked).toEqual([{ role: 3 }]);
  await userEvent.click(within(await row("ben")).getByRole("button", { name: "Edit ben" }));
  const again = within(await screen.findByRole("dialog", { name: "Edit ben" }));
  await userEvent.type(again.getByRole("textbox", { name: "E-mail" }), "x");
  await userEvent.click(again.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(asked).toHaveLength(2));
});

test("asks before a user is disabled or logged out, and shows a refusal", async () => {
  let disabled: unknown[] = [];
  let ended: unknown[] = [];
  show(() => {
    disabled = serve(editUser, aUser()).bodies;
    ended = serve(endUserSessions, aUser()).bodies;
    refuse(endUserSessions, "unavailable", { once: true });
  });
  await choose("ben", "Disable");
  const question = within(await screen.findByRole("dialog", { name: "Disable ben?" }));
  expect(question.getByText("The coming bookings of the user are cancelled.")).toBeVisible();
  expect(disabled).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Disable" }));
  await waitFor(() => expect(disabled).toEqual([{ disabled: true }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await choose("ben", "End the session");
  const end = within(await screen.findByRole("dialog", { name: "End the session of ben?" }));
  await userEvent.click(end.getByRole("button", { name: "End the session" }));
  expect(await end.findByRole("alert")).toHaveTextContent("The service is not available right now.");
  await userEvent.click(end.getByRole("button", { name: "End the session" }));
  await waitFor(() => expect(ended).toHaveLength(1));
});

test("unlocks and enables without a question", async () => {
  let unlocked: string[] = [];
  let enabled: unknown[] = [];
  show(() => {
    unlocked = serve(unlockUser, cara).urls;
    enabled = serve(editUser, dev).bodies;
  });
  await choose("cara", "Unlock");
  expect(await screen.findByText("cara is unlocked.")).toBeVisible();
  await choose("dev", "Enable");
  expect(await screen.findByText("dev is enabled.")).toBeVisible();
  expect([unlocked.length, enabled]).toEqual([1, [{ disabled: false }]]);
});

test("the own account keeps its role and cannot be disabled or logged out", async () => {
  show();
  const own = within(await row("asha"));
  expect(own.getByRole("button", { name: "More for asha" })).toBeDisabled();
  await userEvent.click(own.getByRole("button", { name: "Edit asha" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit asha" }));
  expect(dialog.getByRole("combobox", { name: "Role" })).toBeDisabled();
});

test("gives an account of another campus a role, and shows why it cannot", async () => {
  let asked: unknown[] = [];
  show(() => refuse(addUser, "account-unknown"));
  await userEvent.click(await screen.findByRole("button", { name: "Add an account of another campus" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add an account of another campus" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "User name or e-mail address" }), "eve");
  await userEvent.click(dialog.getByRole("combobox", { name: "Role" }));
  expect(screen.queryByRole("option", { name: "Pump customer" })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole("option", { name: "Operator" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add the account" }));
  expect(await dialog.findByText(/^No account can be added/)).toBeVisible();
  asked = serve(addUser, aUser({ username: "eve" })).bodies;
  await userEvent.click(dialog.getByRole("button", { name: "Add the account" }));
  expect(await screen.findByText("The account is added.")).toBeVisible();
  expect(asked).toEqual([{ account: "eve", role: 1, building: 2 }]);
});

test("an account that another campus manages has a role here, and can be removed", async () => {
  const guest = { isManagedHere: false, hasOtherCampuses: true };
  let asked: string[] = [];
  show(() => {
    serve(listUsers, [asha, aUser(guest)]);
    asked = serve(removeUser, { id: 8 }).urls;
  });
  await userEvent.click(within(await row("ben")).getByRole("button", { name: "Edit ben" }));
  const edit = within(await screen.findByRole("dialog", { name: "Edit ben" }));
  expect(edit.getByRole("textbox", { name: "E-mail" })).toBeDisabled();
  await userEvent.click(edit.getByRole("button", { name: "Cancel" }));
  await userEvent.click(within(await row("ben")).getByRole("button", { name: "More for ben" }));
  await screen.findByRole("menuitem", { name: "Remove from this campus" });
  expect(screen.queryByRole("menuitem", { name: "Disable" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("menuitem", { name: "Remove from this campus" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove ben from Verandah Bengaluru?" }));
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("ben is removed from this campus.")).toBeVisible();
  expect(asked.map((url) => new URL(url).pathname)).toEqual(["/v1/users/8/remove"]);
});

test("a failure to load has a text and a way to repeat it", async () => {
  show(() => refuse(listUsers, "not-allowed"));
  expect(await screen.findByText("You are not allowed to do this.")).toBeVisible();
  serve(listUsers, [aUser()]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await row("ben")).toBeVisible();
});
