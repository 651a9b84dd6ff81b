/** A device's test of its own battery. */
export interface SelfTestState {
  /** The start that it has handled last: a new request begins a test. */
  start: number;
  /** Remaining time of the running test; 0 without one. */
  secondsLeft: number;
  result: "none" | "running" | "passed" | "failed" | "aborted";
}

export const startOfSelfTest: SelfTestState = { start: 0, secondsLeft: 0, result: "none" };

/**
 * The test `seconds` later. It runs to its end, also after its command is released. Pure. `length` is the duration of a test that `start`
 * begins, s; undefined when it begins none.
 */
export function stepSelfTest(
  state: SelfTestState,
  now: { start: number; length: number | undefined; canRun: boolean; isBatteryFailed: boolean },
  seconds: number,
): SelfTestState {
  const { start, length, canRun, isBatteryFailed } = now;
  const isRunning = state.result === "running";
  if (!canRun && (isRunning || start !== state.start))
    return { start, secondsLeft: 0, result: isRunning || length !== undefined ? "aborted" : state.result };
  if (length !== undefined && start !== state.start) return { start, secondsLeft: length, result: "running" };
  if (!isRunning) return { ...state, start };
  const secondsLeft = Math.max(0, state.secondsLeft - seconds);
  const ended = isBatteryFailed ? "failed" : "passed";
  return { start, secondsLeft, result: secondsLeft > 0 ? "running" : ended };
}
