import { msg } from "@verandah/texts/msg.ts";

/** Why a command failed, by the codes of the field, or would be refused. Each completes "Failed:" or the name of a device. */
export const failureTexts = {
  unreachable: msg`the device does not answer`,
  refused: msg`the device refused it`,
  "on-off-value-unknown": msg`the device refused it`,
  "not-verified": msg`the device does not show the new value`,
  "not-followed": msg`the device accepted it but does not follow`,
  overridden: msg`held, overridden at a higher priority`,
  expired: msg`it came too late`,
  "unknown-point": msg`the device has no such point`,
  "not-found": msg`the device has no such point`,
  "device-unreachable": msg`the device or its gateway is offline`,
  "device-removed": msg`the device was removed`,
  "device-deactivated": msg`the device is deactivated`,
  "point-not-writable": msg`the point cannot be written`,
  "override-changed": msg`someone else changed it`,
  "write-repeated": msg`the point is named twice`,
  "out-of-range": msg`outside the range of the device`,
  "setpoint-out-of-range": msg`outside the range of the device`,
};

export const isFailure = (code: string): code is keyof typeof failureTexts =>
  Object.hasOwn(failureTexts, code);
