import { Reliability, StatusFlags } from "@bacnet-js/client";
import type { Doubt } from "@verandah/equipment/doubts.ts";

const NO_FAULT: number = Reliability.NO_FAULT_DETECTED;
const doubtOfReliability: Readonly<Record<number, Doubt>> = {
  [Reliability.NO_SENSOR]: "no-sensor",
  [Reliability.OVER_RANGE]: "over-range",
  [Reliability.UNDER_RANGE]: "under-range",
  [Reliability.OPEN_LOOP]: "open-loop",
  [Reliability.SHORTED_LOOP]: "shorted-loop",
  [Reliability.NO_OUTPUT]: "no-output",
  [Reliability.CONFIGURATION_ERROR]: "wrong-configuration",
  [Reliability.COMMUNICATION_FAILURE]: "part-silent",
};

/** Whether a flag of a Status_Flags bit string is set. */
function isSet(flags: unknown, flag: StatusFlags): boolean {
  if (typeof flags !== "object" || flags === null || !("value" in flags) || !Array.isArray(flags.value))
    return false;
  return (Number(flags.value[0]) & (1 << flag)) !== 0;
}

/**
 * Why an object does not vouch for its value. Status_Flags contains Out_Of_Service, so that property is not read. An object without one of
 * the properties has `undefined` for it.
 *
 * Source: ASHRAE 135 §12.1.8 to §12.1.10.
 */
export function doubtOf(flags: unknown, reliability: number | undefined): Doubt | undefined {
  // Out of service, a person may have written the value and its reliability.
  if (isSet(flags, StatusFlags.OUT_OF_SERVICE)) return "out-of-service";
  if (reliability !== undefined && reliability !== NO_FAULT)
    return doubtOfReliability[reliability] ?? "fault";
  if (isSet(flags, StatusFlags.FAULT)) return "fault";
  return isSet(flags, StatusFlags.OVERRIDDEN) ? "overridden" : undefined;
}
