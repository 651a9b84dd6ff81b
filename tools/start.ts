import { setTimeout as sleep } from "node:timers/promises";

import { onShutdown } from "./process/shutdown.ts";
import { describeFailure } from "./process/start-error.ts";
import { readStartSettings } from "./system/settings.ts";
import { describeAccounts, System } from "./system/system.ts";

const SIGNAL_MS = 100;

const say = (text: string) => console.log(text);

// The console may be a file on a full disk, or a terminal that was closed: that must not end what it only reports on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

async function run(): Promise<void> {
  const system = new System({ settings: readStartSettings(process.env), say, isWebServed: true });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    say("Stopping");
    await system.stop();
    process.exit(0);
  };
  onShutdown(
    () => void stop(),
    () => {
      system.kill();
      process.exit(1);
    },
  );
  try {
    const url = await system.start();
    const accounts = await describeAccounts(url);
    say(`Verandah is ready at ${url}`);
    if (accounts) say(accounts);
  } catch (error) {
    // A Ctrl-C has ended what we were waiting for, and our own word of it is still on its way.
    await sleep(SIGNAL_MS);
    if (isStopping) return;
    console.error(describeFailure(error));
    isStopping = true;
    await system.stop();
    process.exit(1);
  }
}

try {
  await run();
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
