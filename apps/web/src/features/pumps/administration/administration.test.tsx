import { screen, waitFor, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import {
  createPump,
  deletePump,
  editPump,
  listPumpDevices,
  listPumpPlaces,
  listUserDevices,
  renewPumpCredentials,
} from "@verandah/contract/pumps/pump-administration.ts";
import {
  addNewPassword,
  createPumpUser,
  deletePumpUser,
  editPumpUser,
  listPumpUsers,
  verifySecret,
} from "@verandah/contract/users/customers.ts";
import { expect, test } from "vitest";

import { doubleClick } from "#data/query/use-change.ts";

import { refuse, serve } from "../../../testing/serve.ts";
import {
  device,
  place,
  TOPIC,
  showPumpAdministration as show,
} from "../../../testing/show-pump-administration.ts";

const credentials = { username: TOPIC, password: "s3cret", topic: `v1/${TOPIC}/readings` };

const field = (name: string | RegExp) => screen.findByRole("textbox", { name });
const submit = () => screen.getByRole("button", { name: "Submit" });

async function fillDevice(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await field(/^Device Name/), "Pump 77");
  await user.type(await field(/^Device Topic Id/), TOPIC.slice("ASPump".length));
  await user.click(await screen.findByRole("combobox", { name: /^Device Type/ }));
  await user.click(await screen.findByRole("option", { name: "SOLARPUMP" }));
  for (const [label, text] of [
    ["Serial Number", "4711"],
    ["Model Number", "M-5"],
    ["Manufacturing Site", "Pune"],
    ["Manufacturing Date", "31122025"],
    ["Digital Board Serial Number", "D1"],
    ["DR/DC Board Serial Number", "R1"],
    ["Power Board Serial Number", "P1"],
  ] as const)
    await user.type(await field(new RegExp(`^${label}`)), text);
}

test("a device is added with all its fields, and its credentials are shown once", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/vdevice", () => {
    asked = serve(createPump, { message: "ACCEPTED", credentials });
  });
  expect(await field(/^Device Topic Id/)).toHaveValue("ASPump");
  expect(await field(/^Device Topic Id/)).toHaveAttribute("maxlength", "30");
  await fillDevice(user);
  expect(await field(/^Manufacturing Date/)).toHaveValue("31/12/2025");
  await user.click(submit());
  expect(await screen.findByText("Device added successfully")).toBeVisible();
  expect(asked?.bodies).toEqual([
    {
      name: "Pump 77",
      ss_type: "NONGL_SS_SOLARPUMP",
      ss_address_value: TOPIC,
      serial_number: "4711",
      model_number: "M-5",
      manufacturing_site: "Pune",
      manufacturing_date: "31/12/2025",
      building_id: 31,
      digital_board_serial_number: "D1",
      DR_DC_board_serial_number: "R1",
      power_board_serial_number: "P1",
    },
  ]);
  const dialog = within(await screen.findByRole("dialog", { name: "MQTT credentials" }));
  expect(dialog.getByText("s3cret")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(dialog.getByText("s3cret")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
}, 20_000);

test("with several places a device gets the chosen one", async () => {
  const user = show("/admin/vdevice", () => serve(listPumpPlaces, [place, { id: 32, name: "Malur" }]));
  const asked = serve(createPump, { message: "ACCEPTED", credentials });
  await fillDevice(user);
  await user.click(screen.getByRole("combobox", { name: /^Place/ }));
  await user.click(await screen.findByRole("option", { name: "Malur" }));
  await user.click(submit());
  await waitFor(() => expect(asked.bodies).toMatchObject([{ name: "Pump 77", building_id: 32 }]));
  await screen.findByRole("dialog", { name: "MQTT credentials" });
  for (const label of ["Device Type *", "Place *"])
    expect(screen.getByLabelText(label, { selector: "input" })).toHaveValue("");
}, 20_000);

test("the fields of a device show their rules and the tooltip, and nothing is sent", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/vdevice", () => {
    asked = serve(createPump, { message: "ACCEPTED", credentials });
  });
  await user.type(await field(/^Device Topic Id/), "12");
  expect(await screen.findByText("Please prefix topic id with 'ASPump'")).toBeVisible();
  await user.type(await field(/^Serial Number/), "12A");
  await user.click(submit());
  expect(await screen.findByText("Topic Id must be of length 30")).toBeVisible();
  expect(screen.getByText("Only numbers are allowed")).toBeVisible();
  expect(screen.getByText("Please select Device Type")).toBeVisible();
  expect(screen.getByText("Please select a date.")).toBeVisible();
  expect(screen.getAllByText("field cannot be empty").length).toBeGreaterThan(4);
  await user.clear(await field(/^Device Topic Id/));
  await user.type(await field(/^Device Topic Id/), "Pump12");
  await user.click(submit());
  expect(await screen.findByText("Topic Id must start from 'ASPump' followed by numbers")).toBeVisible();
  expect(asked?.bodies).toEqual([]);
}, 20_000);

