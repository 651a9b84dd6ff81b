import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { runScript } from "./rig/host-commands.ts";

const folder = path.resolve(import.meta.dirname, "../../deploy");
/** The exposure of a unit that systemd calls OK, times 10. */
const EXPOSURE_MAX = 30;

test.each(globSync("*.service", { cwd: path.join(folder, "systemd") }))(
  "systemd finds the exposure of %s to be 3 or less",
  (unit) => {
    const file = path.join(folder, "systemd", unit);
    const args = ["security", "--offline=yes", `--threshold=${EXPOSURE_MAX}`, file];
    // A larger exposure is an error of the program.
    const text = execFileSync("systemd-analyze", args, { encoding: "utf8", stdio: "pipe" });
    expect(text).toContain("Overall exposure level");
  },
);

test("the linters find no fault in the Compose file and the Dockerfile", async () => {
  // A fault is an error of the script.
  expect(await runScript("lint", folder)).toContain("Issues: None found");
});
