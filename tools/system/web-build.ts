import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import type { Commands } from "../process/run.ts";
import { StartError } from "../process/start-error.ts";
import { repository } from "./settings.ts";

const web = path.join(repository, "apps/web");
export const webDist = path.join(web, "dist");
/** Contains the hash of the sources of the build. */
const stamp = path.join(webDist, ".sources");

const sources = ["apps/web/**", "packages/{contract,equipment,texts,time}/**", "package-lock.json"];
const ignored = ["**/node_modules", "apps/web/dist", "**/*.test.{ts,tsx}"];

/** Reads all files into one buffer: the supervisor would keep the memory of a buffer for each file. */
const BUFFER_BYTES = 65_536;

function hashSources(): string {
  const hash = createHash("sha256").update(process.env["VITE_OFFLINE_PAGE"] ?? "");
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  for (const name of globSync(sources, { cwd: repository, exclude: ignored }).toSorted()) {
    const file = path.join(repository, name);
    if (!statSync(file).isFile()) continue;
    hash.update(`${name}\0`);
    const descriptor = openSync(file, "r");
    for (let bytes; (bytes = readSync(descriptor, buffer)) > 0;) hash.update(buffer.subarray(0, bytes));
    closeSync(descriptor);
    hash.update("\0");
  }
  return hash.digest("hex");
}

/**
 * Builds the web app when its sources have changed. The finished build replaces the old one in one step, so that a running server never
 * serves half of one. @throws StartError with the build's output
 */
export async function buildWeb(commands: Commands): Promise<void> {
  const hash = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log("Building the web app");
  const unfinished = path.join(web, `node_modules/.build-${process.pid}`);
  mkdirSync(path.dirname(unfinished), { recursive: true });
  const vite = path.join(repository, "node_modules/vite/bin/vite.js");
  const startedAtMs = performance.now();
  const { code, output } = await commands.run(
    process.execPath,
    [vite, "build", "--outDir", unfinished, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: web, env: { ...process.env, NODE_ENV: "production" } },
  );
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new StartError(`The web app could not be built:\n${output.trim()}`);
  }
  writeFileSync(path.join(unfinished, path.basename(stamp)), hash);
  const old = `${unfinished}.old`;
  if (existsSync(webDist)) renameSync(webDist, old);
  renameSync(unfinished, webDist);
  rmSync(old, { recursive: true, force: true });
  console.log(`Built the web app in ${Math.round((performance.now() - startedAtMs) / 1_000)} s`);
}
