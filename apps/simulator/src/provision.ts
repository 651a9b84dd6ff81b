import { parseArgs } from "node:util";

import { provision } from "./provisioning.ts";
import { parseSite } from "./settings.ts";

const { values } = parseArgs({
  options: { out: { type: "string" }, site: { type: "string", default: "campus" } },
});
if (!values.out) {
  process.stderr.write("Give the folder to write to: --out DIR\n");
  process.exit(1);
}
try {
  for (const file of provision(values.out, parseSite(values.site))) process.stdout.write(`Wrote ${file}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
