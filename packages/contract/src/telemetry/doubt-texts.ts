import type { Doubt } from "@verandah/equipment/doubts.ts";
import { msg, type Text } from "@verandah/texts/msg.ts";

/** Why a device does not vouch for a value that it sends. */
export const doubtTexts: Readonly<Record<Doubt, Text>> = {
  fault: msg`The device reports a fault`,
  "out-of-service": msg`Out of service at the device`,
  overridden: msg`Overridden at the device`,
  "no-sensor": msg`No sensor`,
  "over-range": msg`Above the sensor's range`,
  "under-range": msg`Below the sensor's range`,
  "open-loop": msg`The sensor's wire is open`,
  "shorted-loop": msg`The sensor has a short circuit`,
  "no-output": msg`The device has no output`,
  "wrong-configuration": msg`Wrong configuration at the device`,
  "part-silent": msg`The controller cannot reach the sensor`,
};
