/** A repeated signal within this time is the same Ctrl-C: the terminal sends it, and npm forwards it, ms. */
const SAME_SIGNAL_MS = 700;

/** Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, and `force` when the user interrupts again. */
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
}
