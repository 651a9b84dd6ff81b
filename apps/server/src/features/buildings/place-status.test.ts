import { expect, test } from "vitest";

import { type StatusAlarm, type StatusDevice, statusOf } from "./place-status.ts";

const critical: StatusAlarm = { isCritical: true, isShelved: false, explainedBy: null };
const low: StatusAlarm = { ...critical, isCritical: false };
const shelved: StatusAlarm = { ...critical, isShelved: true };
const explained: StatusAlarm = { ...critical, explainedBy: 7 };

const online: StatusDevice = { state: "online", edgeState: "online", noOfStale: 0 };
/** Its values are stale as well, but only the device counts. */
const offline: StatusDevice = { ...online, state: "offline", noOfStale: 5 };
const stale: StatusDevice = { ...online, noOfStale: 2 };
const waiting: StatusDevice = { ...online, state: "unknown" };
const behindLostGateway: StatusDevice = { ...waiting, edgeState: "offline" };
const afterStart: StatusDevice = { ...waiting, edgeState: "unknown" };

test.each([
  ["all devices report", [], [online, online], "fine"],
  ["an alarm is shelved and all devices report", [shelved], [online], "fine"],
  ["an alarm is explained by another", [explained], [online], "fine"],
  ["there is no device", [], [], "unknown"],
  ["a device is offline", [], [online, offline], "unknown"],
  ["a device waits for its first values", [], [online, waiting], "unknown"],
  ["a value is stale", [], [online, stale], "unknown"],
  ["a low alarm is active", [low], [online], "low"],
  ["a low alarm is active while devices are offline", [low], [offline], "low"],
  ["a critical alarm is active beside a low one", [low, critical], [online], "critical"],
  ["a critical alarm is active while nothing reports", [critical], [behindLostGateway], "critical"],
  ["a critical alarm is active without devices", [critical], [], "critical"],
] as const)("when %s the state follows", (_, alarms, devices, state) => {
  expect(statusOf(alarms, devices).state).toBe(state);
});

test("counts alarms by class and devices by connection", () => {
  expect(
    statusOf([critical, low, low, shelved, explained], [online, offline, stale, waiting, behindLostGateway]),
  ).toEqual({
    state: "critical",
    noOfCritical: 1,
    noOfLow: 2,
    noOfShelved: 1,
    noOfDevices: 5,
    noOfOffline: 1,
    noOfUnknown: 2,
    noOfStale: 2,
    isConnecting: false,
  });
});

const isConnecting = (...devices: StatusDevice[]) => statusOf([], devices).isConnecting;

test("is connecting while devices are expected to report, but not behind a lost gateway", () => {
  expect(isConnecting(online, waiting, afterStart)).toBe(true);
  expect(isConnecting(online)).toBe(false);
  expect(isConnecting(offline)).toBe(false);
  expect(isConnecting(waiting, behindLostGateway)).toBe(false);
});
