import { statfs } from "node:fs/promises";

import type { Ctx } from "#core/ctx.ts";
import { hostAddresses } from "#core/database/host-addresses.ts";
import { listCampuses } from "#features/campuses/campuses.service.ts";
import { findLeastDiskFree } from "#features/processes/processes.service.ts";

import { suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

/** Free space below which a disk is nearly full, and from which it is normal again, %. */
const FREE_MIN_PERCENT = 5;
const FREE_WELL_PERCENT = 8;

/** Free space of the fullest disk of some folders, %, as a program without special rights sees it. */
export async function readLeastFree(folders: readonly string[]): Promise<number> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder)));
  return Math.min(...disks.map(({ bavail, blocks }) => (100 * bavail) / blocks));
}

/** Folders whose disks must not become full: the data folder, and the embedded database's, whose socket is beside its data. */
export function foldersToWatch(settings: { DATA_DIR: string; DATABASE_URL: string }): string[] {
  const [address = ""] = hostAddresses(settings.DATABASE_URL);
  const socketFolder = new URL(address).searchParams.get("host") ?? "";
  return [settings.DATA_DIR, ...(socketFolder.startsWith("/") ? [socketFolder] : [])];
}

/**
 * The rule for the disks of all processes; an alarm of every campus, because all of them lose readings when a disk is full. It returns at once
 * when there is space again.
 */
export async function suspectDisks(ctx: Ctx): Promise<Suspicion[]> {
  const free = await findLeastDiskFree(ctx);
  if (free === null || free >= FREE_WELL_PERCENT) return [];
  const name = "disk-nearly-full";
  const condition = free < FREE_MIN_PERCENT ? "out" : "between";
  return (await listCampuses(ctx)).map(({ id: campusId, locationId }) =>
    suspect(
      { kind: "campus", campusId, locationId, sourceName: "Verandah" },
      { name, text: { name, numbers: [Math.floor(free)] } },
      { condition, value: free, limit: FREE_MIN_PERCENT },
    ),
  );
}
