import { runSystem } from "./system/system.ts";

// The console may be a file on a full disk or a closed terminal. The system continues without it.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

await runSystem(() => ({
  onReady: ({ url }) =>
    url === undefined ? "Verandah is ready, without pages and calls" : `Verandah is ready at ${url}`,
}));
