import { existsSync } from "node:fs";
import path from "node:path";

import type { Commands } from "../process/run.ts";
import { StartError } from "../process/start-error.ts";
import { repository } from "../system/settings.ts";

const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs Debian packages; the caller checks `mayInstall`. */
async function install(commands: Commands, packages: readonly string[]): Promise<void> {
  console.log(`Installing ${packages.join(", ")} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await commands.run("apt-get", ["update", "-q"], { env });
  const args = ["install", "-y", "-q", "--no-install-recommends", ...packages];
  const { code, output } = await commands.run("apt-get", args, { env });
  if (code !== 0) console.log(`apt-get has failed: ${output.trim().slice(-500)}`);
}

/** The headless shell first: it needs half of the whole browser's resources. */
const browsers = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);

/**
 * The browser for the journeys: that of CHROMIUM_PATH, otherwise the machine's, otherwise one that is installed now.
 * @throws StartError when there is none
 */
export async function findChromium(commands: Commands): Promise<string> {
  async function firstThatRuns(files: readonly string[]): Promise<string | undefined> {
    for (const file of files) if ((await commands.run(file, ["--version"])).code === 0) return file;
    return undefined;
  }
  const runNode = (...args: string[]) =>
    commands.run(process.execPath, args, { cwd: path.join(repository, "e2e") });
  const script = 'import { chromium } from "@playwright/test"; console.log(chromium.executablePath());';
  const ofPlaywright = async () => (await runNode("--input-type=module", "--eval", script)).output.trim();

  const given = process.env["CHROMIUM_PATH"];
  const present = await firstThatRuns(given ? [given] : [...browsers, await ofPlaywright()]);
  if (present) return present;
  if (given) throw new StartError(`CHROMIUM_PATH is ${given}, and that does not run.`);
  // Older versions of Debian have no separate shell.
  for (const browser of mayInstall ? ["chromium-headless-shell", "chromium"] : []) {
    await install(commands, [browser]);
    const installed = await firstThatRuns(browsers);
    if (installed) return installed;
  }
  console.log("Installing Playwright's Chromium");
  const cli = path.join(repository, "node_modules/@playwright/test/cli.js");
  const { output } = await runNode(cli, "install", "chromium");
  const installed = await firstThatRuns([await ofPlaywright()]);
  if (installed) return installed;
  throw new StartError(
    `No Chromium could be installed; set CHROMIUM_PATH to one.\n${output.trim().slice(-2_000)}`,
  );
}

/** Independent programs that read and write the field in tests, and the Debian package of each. */
const fieldClients = {
  mbpoll: "mbpoll",
  snmpget: "snmp",
  "snmp-ups": "nut-snmp",
  upsd: "nut-server",
  upsc: "nut-client",
  mosquitto_pub: "mosquitto-clients",
};
const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin", "/lib/nut"];

const isThere = (program: string) => folders.some((folder) => existsSync(path.join(folder, program)));
const missingClients = () => Object.entries(fieldClients).filter(([program]) => !isThere(program));

/** Installs the field's independent clients, if we may. Returns why some are missing, or undefined when all are installed. */
export async function findFieldClients(commands: Commands): Promise<string | undefined> {
  const packages = missingClients().map(([, debianPackage]) => debianPackage);
  if (packages.length > 0 && mayInstall) await install(commands, packages);
  const missing = missingClients().map(([program]) => program);
  if (missing.length === 0) return undefined;
  const why = mayInstall ? "apt-get could not install them" : "only root on Debian may install them here";
  return `Not on this machine: ${missing.join(", ")} (${why}). The tests that need them were not run.`;
}
