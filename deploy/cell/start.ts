import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { onShutdown } from "../../tools/process/shutdown.ts";
import { describeFailure } from "../../tools/process/start-error.ts";
import { Cell } from "./cell.ts";

/** Starts a cell with the settings of the environment, and runs until Ctrl-C. */
async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-cell-"));
  console.log(`Starting a cell in ${folder}`);
  const { SITE_FILES = "", DEMO = "off", LOG_LEVEL = "info" } = process.env;
  await using cell = await Cell.start(folder, { SITE_FILES, DEMO, LOG_LEVEL });
  console.log(`Browsers: ${cell.webUrls.join(" and ")}`);
  console.log(`Gateways: ${cell.brokers.map(({ host, port }) => `mqtts://${host}:${port}`).join(" and ")}`);
  console.log(
    `Certificate: ${path.join(folder, "certificate.pem")}. Logs: ${folder}/*.log. Stop with Ctrl-C.`,
  );
  await new Promise<void>((resolve) => onShutdown(resolve, () => process.exit(1)));
  console.log("Stopping");
}

try {
  await run();
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
process.exit();
