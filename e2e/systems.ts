import { tmpdir } from "node:os";
import path from "node:path";

/** A running system for journeys. */
export interface System {
  /** Known after its start. */
  readonly url: string;
  /** Folder with its simulator's control port and its mails. */
  readonly dataDir: string;
}

/** Journeys mostly wait for the field, so two run in the time of one. No two workers share a system, because a user has one session. */
export const SYSTEMS = Number(process.env["E2E_SYSTEMS"] ?? 2);

/** Contains the data folder of each system. */
export const folder = process.env["E2E_DIR"] ?? path.join(tmpdir(), "verandah-e2e");

/** Without the settings of a developer, which must not lead journeys to another database, site or mail server. Empty counts as not set. */
export const ownSettings = Object.fromEntries(
  [
    "DATABASE_URL",
    "DEMO",
    "DEMO_SITE",
    "SITE_FILES",
    "HOST",
    "PUBLIC_URL",
    "MQTT_LISTEN",
    "VERANDAH_ROLES",
    "PROCESS_NAME",
    "SMTP_HOST",
  ].map((name) => [name, ""]),
);

/** Name of the variable with a system's address, which the runner sets after the start. */
export const urlVariable = (index: number): string => `E2E_URL_${index}`;

export const systems: readonly System[] = Array.from({ length: SYSTEMS }, (_, index) => ({
  url: process.env[urlVariable(index)] ?? "",
  dataDir: path.join(folder, String(index)),
}));

/** The system of this worker. The runner numbers its workers in TEST_PARALLEL_INDEX. */
export const system: System = systems[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)] ?? fail();

function fail(): never {
  throw new Error(`There are ${SYSTEMS} systems, but more workers`);
}