test("a refused device shows the reason under 'Error in adding device'", async () => {
  const user = show("/admin/vdevice", () => refuse(createPump, "topic-id-taken"));
  await fillDevice(user);
  await user.click(submit());
  expect(await screen.findByText("Error in adding device")).toBeVisible();
  expect(screen.getByText("Another device has this topic id.")).toBeVisible();
}, 20_000);

test("a customer is added, and the passwords must match", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/addUser", () => {
    asked = serve(createPumpUser, { message: "ACCEPTED" });
  });
  await user.type(await field(/^Customer Name/), "ravi");
  const password = screen.getByLabelText(/^Password/);
  expect(password).toHaveAttribute("maxlength", "15");
  await user.type(password, "Secret123");
  await user.type(screen.getByLabelText(/^Confirm Password/), "Secret12");
  expect(screen.getByPlaceholderText("Enter your Birth Place")).toBeVisible();
  for (const [label, text] of [
    [/^Secret/, "Hoskote"],
    [/^Customer City/, "Malur"],
    [/^Customer State/, "Karnataka"],
    [/^Farm Size \(in hector\)/, "2"],
    [/^Number Of Panels In array/, "12"],
  ] as const)
    await user.type(await field(label), text);
  await user.click(submit());
  expect(await screen.findByText("Password and Confirm Password doesn't match")).toBeVisible();
  await user.type(screen.getByLabelText(/^Confirm Password/), "3");
  // The form is empty again before a second click.
  doubleClick.ms = 60_000;
  await user.dblClick(submit());
  expect(await screen.findByText("User added successfully")).toBeVisible();
  await user.click(submit());
  expect(await field(/^Customer Name/)).toBeValid();
  expect(asked?.bodies).toEqual([
    {
      name: "ravi",
      password: "Secret123",
      confirm_password: "Secret123",
      secret: "Hoskote",
      city: "Malur",
      customer_state: "Karnataka",
      farm_size_in_hector: 2,
      number_of_panels_in_array: 12,
    },
  ]);
}, 20_000);

