import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { certificate } from "@verandah/field/testing/certificate.ts";
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

test.each(["haproxy.cfg", "haproxy-cells.cfg"])("HAProxy accepts %s", (file) => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), "verandah-haproxy-"));
  try {
    writeFileSync(path.join(scratch, "verandah.pem"), `${certificate.cert}\n${certificate.key}`);
    const text = readFileSync(path.join(folder, file), "utf8")
      .replaceAll("/etc/haproxy/certs", scratch)
      .replaceAll("/etc/haproxy/cells.map", path.join(folder, "cells.map"));
    writeFileSync(path.join(scratch, file), text);
    // A fault is an error of the program.
    const args = ["-c", "-n", "100", "-f", path.join(scratch, file)];
    expect(execFileSync("haproxy", args, { encoding: "utf8", stdio: "pipe" })).toContain("valid");
  } finally {
    rmSync(scratch, { recursive: true });
  }
});
