import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addDemo, getDemo, removeDemo, renewDemoPasswords } from "@verandah/contract/demo.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

type Found = ReplyOf<typeof getDemo>;
const demo: NonNullable<Found["demo"]> = {
  campus: "Verandah Bengaluru",
  isOwn: false,
  state: "present",
  field: "running",
  accounts: ["demo-admin", "demo-viewer"],
  contents: { places: 40, spaces: 1, gateways: 1, devices: 350, alarms: 0, bookings: 1_200 },
};
const passwords = (password: string) => ({
  accounts: demo.accounts.map((username) => ({ username, password: `${password}${username.length}` })),
});

const show = (found: Found) =>
  renderScreen("/admin/demo", aSession({ role: { id: 2 } }), () => void serve(getDemo, found));
const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("adds the demo, and shows the passwords of its accounts until the dialog is closed", async () => {
  show({ obstacle: null, demo: null });
  refuse(addDemo, "demo-conflict", { once: true });
  await click("Add the demo");
  expect(await screen.findByText(/a campus here has its name, its key or one of its devices/)).toBeVisible();
  serve(addDemo, passwords("Secret"));
  serve(getDemo, { obstacle: null, demo });
  await click("Add the demo");
  const dialog = within(await screen.findByRole("dialog", { name: "Accounts of the demo" }));
  expect(dialog.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "UsernamePassword",
    "demo-adminSecret10",
    "demo-viewerSecret11",
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Copy all" }));
  expect(await navigator.clipboard.readText()).toBe("demo-admin Secret10\ndemo-viewer Secret11");
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  expect(await screen.findByText(/log in as one of these: demo-admin, demo-viewer/)).toBeVisible();
  expect(screen.queryByText("Secret10")).toBeNull();
});

test("new passwords are asked for first, and shown once", async () => {
  show({ obstacle: null, demo });
  await click("New passwords");
  serve(renewDemoPasswords, passwords("Fresh"));
  const question = within(await screen.findByRole("dialog", { name: "New passwords for the demo?" }));
  await userEvent.click(question.getByRole("button", { name: "New passwords" }));
  expect(await screen.findByText("Fresh10")).toBeVisible();
});

test("a removal lists the parts that are deleted, and waits for its end", async () => {
  show({ obstacle: null, demo });
  await click("Remove the demo");
  const question = within(await screen.findByRole("dialog", { name: "Remove the demo?" }));
  expect(question.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "40 places",
    "1 seat or room",
    "1 gateway",
    "350 devices with their stored values",
    "1,200 bookings",
    "Accounts with their sessions: demo-admin, demo-viewer",
    "The simulator, its gateways and their files",
  ]);
  serve(removeDemo, {});
  serve(getDemo, { obstacle: null, demo: { ...demo, state: "removing" } });
  await userEvent.click(question.getByRole("button", { name: "Remove for ever" }));
  expect(await screen.findByRole("status")).toHaveTextContent("Verandah Bengaluru is being removed.");
  expect(screen.queryByRole("button", { name: "Remove the demo" })).toBeNull();
});

test.each([
  [{ obstacle: "is-demo", demo: null }, "This installation is the demo itself."],
  [{ obstacle: "no-simulator", demo: null }, "its simulator is missing, as in the Debian package"],
  [{ obstacle: null, demo: { ...demo, isOwn: true } }, "This is the demo campus."],
] satisfies [Found, string][])("without a way to change it, says why: %j", async (found, text) => {
  show(found);
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  expect(screen.queryByRole("button", { name: /demo/ })).toBeNull();
});

test("a removal that failed can be repeated", async () => {
  show({ obstacle: null, demo: { ...demo, state: "removal-failed", accounts: [] } });
  expect(await screen.findByText(/The removal of Verandah Bengaluru did not finish/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "New passwords" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove the demo" })).toBeVisible();
});
