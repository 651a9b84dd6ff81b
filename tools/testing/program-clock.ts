import { mock } from "node:test";
import { isMainThread } from "node:worker_threads";

// Loaded before a program (`--import`): its timers run by a clock that a busy machine slows down too, so that a test of its end does not
// depend on the speed of the machine.

/** What the clock gains at most in one turn of the event loop, ms. */
const STEP_MS = 20;
/** A program ends within this time after it was asked to, ms. */
const STOP_MAX_MS = 3_000;
/** Exit code of a program that takes longer. */
const STOPPED_LATE = 3;

function startClock(): void {
  // Its own processes have the usual clock.
  process.execArgv.length = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  let stoppingMs: number | undefined;
  const beginStop = () => void (stoppingMs ??= 0);
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.once(event, beginStop);
  process.on("message", (message) => {
    if (typeof message === "object" && message !== null && "type" in message && message.type === "stop")
      beginStop();
  });
  setInterval(() => {
    if (stoppingMs !== undefined) stoppingMs += STEP_MS;
    if ((stoppingMs ?? 0) > STOP_MAX_MS) process.exit(STOPPED_LATE);
    mock.timers.tick(STEP_MS);
  }, STEP_MS);
}

if (isMainThread) startClock();
