import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { StartError } from "../process/start-error.ts";
import { type Identity, stopPostmaster } from "./postmaster.ts";

/** Accounts without files that every system has. */
const unprivileged = ["nobody", "daemon"];
/** Tried in this order for files outside a home that only root may enter. */
const stateRoots = ["/var/lib/verandah", "/opt/verandah", "/var/tmp/verandah"];

const idFile = (dataDir: string) => path.join(dataDir, "postgres-id");
const databaseId = /^[0-9a-f]{16}$/;

/** @throws StartError when PostgreSQL cannot run under any account */
export function databaseIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  for (const name of unprivileged) {
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, name]).stdout ?? 0));
    if (uid && gid) return { uid, gid };
  }
  throw new StartError(
    "PostgreSQL does not run as root, and this machine has no unprivileged account. Run as another user, or set DATABASE_URL.",
  );
}

/** Creates a folder that only the account may enter. */
export function makePrivateFolder({ uid, gid = uid }: Identity, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** Whether the account can enter the folder; tested, because modes do not include access lists and mounts. */
function canReach(identity: Identity, folder: string): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...identity, cwd: "/" });
  return status === 0;
}

/**
 * The folder of the database that belongs to a data folder: inside it, or, when the database's account cannot enter it, outside with an id
 * that the data folder stores.
 *
 * @throws StartError when no place is found, or a database is where its account cannot enter
 */
export function placeCluster(dataDir: string, identity: Identity): string {
  if (existsSync(idFile(dataDir))) return placeOutside(dataDir, identity);
  const inside = makePrivateFolder(identity, path.join(dataDir, "postgres"));
  if (canReach(identity, inside)) return inside;
  if (existsSync(path.join(inside, "data")))
    throw new StartError(
      `The database in ${inside} cannot be reached by the account it runs under (user id ${identity.uid}). ` +
        "Make the folders above it traversable (chmod o+x), or move the data folder.",
    );
  rmSync(inside, { recursive: true });
  return placeOutside(dataDir, identity);
}

function placeOutside(dataDir: string, identity: Identity): string {
  const root = stateRoot(identity);
  let id = readIfThere(idFile(dataDir)) ?? "";
  const owner = readIfThere(path.join(root, `${id}.owner`));
  const isCopied = owner !== dataDir && isUsedBy(owner, id);
  if (!databaseId.test(id) || isCopied) {
    id = randomBytes(8).toString("hex");
    writeFileSync(idFile(dataDir), `${id}\n`);
  }
  writeFileSync(path.join(root, `${id}.owner`), dataDir, { mode: 0o644 });
  return makePrivateFolder(identity, path.join(root, id));
}

/** A folder that root may write and every account may read. */
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

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}

function isUsedBy(dataDir: string | undefined, id: string): boolean {
  return dataDir !== undefined && readIfThere(idFile(dataDir)) === id;
}

/** Location of the database of a data folder; undefined when it has none. */
export function findCluster(dataDir: string): string | undefined {
  const id = readIfThere(idFile(dataDir)) ?? "";
  const outside = databaseId.test(id) ? stateRoots.map((root) => path.join(root, id)) : [];
  return [...outside, path.join(dataDir, "postgres")].find((folder) => existsSync(path.join(folder, "data")));
}

/** Outside databases whose data folder was deleted, or has another database now. They stay until a user removes them. */
export function findOrphans(): string[] {
  return globSync(stateRoots.map((root) => `${root}/*.owner`))
    .filter((owner) => !isUsedBy(readIfThere(owner), path.basename(owner, ".owner")))
    .map((owner) => owner.replace(/\.owner$/, ""));
}

/** Stops a running server in it, then deletes a database. */
export async function removeCluster(folder: string): Promise<void> {
  await stopPostmaster(path.join(folder, "data"));
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}.owner`, { force: true });
}
