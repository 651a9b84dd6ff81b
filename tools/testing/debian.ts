import { existsSync } from "node:fs";

import type { Commands, Outcome } from "../process/run.ts";

export const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs packages with the system's package manager, for which the caller checks `mayInstall`. */
export async function installFromDebian(
  commands: Commands,
  packages: readonly string[],
  print: (text: string) => void,
): Promise<Outcome> {
  print(`Installing ${packages.join(", ")} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await commands.run("apt-get", ["update", "-q"], { env });
  return commands.run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], { env });
}
