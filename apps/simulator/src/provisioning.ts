import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { writeFileAtomically } from "./atomic-file.ts";
import { campusesOf, type SiteName } from "./campus/demo-campuses.ts";
import { describeSite } from "./campus/site-description.ts";
import { secretsOf } from "./kinds/all-kinds.ts";
import { readSimulatorSettings } from "./settings.ts";

/** 192 bits, in URL-safe letters. */
const PASSWORD_BYTES = 24;

function writeIfDifferent(file: string, text: string, mode: number): boolean {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return false;
  writeFileAtomically(file, text, mode);
  return true;
}

/**
 * Creates each secret of the field once and writes the simulator's settings and the site descriptions. In the same folder it keeps every
 * password and writes only missing or changed files. Returns the written files.
 *
 * @throws SettingsError when the folder has unreadable settings: they are never overwritten
 */
export function provision(folder: string, site: SiteName = "campus"): string[] {
  mkdirSync(folder, { recursive: true });
  const settingsFile = join(folder, "simulator.json");
  const known = existsSync(settingsFile) ? readSimulatorSettings(settingsFile).passwords : {};
  const campuses = campusesOf(site);
  const passwords: Record<string, string> = { ...known };
  for (const campus of campuses)
    for (const name of secretsOf(campus))
      passwords[name] ??= randomBytes(PASSWORD_BYTES).toString("base64url");

  const written: string[] = [];
  const write = (file: string, content: unknown, mode: number) => {
    if (writeIfDifferent(join(folder, file), `${JSON.stringify(content, undefined, 2)}\n`, mode))
      written.push(file);
  };
  // The secrets first: a crash after them does no harm; a crash before them would leave hashes of lost passwords.
  write("simulator.json", { passwords }, 0o600);
  for (const campus of campuses)
    write(
      campus.siteFile,
      describeSite(campus, (ssid) => passwords[ssid] ?? ""),
      0o644,
    );
  return written;
}
