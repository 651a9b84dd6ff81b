import { EMERGENCY_RESULT, EMERGENCY_TEST } from "@verandah/equipment/types/dali.ts";

/** The battery light of a DALI group and its test. */
export interface EmergencyState {
  /** The command at the last step: a test starts when it changes. */
  command: number;
  /** Rest of the test that runs; 0 without one. */
  secondsLeft: number;
  result: number;
}

export const startOfEmergency: EmergencyState = {
  command: EMERGENCY_TEST.none,
  secondsLeft: 0,
  result: EMERGENCY_RESULT.notTested,
};

/** Length of a test by its command, s. A real duration test takes hours. */
const TEST_SECONDS = new Map<number, number>([
  [EMERGENCY_TEST.function, 10],
  [EMERGENCY_TEST.duration, 60],
]);

/** The emergency light `seconds` later. A test runs to its end, also when its command is released meanwhile. Pure. */
export function stepEmergency(
  state: EmergencyState,
  { command, isBatteryFailed }: { command: number; isBatteryFailed: boolean },
  seconds: number,
): EmergencyState {
  const length = command === state.command ? undefined : TEST_SECONDS.get(command);
  if (length !== undefined) return { command, secondsLeft: length, result: EMERGENCY_RESULT.inProgress };
  if (state.secondsLeft === 0) return { ...state, command };
  const secondsLeft = Math.max(0, state.secondsLeft - seconds);
  const ended = isBatteryFailed ? EMERGENCY_RESULT.failed : EMERGENCY_RESULT.passed;
  return { command, secondsLeft, result: secondsLeft > 0 ? state.result : ended };
}
