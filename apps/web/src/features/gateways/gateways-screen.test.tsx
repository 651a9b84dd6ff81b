import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type CampusTreeNode, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { getFirstHour } from "@verandah/contract/gateways/first-hours.ts";
import * as contract from "@verandah/contract/gateways/gateways.ts";
import type { Gateway, GatewayDevice } from "@verandah/contract/gateways/gateways.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const aGateway = (change: Partial<Gateway> = {}): Gateway => ({
  id: 3,
  ssid: "GW-1",
  name: "Tower",
  state: "online",
  stateSince: "2026-01-05T03:30:00.000Z",
  software: "verandah 0.1.0",
  devices: 1,
  outboxPending: 0,
  outboxDropped: 0,
  hasJoined: true,
  codeUntil: null,
  model: { version: "b", inForce: "b", refused: null, settings: {} },
  ...change,
});

const aDevice = (change: Partial<GatewayDevice> = {}): GatewayDevice => ({
  ssid: "EM-1",
  name: "Meter 1",
  type: "ENERGYMETER",
  place: "Lobby",
  state: "online",
  reach: {
    protocol: "modbus",
    address: { address: "192.168.1.21:502", unitId: 3 },
    profile: "modbus-energy-meter",
    intervalMs: null,
  },
  ...change,
});

const place = (
  id: number,
  title: string,
  type: CampusTreeNode["type"],
  children: CampusTreeNode[] = [],
): CampusTreeNode => ({ id, title, type, expanded: true, activated: true, version: 1, children });

const address = { url: "mqtts://server.example:8883", fingerprint: "ab12", isEncrypted: true };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

function show(gateways: Gateway[], devices: GatewayDevice[] = [aDevice()], at = "/admin/gateways") {
  return renderScreen(at, aSession({ role: { id: 2 } }), () => {
    serve(contract.listGateways, () => gateways);
    serve(contract.getGateway, () => ({ ...(gateways[0] ?? aGateway()), devices }));
    serve(contract.listProfiles, [
      { name: "modbus-energy-meter", protocol: "modbus", type: "ENERGYMETER", points: 9, isOwn: false },
      { name: "own-ups", protocol: "snmp", type: "UPS", points: 2, isOwn: true },
    ]);
    serve(contract.listSensors, []);
    serve(getFirstHour, { points: 0, checked: 0, silent: 0, findings: [] });
    serve(getCampusTree, place(1, "Campus", "campus", [place(2, "Tower A", "building")]));
  });
}

