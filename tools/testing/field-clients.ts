import { existsSync } from "node:fs";
import path from "node:path";

import type { Commands } from "../process/run.ts";
import { installFromDebian, mayInstall } from "./debian.ts";

/** Independent programs that read and write the field in tests, and the Debian package of each. */
const clients = [
  { program: "mbpoll", debianPackage: "mbpoll" },
  { program: "snmpget", debianPackage: "snmp" },
  { program: "snmp-ups", debianPackage: "nut-snmp" },
  { program: "upsd", debianPackage: "nut-server" },
  { program: "upsc", debianPackage: "nut-client" },
  { program: "mosquitto_pub", debianPackage: "mosquitto-clients" },
] as const;

const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin", "/lib/nut"];

function isThere(program: string): boolean {
  return folders.some((folder) => existsSync(path.join(folder, program)));
}

const missingClients = () => clients.filter(({ program }) => !isThere(program));

/**
 * Installs the independent clients of the field with the system's package manager, if we may. Returns why some are missing, or undefined
 * when all are installed.
 */
export async function findFieldClients(
  commands: Commands,
  print: (text: string) => void,
): Promise<string | undefined> {
  const packages = missingClients().map(({ debianPackage }) => debianPackage);
  if (packages.length === 0) return undefined;
  if (mayInstall) await installFromDebian(commands, packages, print);
  const missing = missingClients().map(({ program }) => program);
  if (missing.length === 0) return undefined;
  const why = mayInstall ? "apt-get could not install them" : "only root on Debian may install them here";
  return `Not on this machine: ${missing.join(", ")} (${why}). The tests that need them were not run.`;
}
