import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

import { StartError } from "../process/start-error.ts";

/** The account of PostgreSQL; empty when it is our own. PostgreSQL refuses to run as root. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** Accounts without files that every system has; initdb requires an account with a name. */
const unprivileged = ["nobody", "daemon"];

/** @throws StartError when PostgreSQL cannot run under any account */
export function databaseIdentity(): Identity {
  const own = process.getuid?.();
  if (own !== 0) {
    if (own !== undefined && lookUp("-un", String(own)) === undefined)
      throw new StartError(
        `PostgreSQL needs an account with a name, and user id ${own} has none on this machine. ` +
          "Add one to /etc/passwd, run as another user, or set DATABASE_URL.",
      );
    return {};
  }
  for (const name of unprivileged) {
    const [uid, gid] = [lookUp("-u", name), lookUp("-g", name)];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    "PostgreSQL does not run as root, and this machine has no unprivileged account. Run as another user, or set DATABASE_URL.",
  );
}

function lookUp(question: string, account: string): string | undefined {
  const { status, stdout } = spawnSync("id", [question, account], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

export function giveTo(identity: Identity, file: string): void {
  if (identity.uid !== undefined) chownSync(file, identity.uid, identity.gid ?? identity.uid);
}

/** Whether the account can enter the folder; tested, because modes do not include access lists and mounts. */
export function canReach(identity: Identity, folder: string): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...identity, cwd: "/" });
  return status === 0;
}
