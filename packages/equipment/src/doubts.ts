/**
 * Why a device does not vouch for a value that it sends. Stored values have the position in this list, so a new reason is added at the end.
 * Source: ASHRAE 135 §12, Status_Flags and Reliability.
 */
export const doubts = [
  /** A failure without a more exact reason. */
  "fault",
  /** A person has separated the value from the field, e.g. for a test. */
  "out-of-service",
  /** A switch at the device decides, e.g. its hand position. */
  "overridden",
  "no-sensor",
  "over-range",
  "under-range",
  "open-loop",
  "shorted-loop",
  "no-output",
  "wrong-configuration",
  /** The device has lost the part that measures. */
  "part-silent",
] as const;
export type Doubt = (typeof doubts)[number];
