import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { findBinaries } from "./binaries.ts";
import { checkCluster, createCluster, readPasswords, resetPasswords } from "./cluster.ts";
import { databaseIdentity, giveTo, type Identity } from "./identity.ts";
import { findOrphans, placeCluster, stateRoot } from "./placement.ts";
import { startPostmaster, stopPostmaster, type Postmaster } from "./postmaster.ts";

/** A Unix socket's path has at most 107 bytes; PostgreSQL adds its file name to the folder. Source: unix(7). */
const SOCKET_FOLDER_BYTES_MAX = 90;

/** Small enough for a demo with its other programs; fsync stays on. */
const settings = {
  shared_buffers: "64MB",
  max_connections: "60",
  max_wal_size: "512MB",
  jit: "off",
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

export interface EmbeddedPostgresOptions {
  /** An absolute path; the folder exists. */
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
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, print = quiet, log = quiet, signal = new AbortController().signal } = options;
  const identity = databaseIdentity();
  const folder = placeCluster(dataDir, identity);
  if (!folder.startsWith(dataDir)) {
    log(
      `The database of ${dataDir} lies in ${folder}: its account cannot enter the data folder. Back up both.\n`,
    );
    const orphans = findOrphans();
    if (orphans.length > 0)
      log(
        `Databases without their data folder; remove those that are not needed by hand: ${orphans.join(" ")}\n`,
      );
  }
  const binaries = findBinaries(identity, () => (identity.uid === undefined ? folder : stateRoot(identity)));
  const data = path.join(folder, "data");
  const { passwords, isNew } = readPasswords(dataDir);
  if (existsSync(data)) {
    checkCluster(data, binaries, identity);
    await stopPostmaster(data);
    if (isNew) resetPasswords(data, binaries, identity, passwords);
  } else {
    print("Creating the database");
    createCluster(data, binaries, identity, passwords);
  }
  const socketFolder = makeSocketFolder(folder, identity);
  const postmaster = await startPostmaster({
    binaries,
    identity,
    data,
    socketFolder,
    settings: { ...settings, ...options.settings },
    log,
    signal,
  });
  return {
    // The parameter overrides the host name, without which it would not be a URL.
    url: `postgres://verandah:${passwords.verandah}@localhost/verandah?host=${encodeURIComponent(socketFolder)}`,
    postmaster,
    async stop() {
      await postmaster.stop();
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** The same folder at every start, so that a restart keeps the URL. */
function makeSocketFolder(folder: string, identity: Identity): string {
  const inside = path.join(folder, "socket");
  const isShort = Buffer.byteLength(inside) <= SOCKET_FOLDER_BYTES_MAX;
  const id = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  const shortParent = Buffer.byteLength(os.tmpdir()) <= SOCKET_FOLDER_BYTES_MAX - 40 ? os.tmpdir() : "/tmp";
  let chosen = isShort ? inside : path.join(shortParent, `verandah-${id}`);
  mkdirSync(chosen, { recursive: true, mode: 0o700 });
  if (!isShort && !isPrivate(chosen, identity)) chosen = mkdtempSync(path.join(shortParent, "verandah-"));
  giveTo(identity, chosen);
  return chosen;
}

/** Whether the folder is ours, in a place where every user may write. */
function isPrivate(folder: string, identity: Identity): boolean {
  const { uid, mode } = lstatSync(folder);
  const isFolder = lstatSync(folder).isDirectory();
  return isFolder && (mode & 0o077) === 0 && (uid === process.getuid?.() || uid === identity.uid);
}
