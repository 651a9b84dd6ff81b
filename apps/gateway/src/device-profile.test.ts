import { healthPoints } from "@verandah/field/points.ts";
import { bengaluru } from "@verandah/simulator/campus/bengaluru.ts";
import { describeSite } from "@verandah/simulator/campus/site-description.ts";
import { expect, test } from "vitest";

import { profileOf } from "./device-profile.ts";

const site = describeSite(bengaluru(), (ssid) => ssid);
const inOneLine = (point: { unit?: string | undefined }, id: string) => `${id} (${point.unit})`;

test.each([
  ["AHU", "bacnet", "bacnet-ahu"],
  ["VAV", "bacnet", "bacnet-vav"],
  ["CHILLER", "bacnet", "bacnet-chiller"],
  ["ENERGYMETER", "modbus", "modbus-energy-meter"],
  ["UPS", "snmp", "snmp-ups"],
] as const)(
  "the profile of %s has the points and units of the site, which adds the points of the health",
  (type, protocol, name) => {
    const provisioned = site.devices.find((device) => device.type === type)?.points ?? [];
    const read = profileOf(protocol, name).points.map((point) => inOneLine(point, point.id));
    const added = healthPoints(1_000).map((point) => inOneLine(point, point.paramId));
    expect([...read, ...added].toSorted()).toEqual(
      provisioned.map((point) => inOneLine(point, point.paramId)).toSorted(),
    );
  },
);

const pointsOf = (profile: { points: readonly { id: string; unit?: string | undefined }[] }) =>
  profile.points.map((point) => inOneLine(point, point.id)).toSorted();

test("the profile of a UPS behind upsd has the points of a UPS with SNMP, all three phases included", () => {
  expect(pointsOf(profileOf("nut", "nut-ups"))).toEqual(pointsOf(profileOf("snmp", "snmp-ups")));
});
