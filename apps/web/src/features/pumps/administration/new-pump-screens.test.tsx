import { screen, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import {
  createCustomerWithPump,
  listPumpDevices,
  listUserDevices,
} from "@verandah/contract/pumps/pump-administration.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../../testing/serve.ts";
import { device, TOPIC, showPumpAdministration as show } from "../../../testing/show-pump-administration.ts";

const credentials = { username: TOPIC, password: "s3cret", topic: `v1/${TOPIC}/readings` };
const submit = () => screen.getByRole("button", { name: "Submit" });

type Texts = readonly (readonly [label: string, text: string])[];

async function fill(user: ReturnType<typeof userEvent.setup>, texts: Texts) {
  for (const [label, text] of texts) {
    const field = await screen.findByLabelText(new RegExp(`^${label} \\*$`), { selector: "input" });
    await user.click(field);
    await user.paste(text);
  }
}

const customerTexts: Texts = [
  ["Customer Name", "ravi"],
  ["Password", "Secret123"],
  ["Confirm Password", "Secret123"],
  ["Secret", "Hoskote"],
  ["Customer City", "Malur"],
  ["Customer State", "Karnataka"],
  ["Farm Size \\(in hector\\)", "2"],
  ["Number Of Panels In array", "12"],
];
const deviceTexts: Texts = [
  ["Device Name", "Pump 77"],
  ["Device Topic Id", TOPIC.slice("ASPump".length)],
  ["Serial Number", "4711"],
  ["Model Number", "M-5"],
  ["Manufacturing Site", "Pune"],
  ["Manufacturing Date", "31122025"],
  ["Digital Board Serial Number", "D1"],
  ["DR/DC Board Serial Number", "R1"],
  ["Power Board Serial Number", "P1"],
];
const customer = {
  name: "ravi",
  password: "Secret123",
  confirm_password: "Secret123",
  secret: "Hoskote",
  city: "Malur",
  customer_state: "Karnataka",
  farm_size_in_hector: 2,
  number_of_panels_in_array: 12,
};

test("one form and one call make the customer, the pump and the mapping, and show both logins", async () => {
  const user = show("/admin/newCustomer");
  const asked = serve(createCustomerWithPump, { message: "ACCEPTED", ssid: TOPIC, credentials });
  await fill(user, customerTexts);
  await fill(user, deviceTexts);
  await user.click(submit());
  const dialog = within(await screen.findByRole("dialog", { name: "Customer and pump are ready" }));
  expect(asked.bodies).toEqual([
    {
      customer,
      device: {
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
    },
  ]);
  const login = within(dialog.getByRole("region", { name: "Login of the customer" }));
  for (const text of [`${location.origin}/login`, "ravi", "Secret123"])
    expect(login.getByText(text)).toBeVisible();
  expect(within(dialog.getByRole("region", { name: "MQTT credentials" })).getByText("s3cret")).toBeVisible();
  expect(dialog.getByRole("link", { name: "Open the pump" })).toHaveAttribute(
    "href",
    `/admin/dashboard?device=${TOPIC}`,
  );
}, 20_000);

test("a free pump needs no fields of a device, and pumps of customers are not offered", async () => {
  const user = show("/admin/newCustomer", () => serve(listPumpDevices, [11, 21].map(device)));
  const asked = serve(createCustomerWithPump, { message: "ACCEPTED", ssid: device(21).ssid });
  await fill(user, customerTexts);
  await user.click(screen.getByRole("combobox", { name: /^Pump/ }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "New pump",
    "Pump 21",
  ]);
  await user.click(screen.getByRole("option", { name: "Pump 21" }));
  expect(screen.queryByLabelText(/^Device Topic Id/)).not.toBeInTheDocument();
  await user.click(submit());
  const dialog = within(await screen.findByRole("dialog", { name: "Customer and pump are ready" }));
  expect(asked.bodies).toEqual([{ customer, ss_id: 21 }]);
  expect(dialog.queryByText("MQTT credentials")).not.toBeInTheDocument();
}, 20_000);

test("the rules are those of the three forms, and nothing is sent", async () => {
  const user = show("/admin/newCustomer");
  const asked = serve(createCustomerWithPump, { message: "ACCEPTED", ssid: TOPIC, credentials });
  await fill(user, [
    ["Password", "secret"],
    ["Device Topic Id", "12"],
    ["Serial Number", "12A"],
  ]);
  await user.click(submit());
  expect(await screen.findByText(/^Password must contain at least 8 characters/)).toBeVisible();
  expect(screen.getByText("Topic Id must be of length 30")).toBeVisible();
  expect(screen.getByText("Only numbers are allowed")).toBeVisible();
  expect(screen.getByText("Please select a date.")).toBeVisible();
  expect(screen.getByLabelText("Customer Name *")).toHaveFocus();
  expect(asked.bodies).toEqual([]);
}, 20_000);

test.each([
  ["customer-exists", "customer.name", "Customer Name", "User already exits"],
  ["topic-id-taken", "device.ss_address_value", "Device Topic Id", "Another device has this topic id."],
  ["device-name-taken", "device.name", "Device Name", "devicename already exists"],
] as const)(
  "a refusal with %s is at its field, and the form keeps its values",
  async (code, name, label, text) => {
    const user = show("/admin/newCustomer");
    refuse(createCustomerWithPump, code, { fields: { [name]: text } });
    await fill(user, customerTexts);
    await fill(user, deviceTexts);
    await user.click(submit());
    const field = screen.getByLabelText(`${label} *`);
    expect(await screen.findByText(text)).toBeVisible();
    expect(field).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(field).toHaveFocus();
    expect(screen.getByLabelText("Customer City *")).toHaveValue("Malur");
  },
  20_000,
);

test("without the mappings no pump is offered as free", async () => {
  const user = show("/admin/newCustomer", () => refuse(listUserDevices, "not-allowed"));
  expect(await screen.findByText("You are not allowed to do this.")).toBeVisible();
  await user.click(await screen.findByRole("combobox", { name: /^Pump/ }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["New pump"]);
});
