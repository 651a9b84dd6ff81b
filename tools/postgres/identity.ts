import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";

import { StartError } from "../process/start-error.ts";

/** Runs a program of another account with one right of root: to pass folders, and to read. Source: setpriv(1), capabilities(7). */
const PASS_FOLDERS = ["--clear-groups", "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];

/** The account of PostgreSQL, which refuses to run as root; empty when it is our own. */
export interface Identity {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Whether it passes folders that only root may enter. */
  readonly passesFolders?: boolean;
}

/** The parameters with which `spawn` runs a program as this account. */
export function spawnArguments({ uid, gid, passesFolders }: Identity, program: string, args: string[]) {
  if (!passesFolders) return { command: program, args, account: { uid, gid } };
  const flags = [`--reuid=${uid}`, `--regid=${gid}`, ...PASS_FOLDERS];
  return { command: "setpriv", args: [...flags, program, ...args], account: {} };
}

/** Runs a program as this account to its end. Its environment has none of our variables. */
export function runAs(identity: Identity, program: string, programArgs: string[], input = "") {
  const { command, args, account } = spawnArguments(identity, program, programArgs);
  const env = { PATH: "/usr/bin:/bin" };
  return spawnSync(command, args, { ...account, cwd: "/", env, encoding: "utf8", input });
}

/** Tested, because modes do not include access lists and mounts. */
const canEnter = (identity: Identity, folder: string) =>
  runAs(identity, "/bin/sh", ["-c", 'cd "$1"', "sh", folder]).status === 0;

/** The account that runs PostgreSQL and can enter these folders; for root it is `nobody`. @throws StartError when it cannot */
export function databaseIdentity(folders: readonly string[]): Identity {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, "nobody"]).stdout ?? 0));
  const known = [false, true].map((passesFolders) => ({ uid, gid, passesFolders }));
  const able = known.find((identity) => uid && folders.every((folder) => canEnter(identity, folder)));
  if (able) return able;
  throw new StartError(
    `PostgreSQL does not run as root, and the account nobody cannot enter ${folders.join(" or ")}. Run as another ` +
      "user, make the folders above them traversable (chmod o+x), or set DATA_DIR or DATABASE_URL.",
  );
}

/** Creates a folder that only the account may enter. */
export function makePrivateFolder({ uid, gid = uid }: Identity, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}
