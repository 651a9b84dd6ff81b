import path from "node:path";

import { Commands } from "./process/run.ts";
import { onShutdown } from "./process/shutdown.ts";
import { repository } from "./system/settings.ts";

const commands = new Commands();
const abandon = () => {
  commands.close();
  process.exit(1);
};
onShutdown(abandon, abandon);

/** The fault tests in their long form; `npm test` runs the same ones in their short form. One file at a time, so that each has the machine. */
const { code } = await commands.run(
  process.execPath,
  [
    path.join(repository, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project=faults",
    "--no-file-parallelism",
    "--reporter=verbose",
    ...process.argv.slice(2),
  ],
  {
    cwd: repository,
    env: { FAULTS: "full", ...process.env },
    onOutput: (text) => process.stdout.write(text),
  },
);
process.exit(code);
