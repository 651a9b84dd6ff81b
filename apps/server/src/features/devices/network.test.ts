import type { NetworkNode } from "@verandah/contract/devices/network.ts";
import { HEALTH_MISSED_POLLS } from "@verandah/equipment/catalogue.ts";
import { expect, test } from "vitest";

import { aDevice as aSiteDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { listNetwork, type NetworkDevice, type NetworkEdge } from "./network.repository.ts";
import { networkTree } from "./network.service.ts";

const at = new Date("2026-01-05T06:00:00Z");
const anEdge = (change: Partial<NetworkEdge> = {}): NetworkEdge => ({
  id: 1,
  ssid: "GW",
  name: "Gateway",
  kind: "gateway",
  state: "online",
  stateSince: at,
  software: "gateway 1.2",
  outboxPending: 0,
  drivers: null,
  ...change,
});
const aDevice = (ssid: string, change: Partial<NetworkDevice> = {}): NetworkDevice => ({
  edgeId: 1,
  ssid,
  name: ssid,
  type: "VAV",
  state: "online",
  stateSince: at,
  latencyMs: 12,
  missedPolls: 0,
  needsConnection: true,
  offlineReason: null,
  lastSeenAt: at,
  ...change,
});

test("devices are below their gateway by type, in natural order, and the worst of them is the state of the type", () => {
  const tree = networkTree(
    [anEdge(), anEdge({ id: 2, ssid: "S-1", kind: "device", name: "Sensor 1", software: "3.4" })],
    [
      aDevice("VAV 10"),
      aDevice("VAV 9", { state: "offline", offlineReason: "no-answer", missedPolls: 4 }),
      aDevice("AHU 1", { type: "AHU" }),
      aDevice("S-1", { edgeId: 2, type: "ENVIRONMENT" }),
    ],
  );
  expect(tree.counts).toEqual({ devices: 4, offline: 1, unknown: 0 });
  expect(tree.children.map(({ kind, name }) => [kind, name])).toEqual([
    ["gateway", "Gateway"],
    ["group", "ENVIRONMENT"],
  ]);
  const [gateway, sensors] = tree.children;
  expect(gateway).toMatchObject({ state: "online", firmware: "gateway 1.2", counts: { offline: 1 } });
  const vavs = gateway?.children.find(({ type }) => type === "VAV");
  expect(vavs?.state).toBe("offline");
  expect(vavs?.children.map(({ name }) => name)).toEqual(["VAV 9", "VAV 10"]);
  expect(vavs?.children[0]).toMatchObject({ offlineReason: "no-answer", missedPolls: 4, latencyMs: 12 });
  expect(sensors?.children[0]).toMatchObject({ firmware: "3.4", ssid: "S-1" });
});

test.each(["offline", "unknown"] as const)("the state of devices whose gateway is %s is unknown", (state) => {
  const since = new Date("2026-01-05T07:00:00Z");
  const tree = networkTree([anEdge({ state, stateSince: since })], [aDevice("VAV 1"), aDevice("VAV 2")]);
  expect([tree.state, tree.children[0]?.state]).toEqual(["online", state]);
  expect(tree.counts).toEqual({ devices: 2, offline: 0, unknown: 2 });
  const device = tree.children[0]?.children[0]?.children[0];
  expect(device).toMatchObject({
    state: "unknown",
    stateSince: since.toISOString(),
    latencyMs: null,
    missedPolls: null,
    lastSeenAt: at.toISOString(),
  });
});

const driver = (protocol: string, isUp: boolean) => ({
  protocol,
  isUp,
  restarts: 0,
  devices: 1,
  counts: {},
});

test("drivers of a gateway that do not run are named", () => {
  const edge = anEdge({ drivers: [driver("bacnet", true), driver("snmp", false)] });
  expect(networkTree([edge], []).children[0]?.driversDown).toEqual(["snmp"]);
});

test("a failed poll of a device does not count as seen", async () => {
  const site = aSite("T");
  site.devices.push(aSiteDevice("VAV", "T-V", ["X", HEALTH_MISSED_POLLS], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const seenAt = app.now().toISOString();
  await app.measure("T-GW", "T-V", { X: 1 });
  app.advance(60_000);
  await app.measure("T-GW", "T-V", { [HEALTH_MISSED_POLLS]: 3 });
  const { devices } = await listNetwork(app.ctx.db, app.places[0]?.campusId ?? 0);
  expect(devices.find(({ ssid }) => ssid === "T-V")?.lastSeenAt?.toISOString()).toBe(seenAt);
});

test("a removed pump leaves the network with its own connection, but not with its gateway", async () => {
  const site = aSite("T");
  site.edges.push({ ssid: "T-P", name: "Pump", kind: "device", passwordSha256: "secret" });
  for (const [ssid, edge] of [
    ["T-P", "T-P"],
    ["T-Q", "T-GW"],
  ] as const)
    site.devices.push(aSiteDevice("SOLARPUMP", ssid, ["MotorStatus"], { location: "T/g", edge }));
  await using app = await startTestApp({ sites: [site] });
  const admin = await app.as("administrator");
  const { rows } = await app.query("select id from devices where type = 'SOLARPUMP'");
  for (const { id } of rows) await admin.post("/v1/pump_devices/delete", { id });
  const { edges, devices } = await listNetwork(app.ctx.db, app.places[0]?.campusId ?? 0);
  expect(edges.map(({ ssid }) => ssid)).toEqual(["T-GW", "T-S1", "T-S2", "T-S3"]);
  expect(devices.map(({ ssid }) => ssid)).toEqual(["T-S1", "T-S2", "T-S3", "T-AHU"]);
});

test("staff see the network of their campus, without importers; members and pump customers are refused", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const viewer = await app.as("viewer");
  const tree = (await viewer.get("/v1/coworking/network-status")).json<NetworkNode>();
  const all = (node: NetworkNode): NetworkNode[] => [node, ...node.children.flatMap(all)];
  const ssids = all(tree).flatMap(({ ssid }) => ssid ?? []);
  expect(ssids).toEqual(expect.arrayContaining(["T-GW", "T-AHU", "T-S1"]));
  expect(ssids.filter((ssid) => !ssid.startsWith("T-") || ssid === "T-IMPORT")).toEqual([]);
  expect(all(tree).find(({ ssid }) => ssid === "T-S1")?.lastSeenAt).toBe(app.now().toISOString());
  for (const role of ["member", "pumpCustomer"] as const)
    expect((await (await app.as(role)).get("/v1/coworking/network-status")).statusCode).toBe(403);
});
