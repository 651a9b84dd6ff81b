import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { resetPassword } from "@verandah/contract/auth/auth.ts";
import { listPumps } from "@verandah/contract/pumps/pumps.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { cutOff, refuse, serve } from "../../testing/serve.ts";

async function openDialog(served?: () => void, roleId: 1 | 4 = 1) {
  renderApp(roleId === 4 ? "/admin/dashboard" : "/admin/home", aSession({ role: { id: roleId } }), served);
  await userEvent.click(await screen.findByRole("button", { name: /User menu: asha/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Change my password" }));
  return within(await screen.findByRole("dialog", { name: "Change my password" }));
}

async function fill(present: string, next: string, confirmed = next) {
  await userEvent.type(screen.getByLabelText("Present Password"), present);
  await userEvent.type(screen.getByLabelText("New Password"), next);
  await userEvent.type(screen.getByLabelText("Confirm Password"), confirmed);
  await userEvent.click(screen.getByRole("button", { name: "Change the password" }));
}

test("a user changes the own password from the user menu", async () => {
  let bodies: unknown[] = [];
  await openDialog(() => {
    bodies = serve(resetPassword, { message: "New Password added successfully" }).bodies;
  });
  await fill("Verandah1", "Verandah2");
  expect(await screen.findByText("New Password added successfully")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: /User menu: asha/ })).toHaveFocus();
  expect(bodies).toEqual([
    { password: "Verandah1", new_password: "Verandah2", confirm_password: "Verandah2" },
  ]);
});

test("shows the errors of all empty fields at once and focuses the first", async () => {
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: "Change the password" }));
  expect(dialog.getByLabelText("Present Password")).toHaveAccessibleDescription("field cannot be empty");
  expect(dialog.getByLabelText("New Password")).toHaveAccessibleDescription("field cannot be empty");
  expect(dialog.getByLabelText("Present Password")).toHaveFocus();
});

test.each([
  [1, "A password needs an uppercase letter"],
  [
    4,
    "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.",
  ],
] as const)("explains a weak password to role %i", async (roleId, text) => {
  const dialog = await openDialog(() => serve(listPumps, []), roleId);
  await fill("Verandah1", "verandah2");
  expect(dialog.getByLabelText("New Password")).toHaveAccessibleDescription(text);
});

test("rejects two different new passwords", async () => {
  const dialog = await openDialog();
  await fill("Verandah1", "Verandah2", "Verandah3");
  expect(dialog.getByLabelText("Confirm Password")).toHaveAccessibleDescription(
    "Password and Confirm Password doesn't match",
  );
});

test("marks the field of a wrong present password", async () => {
  const dialog = await openDialog(() =>
    refuse(resetPassword, "input-invalid", { fields: { password: "Invalid credentials" } }),
  );
  await fill("Verandah9", "Verandah2");
  await waitFor(() =>
    expect(dialog.getByLabelText("Present Password")).toHaveAccessibleDescription("Invalid Credentials"),
  );
  expect(dialog.getByLabelText("Present Password")).toHaveFocus();
  expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
});

test("shows that the server does not answer, and keeps the input", async () => {
  const dialog = await openDialog(() => cutOff(resetPassword));
  await fill("Verandah1", "Verandah2");
  expect(await dialog.findByRole("alert")).toHaveTextContent(/The server cannot be reached/);
  expect(dialog.getByLabelText("New Password")).toHaveValue("Verandah2");
});