async function choose(label: string, option: string) {
  await userEvent.click(screen.getByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

test("without a gateway the next step is there, and a new one joins by itself", async () => {
  const gateways: Gateway[] = [];
  show(gateways);
  expect(await screen.findByText(/A gateway connects the devices of a building/)).toBeVisible();
  const expiresAt = inMinutes(15);
  const added = serve(contract.createGateway, () => {
    gateways.push(aGateway({ name: "Plant", hasJoined: false, codeUntil: expiresAt, state: "unknown" }));
    return { id: 3, code: "K7QM-4RTZ-9XWP", expiresAt, address };
  });
  for (const button of screen.getAllByRole("button", { name: "Add gateway" }).slice(0, 1))
    await userEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Add gateway" }));
  expect(dialog.getByRole("textbox", { name: "Id" })).toHaveValue("GW-1");
  await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Plant");
  await userEvent.click(dialog.getByRole("button", { name: "Add and show the code" }));
  expect(added.bodies).toEqual([{ name: "Plant", ssid: "GW-1" }]);
  const claim = within(await screen.findByRole("dialog", { name: "Join Plant" }));
  expect(claim.getByLabelText("Claim code")).toHaveTextContent("K7QM-4RTZ-9XWP");
  expect(claim.getByRole("timer")).toHaveTextContent(/Waits for the gateway: 1[45]:\d\d/);
  const line = "join mqtts://server.example:8883 K7QM-4RTZ-9XWP --fingerprint ab12";
  expect(claim.getByLabelText("Run this on the machine at the site:")).toHaveTextContent(
    `npm run gateway -- ${line}`,
  );
  expect(claim.getByLabelText("With the Debian package:")).toHaveTextContent(`sudo verandah-${line}`);
  expect(claim.queryByText(/not encrypted/)).toBeNull();
});

test("the code dialog says that the gateway has joined, and that plain text is only for a network of its own", async () => {
  show([aGateway()], [], "/admin/gateways?gateway=3");
  serve(contract.renewClaimCode, {
    id: 3,
    code: "K7QM-4RTZ-9XWP",
    expiresAt: inMinutes(15),
    address: { url: "mqtt://10.0.0.5:1883", fingerprint: null, isEncrypted: false },
  });
  await userEvent.click(await screen.findByRole("button", { name: "New code" }));
  const claim = within(await screen.findByRole("dialog", { name: "Join Tower" }));
  // The list has no waiting code: the gateway has used it.
  expect(await claim.findByText("Tower has joined.")).toBeVisible();
  expect(claim.queryByLabelText("Claim code")).toBeNull();
});

test("each state of a gateway's model is in words", async () => {
  show([
    aGateway(),
    aGateway({ id: 4, name: "Annex", model: null }),
    aGateway({
      id: 5,
      name: "Hall",
      model: { version: "b", inForce: "a", refused: "No profile x", settings: {} },
    }),
    aGateway({ id: 6, name: "Deck", model: { version: "b", inForce: "a", refused: null, settings: {} } }),
    aGateway({ id: 7, name: "Roof", hasJoined: false, state: "unknown" }),
  ]);
  for (const [name, text] of [
    ["Tower", "In force"],
    ["Annex", "Runs from its own files"],
    ["Hall", "Refused: No profile x"],
    ["Deck", "Being sent"],
    ["Roof", "Has not joined"],
  ])
    expect(await screen.findByRole("row", { name: new RegExp(`^${name}`) })).toHaveTextContent(String(text));
});

test("the server's certificate has its end, and gateways without the next one are seen", async () => {
  const validUntil = inMinutes(100_000);
  const next = (isKnown: boolean) => ({ validUntil, next: { validUntil, isKnown } });
  show([
    aGateway({ certificate: next(true) }),
    aGateway({ id: 4, name: "Annex", certificate: next(false) }),
    aGateway({ id: 5, name: "Hall", certificate: { validUntil: "2026-01-05T03:30:00.000Z" } }),
    aGateway({ id: 6, name: "Deck" }),
  ]);
  for (const [name, text] of [
    ["Tower", /Valid until .*The gateway has the next one/],
    ["Annex", /Valid until .*The gateway does not have the next one yet/],
    ["Hall", /Ended on 5 Jan 2026/],
  ] as const)
    expect(await screen.findByRole("row", { name: new RegExp(`^${name}`) })).toHaveTextContent(text);
  expect(screen.getByRole("row", { name: /^Deck/ })).not.toHaveTextContent("until");
});

test("a device is added with the fields of its protocol, and an error is at its field", async () => {
  show([aGateway()], [], "/admin/gateways?gateway=3");
  await userEvent.click(await screen.findByRole("button", { name: "Add a device" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a device" }));
  const type = (label: string, text: string) =>
    userEvent.type(dialog.getByRole("textbox", { name: label }), text);
  await type("Name", "Meter 9");
  await type("Id", "EM-9");
  await choose("Type", "Energy meters");
  await choose("Place", "Tower A");
  await choose("Protocol", "Modbus");
  await choose("Profile", "modbus-energy-meter");
  await type("Address", "meter");
  await type("Unit id", "4");
  refuse(contract.addGatewayDevice, "input-invalid", {
    fields: { "address.address": "An address such as 192.168.1.20:47808" },
  });
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(await dialog.findByText("An address such as 192.168.1.20:47808")).toBeVisible();
  const added = serve(contract.addGatewayDevice, { ssid: "EM-9" });
  await userEvent.clear(dialog.getByRole("textbox", { name: "Address" }));
  await type("Address", "192.168.1.9:502");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(added.bodies).toHaveLength(1));
  expect(added.bodies).toEqual([
    {
      name: "Meter 9",
      ssid: "EM-9",
      type: "ENERGYMETER",
      place: 2,
      protocol: "modbus",
      profile: "modbus-energy-meter",
      intervalMs: null,
      address: { address: "192.168.1.9:502", unitId: 4 },
    },
  ]);
});

test("the connection of a device is changed", async () => {
  show(
    [aGateway()],
    [aDevice(), aDevice({ ssid: "EM-2", name: "Meter 2", reach: null })],
    "/admin/gateways?gateway=3",
  );
  expect(await screen.findByRole("row", { name: /^Meter 1/ })).toHaveTextContent("Modbus 192.168.1.21:502 3");
  expect(await screen.findByRole("row", { name: /^Meter 2/ })).toHaveTextContent("No address yet");
  await userEvent.click(screen.getByRole("button", { name: "Edit Meter 1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Connection of Meter 1" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Poll interval, s" }), "5");
  const changed = serve(contract.editGatewayDevice, {});
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changed.bodies).toHaveLength(1));
  expect(changed.bodies[0]).toMatchObject({
    intervalMs: 5_000,
    address: { address: "192.168.1.21:502", unitId: 3 },
  });
});

test("a settings file is stored after its changes are shown", async () => {
  show([aGateway({ model: null })], [], "/admin/gateways?gateway=3");
  expect(await screen.findByText(/has its devices in a settings file/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Import a settings file" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import a settings file" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Settings file as YAML" }), "ssid: GW-1");
  await choose("Place of new devices", "Tower A");
  const sent = serve(contract.importGatewayFile, {
    devices: [
      { ssid: "EM-8", type: "ENERGYMETER", isNew: true },
      { ssid: "UPS-1", type: "UPS", isNew: false },
    ],
    profiles: ["own-meter"],
    sections: ["polling"],
  });
  await userEvent.click(dialog.getByRole("button", { name: "Show the changes" }));
  expect(await dialog.findByText("1 device is added")).toBeVisible();
  expect(dialog.getByText(/1 device gets its address: UPS-1/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Import" }));
  await waitFor(() => expect(sent.bodies).toHaveLength(2));
  expect(sent.bodies).toMatchObject([
    { isConfirmed: false },
    { isConfirmed: true, place: 2, yaml: "ssid: GW-1" },
  ]);
});

test("a copy of a profile is saved, and a wrong line is named", async () => {
  show([aGateway()]);
  serve(contract.getProfile, { name: "modbus-energy-meter", yaml: "protocol: modbus", isOwn: false });
  await userEvent.click(await screen.findByRole("button", { name: "modbus-energy-meter" }));
  await userEvent.click(await screen.findByRole("button", { name: "Make a copy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New profile" }));
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("modbus-energy-meter-2");
  refuse(contract.saveProfile, "input-invalid", { fields: { yaml: "Line 1: points: A list" } });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Line 1: points: A list")).toBeVisible();
});

test("an own profile is removed and comes back, or its devices are named", async () => {
  show([aGateway()]);
  serve(contract.getProfile, { name: "own-ups", yaml: "extends: snmp-ups", isOwn: true });
  await userEvent.click(await screen.findByRole("button", { name: "own-ups" }));
  refuse(contract.removeProfile, "item-in-use", { fields: { devices: "UPS 9, UPS 10" } });
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Devices with this profile, also removed ones that can come back: UPS 9, UPS 10",
  );
  serve(contract.removeProfile, {});
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("own-ups is removed.")).toBeVisible();
  const saved = serve(contract.saveProfile, {});
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(saved.bodies).toEqual([{ name: "own-ups", yaml: "extends: snmp-ups" }]));
});

test("a sensor's password is shown once with a line that sends a value", async () => {
  show([aGateway()]);
  await userEvent.click(await screen.findByRole("button", { name: "Add sensor" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add sensor" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Air 9");
  await userEvent.type(dialog.getByRole("textbox", { name: "Id" }), "S-9");
  await choose("Type", "UPS");
  await choose("Place", "Tower A");
  serve(contract.addSensor, {
    ssid: "S-9",
    password: "once-only",
    topic: "v1/S-9/readings",
    address: { url: "mqtt://10.0.0.5:1883", fingerprint: null, isEncrypted: false },
    line: "mosquitto_pub -h 10.0.0.5",
  });
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  const access = within(await screen.findByRole("dialog", { name: "Password of S-9" }));
  expect(access.getByLabelText("Password")).toHaveTextContent("once-only");
  expect(access.getByLabelText("This line sends a value as a test:")).toHaveTextContent("mosquitto_pub");
  expect(access.getByText(/not encrypted/)).toBeVisible();
});
