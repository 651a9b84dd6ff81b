import { hash, randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { StartError } from "../process/start-error.ts";
import {
  checkCluster,
  createCluster,
  findBinaries,
  packagedBinaries,
  type Passwords,
  setPasswords,
} from "./cluster.ts";
import { databaseIdentity, type Identity, makePrivateFolder } from "./identity.ts";
import { startPostmaster, stopPostmaster, type Postmaster } from "./postmaster.ts";

/** A Unix socket's path has at most 107 bytes; PostgreSQL adds its file name to the folder. Source: unix(7). */
const SOCKET_FOLDER_BYTES_MAX = 90;

/** Small enough for a demo with its other programs; fsync stays on. */
const settings = {
  shared_buffers: "64MB",
  max_connections: "60",
  max_wal_size: "512MB",
  jit: "off",
  // There is no subscription, and its launcher would be one process more.
  max_logical_replication_workers: "0",
  // A cold trend reads a page for each hour: concurrently this takes two thirds of the time.
  io_workers: "8",
  effective_io_concurrency: "128",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
};

export interface EmbeddedPostgres {
  /** Of the database `verandah`, as its owner. */
  readonly url: string;
  readonly postmaster: Postmaster;
  stop(): Promise<void>;
}

const quiet = () => undefined;

interface Options {
  /** An absolute path of an existing folder. */
  readonly dataDir: string;
  readonly print?: (text: string) => void;
  readonly log?: (text: string) => void;
  /** Ends it at once, also while it starts. */
  readonly signal?: AbortSignal;
  /** Overrides of the settings above. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the PostgreSQL of a data folder, and creates it the first time. Stops one of a killed start before. @throws StartError with what a
 * user can do
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, print = quiet, log = quiet, signal } = options;
  checkPlace(dataDir);
  const identity = databaseIdentity([dataDir, packagedBinaries].filter(existsSync));
  const folder = makePrivateFolder(identity, path.join(dataDir, "postgres"));
  const binaries = findBinaries(identity);
  const data = path.join(folder, "data");
  const { passwords, isNew } = readPasswords(dataDir);
  if (existsSync(data)) {
    checkCluster(data, binaries);
    await stopPostmaster(data);
    if (isNew) setPasswords(data, binaries, passwords);
  } else {
    print("Creating the database");
    createCluster(data, binaries, passwords);
  }
  const socketFolder = makeSocketFolder(folder, identity);
  const postmaster = await startPostmaster({
    binaries,
    data,
    socketFolder,
    settings: { ...settings, ...options.settings },
    log,
    signal,
  });
  return {
    url: urlOf(passwords, socketFolder),
    postmaster,
    async stop() {
      await postmaster.stop();
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** The file in which a running PostgreSQL of a data folder has its process id. */
export const lockFile = (dataDir: string) => path.join(dataDir, "postgres/data/postmaster.pid");

/** Earlier versions kept the database of a data folder that only root may enter elsewhere. @throws StartError for such a one */
function checkPlace(dataDir: string): void {
  const idFile = path.join(dataDir, "postgres-id");
  if (!existsSync(idFile)) return;
  const id = readFileSync(idFile, "utf8").trim();
  const older = ["/var/lib", "/opt", "/var/tmp"]
    .map((root) => path.join(root, "verandah", id))
    .find(existsSync);
  if (older)
    throw new StartError(
      `The database of ${dataDir} is in ${older}, the place of earlier versions. Move it: mv ${older} ${dataDir}/postgres`,
    );
}

/** The parameter overrides the host name, without which it would not be a URL. */
const urlOf = ({ verandah }: Passwords, socketFolder: string) =>
  `postgres://verandah:${verandah}@localhost/verandah?host=${encodeURIComponent(socketFolder)}`;

/** The address of the PostgreSQL that runs on a data folder; undefined when none was started there. */
export function findStartedUrl(dataDir: string): string | undefined {
  const lock = lockFile(dataDir);
  if (!existsSync(lock)) return undefined;
  // The fifth line is the folder of its socket. Source: PostgreSQL 18 §66.1, postmaster.pid.
  const socketFolder = readFileSync(lock, "utf8").split("\n")[4];
  return socketFolder && urlOf(readPasswords(dataDir).passwords, socketFolder);
}

const createPassword = () => randomBytes(24).toString("hex");

/** The passwords of the two roles, stored in the data folder for its owner only; created when there are none. */
function readPasswords(dataDir: string): { passwords: Passwords; isNew: boolean } {
  const file = path.join(dataDir, "postgres-passwords.json");
  if (existsSync(file)) return { passwords: JSON.parse(readFileSync(file, "utf8")), isNew: false };
  const passwords = { postgres: createPassword(), verandah: createPassword() };
  writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return { passwords, isNew: true };
}

/** The same folder at every start, so that a restart keeps the URL. */
function makeSocketFolder(folder: string, identity: Identity): string {
  const inside = path.join(folder, "socket");
  if (Buffer.byteLength(inside) <= SOCKET_FOLDER_BYTES_MAX) return makePrivateFolder(identity, inside);
  const short = `/tmp/verandah-${hash("sha256", folder).slice(0, 12)}`;
  mkdirSync(short, { recursive: true, mode: 0o700 });
  // Every user may write in /tmp, so the folder may belong to another one.
  const stats = lstatSync(short);
  const isOurs = stats.uid === process.getuid?.() || stats.uid === identity.uid;
  const isPrivate = isOurs && stats.isDirectory() && (stats.mode & 0o077) === 0;
  return makePrivateFolder(identity, isPrivate ? short : mkdtempSync("/tmp/verandah-"));
}
