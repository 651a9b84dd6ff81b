import { ahuObjects } from "@verandah/simulator/devices/bacnet/ahu-objects.ts";
import type { BacnetUnit } from "@verandah/simulator/devices/bacnet/bacnet-unit.ts";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { gatewaySettings, type GatewaySettings } from "../settings.ts";
import { startUnit } from "../testing/ahu-bench.ts";
import { REQUEST_TIMEOUT_MS } from "../testing/driver-contract.ts";
import { discover } from "./discover.ts";
import { proposalText } from "./proposal.ts";

/** Only a device without an answer is late, also on a busy machine, ms. */
const WAIT_MS = REQUEST_TIMEOUT_MS;

const fanCoil = ahuObjects
  .slice(0, 3)
  .map((object, index) => ({ ...object, paramId: `Fan coil ${index + 1}` }));

function settingsFor(asked: readonly BacnetUnit[], configured: readonly BacnetUnit[] = []): GatewaySettings {
  return gatewaySettings.parse({
    ssid: "GW-1",
    dataDir: "/nowhere",
    uplink: { url: "mqtt://server:1883", password: "secret" },
    bacnet: {
      interface: "127.0.0.1",
      port: 0,
      requestTimeoutMs: 500,
      discoverAt: asked.map(({ address }) => address),
    },
    devices: configured.map(({ address, instance }, index) => ({
      ssid: `AHU-${index + 1}`,
      driver: "bacnet",
      profile: "bacnet-ahu",
      address,
      instance,
    })),
  });
}

test("proposes a device of a known type with its profile, and one of an unknown type with a new profile", async () => {
  await using known = await startUnit(2_001);
  await using first = await startUnit(2_002, fanCoil);
  await using second = await startUnit(2_003, fanCoil);
  await using configured = await startUnit(2_004);
  const proposal = await discover(settingsFor([known, first, second, configured], [configured]), WAIT_MS);
  expect(proposal.devices).toEqual([
    { ssid: "BACNET-2001", driver: "bacnet", profile: "bacnet-ahu", address: known.address, instance: 2_001 },
    {
      ssid: "BACNET-2002",
      driver: "bacnet",
      profile: "bacnet-2002",
      address: first.address,
      instance: 2_002,
    },
    {
      ssid: "BACNET-2003",
      driver: "bacnet",
      profile: "bacnet-2002",
      address: second.address,
      instance: 2_003,
    },
  ]);
  expect(proposal.profiles["bacnet-2002"]?.points).toEqual([
    { id: "Fan coil 1", object: ["analog-input", 1], unit: "degC" },
    { id: "Fan coil 2", object: ["analog-input", 2], unit: "degC" },
    { id: "Fan coil 3", object: ["analog-input", 3], unit: "ppm" },
  ]);
  expect(proposal.morePoints).toEqual({});
});

test("the text can be copied into the settings unchanged", async () => {
  await using first = await startUnit(2_005, fanCoil);
  const settings = settingsFor([first]);
  const proposed: unknown = parse(proposalText(await discover(settings, WAIT_MS)));
  const whole = gatewaySettings.safeParse({ ...settings, profiles: {}, devices: [], ...Object(proposed) });
  expect(whole.error).toBeUndefined();
  expect(whole.data?.devices).toHaveLength(1);
});

test("proposes objects that a configured device's profile does not contain", async () => {
  const extra = fanCoil.slice(2).map((object) => ({ ...object, instance: 77, paramId: "Return Air CO2" }));
  await using configured = await startUnit(2_006, [...ahuObjects, ...extra]);
  const proposal = await discover(settingsFor([configured], [configured]), WAIT_MS);
  expect(proposal.devices).toEqual([]);
  expect(proposal.morePoints).toEqual({
    "AHU-1": [{ id: "Return Air CO2", object: ["analog-input", 77], unit: "ppm" }],
  });
  expect(proposalText(proposal)).toContain("AHU-1 has points that its profile does not contain");
});

test("reports two devices with the same instance without proposing them, and a device with a new address", async () => {
  await using one = await startUnit(2_007);
  await using other = await startUnit(2_007);
  await using moved = await startUnit(2_008);
  const settings = settingsFor([one, other, moved], [moved]);
  const elsewhere = settings.devices.map((device) => ({ ...device, address: "127.0.0.1:9" }));
  const proposal = await discover({ ...settings, devices: elsewhere }, WAIT_MS);
  expect(proposal.devices).toEqual([]);
  expect(proposal.remarks.filter((remark) => remark.includes("2007"))).toHaveLength(2);
  expect(proposal.remarks).toContain(`AHU-1 (instance 2008) is now at ${moved.address}`);
});

test("proposes nothing when no device answers", async () => {
  const proposal = await discover(settingsFor([]), 50);
  expect(proposalText(proposal)).toBe("# All found devices are configured.\n");
});
