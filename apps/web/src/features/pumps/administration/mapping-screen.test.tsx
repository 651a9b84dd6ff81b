import { screen, waitFor, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { listPumpDevices, listUserDevices, mapPump } from "@verandah/contract/pumps/pump-administration.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../../testing/serve.ts";
import { device, TOPIC, showPumpAdministration as show } from "../../../testing/show-pump-administration.ts";

const submit = () => screen.getByRole("button", { name: "Submit" });

const ofRavi = { PumpId: 12, deviceId: TOPIC, deviceName: "Pump 12", userName: "ravi", userId: 10 };

async function map(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("combobox", { name: /^User/ }));
  await user.click(await screen.findByRole("option", { name: "asha" }));
  await user.click(await screen.findByRole("combobox", { name: /^Device/ }));
  await user.click(await screen.findByRole("option", { name: "Pump 12" }));
  await user.click(submit());
}

test("of thousands of devices the list shows the first hundred, and typing finds the others", async () => {
  const many = Array.from({ length: 3_000 }, (_, at) => device(at + 1));
  const user = show("/admin/Vmap", () => serve(listPumpDevices, many));
  const list = await screen.findByRole("combobox", { name: /^Device/ });
  await user.click(list);
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(100));
  await user.type(list, "Pump 2999");
  expect(await screen.findByRole("option", { name: "Pump 2999" })).toBeVisible();
});

test("a pump is mapped to a user, and a second time is refused", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/Vmap", () => {
    asked = serve(mapPump, { message: "User and Device are successfully mapped" });
  });
  await map(user);
  expect(await screen.findByText("User and Device are successfully mapped")).toBeVisible();
  expect(asked?.bodies).toEqual([{ zone_id: 9, ss_id: 12 }]);
  refuse(mapPump, "pump-mapped");
  await map(user);
  expect(await screen.findByText("User and Device are already mapped")).toBeVisible();
}, 20_000);

test("a pump of another user is mapped after a question", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/Vmap", () => {
    serve(listUserDevices, [ofRavi]);
    asked = serve(mapPump, { message: "User and Device are successfully mapped" });
  });
  await map(user);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("It is mapped to ravi now, who will no longer see it.")).toBeVisible();
  expect(asked?.bodies).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Map the pump" }));
  expect(await screen.findByText("User and Device are successfully mapped")).toBeVisible();
  expect(asked?.bodies).toEqual([{ zone_id: 9, ss_id: 12 }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
}, 20_000);

test("a question shows why the pump is not mapped, and can be cancelled", async () => {
  const user = show("/admin/Vmap", () => {
    serve(listUserDevices, [ofRavi]);
    refuse(mapPump, "pump-mapped");
  });
  await map(user);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Map the pump" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  // The form keeps its values.
  await user.click(submit());
  expect(await screen.findByRole("dialog")).toBeVisible();
}, 20_000);

test("a question does not show the error of the attempt before it", async () => {
  const user = show("/admin/Vmap", () => {
    serve(listUserDevices, []);
    refuse(mapPump, "pump-mapped");
  });
  await map(user);
  expect(await screen.findByText("User and Device are already mapped")).toBeVisible();
  serve(listUserDevices, [ofRavi]);
  await user.click(submit());
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Map the pump" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("User and Device are already mapped");
}, 20_000);

test("the mapping table has pages of five with first, previous, next and last", async () => {
  const user = show("/admin/Vmap");
  const table = within(await screen.findByRole("table", { name: "Mapped devices" }));
  expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "User name",
    "Device name",
  ]);
  expect(table.getAllByRole("row")).toHaveLength(6);
  expect(screen.getByRole("button", { name: "First page" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Last page" }));
  expect(table.getAllByRole("row")).toHaveLength(2);
  expect(screen.getByRole("button", { name: "Next page" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Previous page" }));
  expect(table.getByText("Pump 11")).toBeVisible();
});

test("a pump that another administrator mapped meanwhile is mapped after a question", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/Vmap", () => {
    serve(listUserDevices, []);
    asked = serve(mapPump, { message: "User and Device are successfully mapped" });
  });
  await screen.findByText("No pump is mapped to a user yet.");
  serve(listUserDevices, [ofRavi]);
  await map(user);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("It is mapped to ravi now, who will no longer see it.")).toBeVisible();
  expect(asked?.bodies).toEqual([]);
}, 20_000);

test("a pump is not mapped without the present mappings", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/Vmap", () => {
    asked = serve(mapPump, { message: "User and Device are successfully mapped" });
  });
  await screen.findByRole("table", { name: "Mapped devices" });
  refuse(listUserDevices, "not-allowed");
  await map(user);
  expect(await screen.findByText("You are not allowed to do this.")).toBeVisible();
  expect(asked?.bodies).toEqual([]);
}, 20_000);
