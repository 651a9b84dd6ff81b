/** A repeated signal within this time is the same Ctrl-C: the terminal, npm and the wrapper each forward it, ms. */
const SAME_SIGNAL_MS = 700;

/** Calls `stop` at the first SIGINT, SIGTERM, SIGHUP, stop message or loss of the parent, and `force` when the user interrupts again. */
export function onShutdown(stop: () => void, force: () => void): void {
  let firstAtMs: number | undefined;
  const ask = () => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now();
      stop();
    } else if (performance.now() - firstAtMs > SAME_SIGNAL_MS) {
      force();
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  process.on("message", (message) => {
    if (typeof message === "object" && message !== null && "type" in message && message.type === "stop")
      ask();
  });
  process.on("disconnect", () => {
    if (firstAtMs === undefined) ask();
  });
}