test.each(["", "Mysuru"])("a customer is edited with the new secret '%s'", async (secret) => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/addUser", () => {
    asked = serve(editPumpUser, { message: "ACCEPTED" });
  });
  await user.click(await screen.findByRole("button", { name: "Edit asha" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit asha" }));
  expect(dialog.getByText("Leave empty to keep it")).toBeVisible();
  if (secret) await user.type(dialog.getByRole("textbox", { name: /^Secret/ }), secret);
  await user.click(dialog.getByRole("button", { name: "Submit" }));
  expect(await screen.findByText("User updated")).toBeVisible();
  expect(asked?.bodies).toMatchObject([{ id: 9, name: "asha", secret }]);
});

test.each(["/admin/addUser", "/admin/vdevice"])(
  "on a phone the buttons of a row of %s are beside its name",
  async (path) => {
    show(path);
    const cell = (await screen.findAllByRole("button", { name: /^Edit / }))[0]?.closest("td");
    expect(cell).toHaveAttribute("data-card", "action");
  },
);

test("a customer is deleted after a question", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/addUser", () => {
    asked = serve(deletePumpUser, { message: "ACCEPTED" });
  });
  await user.click(await screen.findByRole("button", { name: "Delete asha" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(await screen.findByText("User successfully deleted")).toBeVisible();
  expect(asked?.bodies).toEqual([{ id: 9 }]);
});

test("a wrong field of a dialog gets the focus, not that of the page below it", async () => {
  const user = show("/admin/vdevice");
  await user.click(await screen.findByRole("button", { name: "Edit Pump 11" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Pump 11" }));
  const uid = dialog.getByRole("textbox", { name: /^DeviceUID/ });
  await user.type(uid, "{Backspace}");
  await user.click(dialog.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(uid).toHaveFocus());
});

test("a device of the table is renamed, renewed and deleted", async () => {
  let edits: ReturnType<typeof serve> = { urls: [], bodies: [] };
  const user = show("/admin/Vmap", () => {
    edits = serve(editPump, { message: "DeviceName updated" });
    serve(renewPumpCredentials, credentials);
    serve(deletePump, { message: "ACCEPTED" });
  });
  await user.click(await screen.findByRole("button", { name: "Edit Pump 11" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Pump 11" }));
  const uid = dialog.getByRole("textbox", { name: /^DeviceUID/ });
  await user.type(uid, "{Backspace}");
  await user.click(dialog.getByRole("button", { name: "Submit" }));
  expect(await dialog.findByText("UUID must be at least 30 characters long")).toBeVisible();
  await user.type(uid, "1");
  await user.click(dialog.getByRole("button", { name: "Submit" }));
  expect(await screen.findByText("Nothing was changed")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(edits.bodies).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Edit Pump 11" }));
  const again = within(await screen.findByRole("dialog", { name: "Edit Pump 11" }));
  await user.type(again.getByRole("textbox", { name: /^username/ }), "a");
  await user.click(again.getByRole("button", { name: "Submit" }));
  expect(await screen.findByText("DeviceName updated")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Renew the credentials of Pump 11" }));
  await user.click(await screen.findByRole("button", { name: "Renew" }));
  expect(await screen.findByText("s3cret")).toBeVisible();
  await user.click(within(screen.getByRole("dialog", { name: "MQTT credentials" })).getByText("Close"));

  await user.click(screen.getByRole("button", { name: "Delete Pump 11" }));
  expect(await screen.findByText("Are you sure you want to delete this device?")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Device successfully deleted")).toBeVisible();
}, 20_000);

test("Escape does not close the credentials, which are shown once", async () => {
  const user = show("/admin/vdevice", () => serve(renewPumpCredentials, credentials));
  await user.click(await screen.findByRole("button", { name: "Renew the credentials of Pump 11" }));
  await user.click(await screen.findByRole("button", { name: "Renew" }));
  expect(await screen.findByText("s3cret")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.getByText("s3cret")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("s3cret")).not.toBeInTheDocument());
});

test("the dialog of a pump that someone else has deleted closes with one message", async () => {
  const user = show("/admin/Vmap", () => refuse(editPump, "not-found"));
  await user.click(await screen.findByRole("button", { name: "Edit Pump 11" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Pump 11" }));
  await user.type(dialog.getByRole("textbox", { name: /^username/ }), "a");
  await user.click(dialog.getByRole("button", { name: "Submit" }));
  expect(await screen.findByText("This no longer exists: someone else has deleted it.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Not found.")).not.toBeInTheDocument();
}, 20_000);

test.each([
  ["/admin/Vmap", "Mapped devices", 2],
  ["/admin/vdevice", "Devices", 2],
  ["/admin/addUser", "Customers", 1],
  ["/admin/changepassword", "New Password", 1],
])("%s shows why it could not be loaded", async (address, label, alerts) => {
  show(address, () => {
    for (const route of [listPumpDevices, listPumpPlaces, listPumpUsers, listUserDevices])
      refuse(route, "not-allowed");
  });
  await waitFor(() =>
    expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: alerts }, () => "You are not allowed to do this."),
    ),
  );
  expect(screen.queryByRole("table", { name: label })).not.toBeInTheDocument();
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
});

test("the position of a mapped pump is shown before it is changed", async () => {
  const user = show("/admin/Vmap", () =>
    serve(listPumpDevices, [{ ...device(11), latitude: 13.07, longitude: 77.79 }]),
  );
  await screen.findByRole("combobox", { name: /^Device/ });
  await user.click(await screen.findByRole("button", { name: "Position of Pump 11" }));
  expect(await field(/^Latitude/)).toHaveValue("13.07");
  expect(await field(/^Longitude/)).toHaveValue("77.79");
});

test("a position off the earth is refused with its limits", async () => {
  const user = show("/admin/vdevice");
  await user.click(await screen.findByRole("button", { name: "Position of Pump 11" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Position of Pump 11" }));
  await user.type(dialog.getByRole("textbox", { name: /^Latitude/ }), "13,07");
  await user.type(dialog.getByRole("textbox", { name: /^Longitude/ }), "777.9");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("From -90 to 90 degrees, with a point: 13.07")).toBeVisible();
  expect(dialog.getByText("From -180 to 180 degrees, with a point: 77.79")).toBeVisible();
});

test("a new password follows the right answer only", async () => {
  let asked: ReturnType<typeof serve> | undefined;
  const user = show("/admin/changepassword", () => {
    refuse(verifySecret, "secret-wrong");
    asked = serve(addNewPassword, { message: "New Password added successfully" });
  });
  await user.click(await screen.findByRole("combobox", { name: /^User/ }));
  await user.click(await screen.findByRole("option", { name: "asha" }));
  await user.type(await field(/^Which place were you born in \?/), "Mysuru");
  await user.click(submit());
  expect(await screen.findByText("Secret key is not correct")).toBeVisible();
  expect(screen.queryByLabelText(/^New Password/)).not.toBeInTheDocument();
  serve(verifySecret, { user_id: 9, reset: "ticket" });
  await user.click(submit());
  await user.type(await screen.findByLabelText(/^New Password/), "Changed123");
  await user.click(submit());
  expect(await screen.findByText("New Password added successfully")).toBeVisible();
  expect(asked?.bodies).toEqual([{ id: 9, new_password: "Changed123", reset: "ticket" }]);
  await waitFor(() => expect(screen.getByRole("combobox", { name: /^User/ })).toBeVisible());
}, 20_000);
