import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { StartError } from "../process/start-error.ts";
import { canReach, giveTo, type Identity } from "./identity.ts";
import { stopPostmaster } from "./postmaster.ts";

/** Tried in this order for files outside a home that only root may enter. */
const stateRoots = ["/var/lib/verandah", "/opt/verandah", "/var/tmp/verandah"];

const idFile = (dataDir: string) => path.join(dataDir, "postgres-id");
const clusterName = /^[0-9a-f]{16}$/;

/**
 * The folder of the database that belongs to a data folder: inside it, or, when the database's account cannot enter it, outside with an id
 * that the data folder stores.
 *
 * @throws StartError when no place is found, or a database is where its account cannot enter
 */
export function placeCluster(dataDir: string, identity: Identity): string {
  const inside = path.join(dataDir, "postgres");
  if (existsSync(idFile(dataDir))) return placeOutside(dataDir, identity);
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  giveTo(identity, inside);
  if (canReach(identity, inside)) return inside;
  if (existsSync(path.join(inside, "data")))
    throw new StartError(
      `The database in ${inside} cannot be reached by the account it runs under (user id ${identity.uid}). ` +
        "Make the folders above it traversable (chmod o+x), or move the data folder.",
    );
  rmSync(inside, { recursive: true });
  return placeOutside(dataDir, identity);
}

/** A folder that root may write and everybody may read. */
export function stateRoot(identity: Identity): string {
  for (const folder of stateRoots) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (statSync(folder).uid === process.getuid?.() && canReach(identity, folder)) return folder;
    } catch {
      // Not writable: the next one is tried.
    }
  }
  throw new StartError(
    `None of ${stateRoots.join(", ")} can be used for the database. Set DATA_DIR or DATABASE_URL.`,
  );
}

function placeOutside(dataDir: string, identity: Identity): string {
  const root = stateRoot(identity);
  const kept = existsSync(idFile(dataDir)) ? readFileSync(idFile(dataDir), "utf8").trim() : "";
  const id =
    clusterName.test(kept) && !isCopied(path.join(root, kept), dataDir, kept) ? kept : newId(dataDir);
  const folder = path.join(root, id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(identity, folder);
  writeFileSync(path.join(root, `${id}.owner`), dataDir, { mode: 0o644 });
  return folder;
}

function newId(dataDir: string): string {
  const id = randomBytes(8).toString("hex");
  writeFileSync(idFile(dataDir), `${id}\n`);
  return id;
}

/** Whether the id is from a copy of another data folder that still uses it. */
function isCopied(folder: string, dataDir: string, id: string): boolean {
  const owner = readIfThere(`${folder}.owner`);
  return owner !== undefined && owner !== dataDir && readIfThere(idFile(owner))?.trim() === id;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Location of the database of a data folder; undefined when it has none. */
export function findCluster(dataDir: string): string | undefined {
  const id = readIfThere(idFile(dataDir))?.trim() ?? "";
  const outside = clusterName.test(id) ? stateRoots.map((root) => path.join(root, id)) : [];
  return [...outside, path.join(dataDir, "postgres")].find((folder) => existsSync(path.join(folder, "data")));
}

/** Outside databases whose data folder was deleted, or has another database now. They stay until a user removes them. */
export function findOrphans(): string[] {
  return stateRoots
    .filter((root) => existsSync(root))
    .flatMap((root) =>
      readdirSync(root)
        .filter((id) => clusterName.test(id))
        .filter(
          (id) =>
            readIfThere(idFile(readIfThere(path.join(root, `${id}.owner`)) ?? "/nowhere"))?.trim() !== id,
        )
        .map((id) => path.join(root, id)),
    );
}

/** Stops a running server in it, then deletes a database. */
export async function removeCluster(folder: string): Promise<void> {
  await stopPostmaster(path.join(folder, "data"));
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}.owner`, { force: true });
}
