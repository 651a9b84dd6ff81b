import { existsSync } from "node:fs";
import path from "node:path";

import type { Commands } from "../process/run.ts";
import { StartError } from "../process/start-error.ts";
import { repository } from "../system/settings.ts";
import { installFromDebian, mayInstall } from "./debian.ts";

/** The headless shell first: it needs half of the whole browser's resources. */
const onMachine = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The packages of a Debian; older ones have no separate shell. */
const debianBrowsers = ["chromium-headless-shell", "chromium"];
/** Fonts without which a bare machine shows boxes for Hindi and Kannada. */
const debianFonts = ["fonts-noto-core", "fonts-liberation"];

/**
 * The browser for the journeys: that of CHROMIUM_PATH, otherwise the machine's, otherwise one that the system's package manager installs
 * now, if we may.
 *
 * @throws StartError when there is none
 */
export async function findChromium(commands: Commands, print: (text: string) => void): Promise<string> {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (await runs(commands, given)) return given;
    throw new StartError(`CHROMIUM_PATH is ${given}, and that does not run.`);
  }
  const present = await firstThatRuns(commands, [...onMachine, await playwrightPath(commands)]);
  if (present) return present;
  for (const browser of mayInstall ? debianBrowsers : []) {
    const { code, output } = await installFromDebian(commands, [browser, ...debianFonts], print);
    if (code !== 0) print(`apt-get has failed: ${output.trim().slice(-500)}`);
    const installed = await firstThatRuns(commands, onMachine);
    if (installed) return installed;
  }
  print("Installing Playwright's Chromium");
  const { output } = await commands.run(...playwright(["install", "chromium"]));
  const installed = await firstThatRuns(commands, [await playwrightPath(commands)]);
  if (installed) return installed;
  throw new StartError(
    `No Chromium could be installed; set CHROMIUM_PATH to one.\n${output.trim().slice(-2_000)}`,
  );
}

function playwright(args: string[]): [string, string[], { cwd: string }] {
  const cli = path.join(repository, "node_modules/@playwright/test/cli.js");
  return [process.execPath, [cli, ...args], { cwd: path.join(repository, "e2e") }];
}

async function playwrightPath(commands: Commands): Promise<string> {
  const script = 'import { chromium } from "@playwright/test"; console.log(chromium.executablePath());';
  const { output } = await commands.run(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: path.join(repository, "e2e"),
  });
  return output.trim();
}

async function firstThatRuns(commands: Commands, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await runs(commands, file)) return file;
  return undefined;
}

async function runs(commands: Commands, file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const { code } = await commands.run(file, ["--version"]);
  return code === 0;
}
