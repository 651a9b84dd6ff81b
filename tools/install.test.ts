import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test, vi } from "vitest";

import { commandLine, end } from "./process/processes.ts";

/** A clone without installed packages, and an npm that never ends and ignores interrupts. */
function aBareClone() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-install-"));
  for (const file of ["run", "install.mjs"])
    cpSync(path.join(import.meta.dirname, file), path.join(folder, "tools", file));
  const packages = { "node_modules/x": { version: "1.0.0" } };
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify({ packages }));
  const npm = path.join(folder, "npm.js");
  const pidFile = `${npm}.pid`;
  const writePid = 'require("node:fs").writeFileSync(`${__filename}.pid`, String(process.pid));';
  writeFileSync(npm, `process.on("SIGINT", () => {}); ${writePid} setInterval(() => {}, 1_000);`);
  const pidOfNpm = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0);
  return {
    folder,
    npm,
    pidOfNpm,
    async [Symbol.asyncDispose]() {
      if (pidOfNpm()) await end(pidOfNpm(), { SIGKILL: 1_000 });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

test.each(signals)("%s during the installation of packages also ends npm", async (signal) => {
  await using clone = aBareClone();
  const child = spawn("sh", ["tools/run", "tools/start.ts"], {
    cwd: clone.folder,
    env: { ...process.env, npm_execpath: clone.npm },
    stdio: "ignore",
  });
  await vi.waitFor(() => expect(clone.pidOfNpm()).toBeGreaterThan(0), { timeout: 10_000 });
  child.kill(signal);
  await once(child, "exit");
  expect(child.exitCode).toBeGreaterThan(128);
  await vi.waitFor(() => expect(commandLine(clone.pidOfNpm())).toBeUndefined(), { timeout: 2_000 });
});
