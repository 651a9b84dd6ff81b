import { setTimeout as sleep } from "node:timers/promises";

import { onShutdown } from "../process/shutdown.ts";
import { describeFailure } from "../process/start-error.ts";
import { describeAccounts, type System } from "./system.ts";

const SIGNAL_MS = 100;

interface Running {
  readonly print: (text: string) => void;
  /** Receives the server's address and returns the ready line. */
  readonly onReady: (url: string) => string;
  /** Runs before the system stops. */
  readonly onStop?: () => void;
}

/** Starts the system and stops it in order at the first Ctrl-C. A second Ctrl-C kills it. */
export async function runSystem(system: System, { print, onReady, onStop }: Running): Promise<void> {
  let isStopping = false;
  async function stop(code: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    onStop?.();
    await system.stop();
    process.exit(code);
  }
  onShutdown(
    () => {
      if (!isStopping) print("Stopping");
      void stop(0);
    },
    () => {
      system.kill();
      onStop?.();
      process.exit(1);
    },
  );
  try {
    const url = await system.start();
    const accounts = await describeAccounts(url);
    print(onReady(url));
    if (accounts) print(accounts);
  } catch (error) {
    // A Ctrl-C may have caused the error. Its signal arrives a little later.
    await sleep(SIGNAL_MS);
    if (isStopping) return;
    console.error(describeFailure(error));
    await stop(1);
  }
}
