import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { StartError } from "../../../tools/process/start-error.ts";
import { installPeers } from "./installation.ts";

/** Puts a program named npm before all others. @returns the folder to install into */
function withNpm(script: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-peers-test-"));
  const npm = path.join(folder, "npm");
  writeFileSync(npm, `#!/bin/sh\n${script}\n`);
  chmodSync(npm, 0o755);
  vi.stubEnv("PATH", `${folder}${path.delimiter}${process.env["PATH"]}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return path.join(folder, "kept");
}

const withBinary =
  'mkdir -p node_modules/sqlite3/build/Release; touch node_modules/sqlite3/build/Release/node_sqlite3.node; echo run >> "$(dirname "$0")/runs"';
/** Number of npm runs. */
const runsBeside = (folder: string) =>
  readFileSync(path.join(folder, "../runs"), "utf8").trim().split("\n").length;
const quiet = () => undefined;

test("A registry that cannot be reached ends the bench with npm's output and an explanation", async () => {
  const failed = installPeers(withNpm("echo 'npm error network ENOTFOUND'; exit 1"), quiet);
  await expect(failed).rejects.toBeInstanceOf(StartError);
  await expect(failed).rejects.toThrow(
    /npm error network ENOTFOUND\nThe peers bench measures nothing: fuxa could not be installed/,
  );
});

test("An SQLite without its binary is reported before anything is measured", async () => {
  await expect(installPeers(withNpm("mkdir node_modules"), quiet)).rejects.toThrow(
    "The peers bench measures nothing: npm installed fuxa without the binary of its SQLite",
  );
});

test("A kept folder is installed once, and again if npm did not finish", async () => {
  const folder = withNpm(withBinary);
  for (let run = 0; run < 2; run += 1) {
    using installation = await installPeers(folder, quiet);
    expect(installation.modulesOf("node-red")).toBe(path.join(folder, "node-red/node_modules"));
  }
  expect(runsBeside(folder)).toBe(2);
  rmSync(path.join(folder, "fuxa/installed.json"));
  writeFileSync(path.join(folder, "fuxa/left-over"), "");
  using again = await installPeers(folder, quiet);
  expect(existsSync(path.join(again.modulesOf("fuxa"), "../left-over"))).toBe(false);
  expect(runsBeside(folder)).toBe(3);
});

test("Without a kept folder everything is deleted", async () => {
  withNpm(withBinary);
  const installation = await installPeers(undefined, quiet);
  expect(existsSync(installation.modulesOf("fuxa"))).toBe(true);
  installation[Symbol.dispose]();
  expect(existsSync(installation.scratch)).toBe(false);
});
