import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { completeReset, forgotPassword } from "@verandah/contract/auth/auth.ts";
import { expect, test } from "vitest";

import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

test("a link for a forgotten password is requested by username", async () => {
  let bodies: unknown[] = [];
  renderApp("/forgot-password", null, () => {
    bodies = serve(forgotPassword, { message: "ok" }).bodies;
  });
  await userEvent.click(await screen.findByRole("button", { name: "Send the link" }));
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("field cannot be empty");

  await userEvent.type(screen.getByLabelText("Username"), "asha");
  await userEvent.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByText(/the link was sent to it/)).toBeVisible();
  expect(bodies).toEqual([{ username: "asha" }]);
});

test("a new password is set by the link's token", async () => {
  let bodies: unknown[] = [];
  renderApp("/reset-password?token=abc123", null, () => {
    bodies = serve(completeReset, { message: "ok" }).bodies;
  });
  await userEvent.type(await screen.findByLabelText("New Password"), "Verandah2");
  await userEvent.type(screen.getByLabelText("Confirm Password"), "Verandah2");
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(await screen.findByText(/Your new password is set/)).toBeVisible();
  expect(bodies).toEqual([{ token: "abc123", new_password: "Verandah2", confirm_password: "Verandah2" }]);
});

test.each([
  ["Veran1h", "A password has at least 8 characters"],
  ["verandah1", "A password needs an uppercase letter"],
  ["VERANDAH1", "A password needs a lowercase letter"],
  ["Verandahh", "A password needs a digit"],
])("names the rule that %s breaks: %s", async (password, rule) => {
  renderApp("/reset-password?token=abc123", null);
  await userEvent.type(await screen.findByLabelText("New Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(screen.getByLabelText("New Password")).toHaveAccessibleDescription(rule);
});

test("rejects two different passwords", async () => {
  renderApp("/reset-password?token=abc123", null);
  await userEvent.type(await screen.findByLabelText("New Password"), "Verandah2");
  await userEvent.type(screen.getByLabelText("Confirm Password"), "Verandah3");
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(screen.getByLabelText("Confirm Password")).toHaveAccessibleDescription(
    "Password and Confirm Password doesn't match",
  );
});

test("rejects a used link", async () => {
  renderApp("/reset-password?token=old", null, () => refuse(completeReset, "reset-link-invalid"));
  await userEvent.type(await screen.findByLabelText("New Password"), "Verandah2");
  await userEvent.type(screen.getByLabelText("Confirm Password"), "Verandah2");
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This link has expired or was already used.");
  expect(screen.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
});

test("a link without a token cannot be used, and leads to a new one", async () => {
  renderApp("/reset-password", null);
  expect(await screen.findByRole("alert")).toHaveTextContent("This link has expired or was already used.");
  expect(screen.queryByLabelText("New Password")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
});
