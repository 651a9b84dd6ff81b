import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

/** The account that PostgreSQL runs under; empty when it is our own. PostgreSQL refuses to run as root. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** `nobody` by number: no system user has to be created for it. */
const NOBODY = 65_534;

export function databaseIdentity(): Identity {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

export function giveTo(identity: Identity, file: string): void {
  if (identity.uid !== undefined) chownSync(file, identity.uid, identity.gid ?? identity.uid);
}

/** Whether the account reaches the folder; tried, because modes alone do not tell of access lists and mounts. */
export function canReach(identity: Identity, folder: string): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...identity, cwd: "/" });
  return status === 0;
}
