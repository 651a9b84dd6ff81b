import { setTimeout as pause } from "node:timers/promises";

import { onTestFinished, vi } from "vitest";

/**
 * Until the end of the test, timers of the app run by a clock that gains at most 20 ms in each turn of the event loop. A busy machine slows
 * down this clock too, so a limit that is measured by it does not depend on the speed of the machine.
 */
export function startLoopClock() {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance"],
    shouldAdvanceTime: true,
    shouldClearNativeTimers: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  const startedAtMs = performance.now();
  return {
    /** The time since its start, s. */
    seconds: () => (performance.now() - startedAtMs) / 1_000,
    /** Unlike `vi.waitFor`, this does not move the clock. */
    async until(isReached: () => boolean): Promise<void> {
      while (!isReached()) await pause(10);
    },
  };
}
