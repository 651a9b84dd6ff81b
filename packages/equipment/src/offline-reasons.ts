/** Why a gateway reports a device as offline. */
export const reportedReasons = [
  /** No answer within the timeout. */
  "no-answer",
  /** The same for a protocol that does not answer a wrong community (SNMP 1 and 2c). */
  "no-answer-or-community",
  "connection-refused",
  /** No route to the address, or no such host name. */
  "address-unreachable",
  "connection-lost",
  /** Another device has the address. */
  "wrong-device",
  /** Wrong user or key. */
  "wrong-credentials",
  /** The device answers each read with an error. */
  "error-reply",
  /** BACnet Reject and Abort. Source: ASHRAE 135 §18.9, §18.10. */
  "rejected",
  "aborted",
  /** The bridge of the device (Modbus gateway, upsd) answers, and cannot reach the device itself. */
  "target-silent",
  "not-understood",
  /** The gateway's process for this protocol does not run. */
  "driver-down",
] as const;
