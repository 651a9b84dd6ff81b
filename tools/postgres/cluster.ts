import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { StartError } from "../process/start-error.ts";
import type { Binaries } from "./binaries.ts";
import { giveTo, type Identity } from "./identity.ts";

export interface Passwords {
  readonly postgres: string;
  readonly verandah: string;
}

const PASSWORD_BYTES = 24;

const makePassword = () => randomBytes(PASSWORD_BYTES).toString("hex");

/** The passwords of the two roles, stored in the data folder for its owner only; created when there are none. */
export function readPasswords(dataDir: string): { passwords: Passwords; isNew: boolean } {
  const file = path.join(dataDir, "postgres-passwords.json");
  if (existsSync(file)) return { passwords: JSON.parse(readFileSync(file, "utf8")), isNew: false };
  const passwords = { postgres: makePassword(), verandah: makePassword() };
  writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return { passwords, isNew: true };
}

/**
 * Refuses data that this PostgreSQL cannot open.
 * @throws StartError
 */
export function checkCluster(data: string, binaries: Binaries, identity: Identity): void {
  const major = readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  if (major !== String(binaries.major))
    throw new StartError(
      `The database in ${data} was made by PostgreSQL ${major}; this is PostgreSQL ${binaries.major}. ` +
        "Move its contents with pg_dump of the old version, or set DATA_DIR to a new folder.",
    );
  const owner = identity.uid ?? process.getuid?.();
  if (statSync(data).uid !== owner)
    throw new StartError(
      `The database in ${data} belongs to another user. Run as that user, or set DATA_DIR.`,
    );
}

/**
 * Creates a cluster with the superuser `postgres` and the database `verandah`, whose owner `verandah` is no superuser and may create
 * databases. It gets its name only when it is complete.
 */
export function createCluster(
  data: string,
  binaries: Binaries,
  identity: Identity,
  passwords: Passwords,
): void {
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(identity, unfinished);
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, passwords.postgres, { mode: 0o600 });
  giveTo(identity, passwordFile);
  try {
    execute(binaries, identity, "initdb", [
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      "--username=postgres",
      "--encoding=UTF8",
      // The built-in locale sorts in the same way on every machine.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--auth=scram-sha-256",
      "--no-instructions",
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  runStatements(unfinished, binaries, identity, [
    `create role verandah login createdb password '${passwords.verandah}'`,
    "create database verandah owner verandah",
  ]);
  renameSync(unfinished, data);
}

/** Sets both passwords of a stopped cluster whose data folder has lost them. */
export function resetPasswords(
  data: string,
  binaries: Binaries,
  identity: Identity,
  passwords: Passwords,
): void {
  const statements = Object.entries(passwords).map(
    ([role, password]) => `alter role ${role} password '${password}'`,
  );
  runStatements(data, binaries, identity, statements);
}

/** Runs statements in single-user mode, which needs neither a running server nor a client. */
function runStatements(
  data: string,
  binaries: Binaries,
  identity: Identity,
  statements: readonly string[],
): void {
  const input = statements.map((statement) => `${statement};\n`).join("");
  const output = execute(binaries, identity, "postgres", ["--single", "-D", data, "postgres"], input);
  if (/ERROR|FATAL/.test(output)) throw new StartError(`The database could not be set up:\n${output.trim()}`);
}

function execute(
  binaries: Binaries,
  identity: Identity,
  program: string,
  args: string[],
  input = "",
): string {
  const { status, stdout, stderr, error } = spawnSync(path.join(binaries.folder, "bin", program), args, {
    ...identity,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    encoding: "utf8",
    input,
  });
  const output = `${stdout}${stderr}`;
  if (status !== 0)
    throw new StartError(`The database could not be set up:\n${error?.message ?? output.trim()}`);
  return output;
}
