import { describeFailure } from "./process/start-error.ts";
import { readStartSettings } from "./system/settings.ts";
import { runSystem } from "./system/system.ts";

const print = (text: string) => console.log(text);

// The console may be a file on a full disk or a closed terminal. The system continues without it.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  await runSystem({
    settings: readStartSettings(process.env),
    print,
    isWebServed: true,
    onReady: ({ url }) =>
      url === undefined ? "Verandah is ready, without pages and calls" : `Verandah is ready at ${url}`,
  });
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
