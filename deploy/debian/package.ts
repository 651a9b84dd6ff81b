import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { Commands } from "../../tools/process/run.ts";
import { onShutdown } from "../../tools/process/shutdown.ts";
import { describeFailure, StartError } from "../../tools/process/start-error.ts";
import { repository } from "../../tools/system/settings.ts";
import { buildWeb, webDist } from "../../tools/system/web-build.ts";

const sources = import.meta.dirname;
/** Where the programs are in the package, which the units expect. */
const programs = "usr/lib/verandah";
/** Debian's names of processors, by those of Node. */
const architectures: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const maintainer = /^Maintainer: (.+)$/m;

const commands = new Commands();

/** @returns the output of a command. @throws StartError with it when the command fails */
async function run(
  command: string,
  args: readonly string[],
  { cwd = repository, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { code, output } = await commands.run(command, args, { cwd, env: { ...process.env, ...env } });
  if (code !== 0) throw new StartError(`${command} has failed with ${args.join(" ")}:\n${output.trim()}`);
  return output.trim();
}

interface Version {
  readonly text: string;
  readonly committedAt: Date;
}

/**
 * The version in `package.json` and the commit. That of a later commit is higher: by its time, and within a second by the number of commits
 * before it.
 */
async function readVersion(): Promise<Version> {
  const { version }: { version: string } = JSON.parse(readText(path.join(repository, "package.json")));
  const shown = await run("git", ["show", "--no-patch", "--format=%ct %h", "HEAD"]);
  const [seconds, hash] = shown.split(" ");
  const count = await run("git", ["rev-list", "--count", "HEAD"]);
  const committedAt = new Date(Number(seconds) * 1_000);
  const time = committedAt.toISOString().slice(0, "yyyy-mm-ddThh:mm:ss".length).replaceAll(/\D/g, "");
  return { text: `${version}+${time}.${count}.${hash}`, committedAt };
}

const readText = (file: string) => readFileSync(file, "utf8");

/** Writes a file of the package, and its folder. */
function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Debian compresses documents, without a time in the file. */
const compress = (text: string) => gzipSync(text, { level: 9 });

const ownFiles = /^(apps\/(server|gateway)|packages\/[^/]+)\/(src|migrations|profiles|locales)\//;
const ownTests = /\.test\.ts$|\/(testing|hostile)\//;

/** Folders at the top of an npm package that no program reads. */
const unreadFolders = /^(tests?|integration|scripts|examples?|docs|benchmarks?)$/;

/** Whether a program reads this file of an npm package, or its licence requires it. Node runs no TypeScript below `node_modules`. */
function isNeeded(file: string): boolean {
  const name = path.basename(file);
  if (name.startsWith(".") || /\.([cm]?ts|map|flow|html)$/.test(name)) return false;
  if (/\.(md|markdown)$/i.test(name)) return /licen[cs]e|copying|notice/i.test(name);
  return !unreadFolders.test(name) || !existsSync(path.join(path.dirname(file), "package.json"));
}

/** Stages the sources of server and gateway, and the npm packages that the lock file names for them. */
async function stagePrograms(root: string, scratch: string): Promise<void> {
  const tracked = (await run("git", ["ls-files", "-z"])).split("\0");
  const own = tracked.filter((file) => ownFiles.test(file) && !ownTests.test(file));
  const descriptions = tracked.filter((file) => /(^|\/)package(-lock)?\.json$/.test(file));
  for (const file of [...own, ...descriptions])
    cpSync(path.join(repository, file), path.join(scratch, file), { recursive: true });

  const npm = process.env["npm_execpath"];
  const [command = "npm", ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : [];
  const workspaces = ["--workspace=@verandah/server", "--workspace=@verandah/gateway"];
  const flags = ["--omit=dev", "--include=optional", "--ignore-scripts", "--prefer-offline"];
  await run(command, [...first, "ci", ...flags, ...workspaces], { cwd: scratch });

  for (const folder of ["apps/server", "apps/gateway", "packages"])
    cpSync(path.join(scratch, folder), path.join(root, programs, folder), { recursive: true });
  cpSync(path.join(scratch, "node_modules"), path.join(root, programs, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: isNeeded,
  });
  // Links to workspaces that only tests use.
  await run("find", [path.join(root, programs, "node_modules"), "-xtype", "l", "-delete"]);
  cpSync(webDist, path.join(root, programs, "apps/web/dist"), {
    recursive: true,
    filter: (file) => !path.basename(file).startsWith("."),
  });
}

/** Stages Node of the npm package for this platform, which is the official one. */
function stageNode(root: string): void {
  const folder = path.join(repository, `node_modules/node-linux-${process.arch}`);
  cpSync(path.join(folder, "bin/node"), path.join(root, programs, "bin/node"));
  cpSync(path.join(folder, "LICENSE"), path.join(root, programs, "bin/LICENSE"));
}

/** Stages units, settings, the command, and the documents that Debian's policy requires. */
function stageSystemFiles(root: string, version: Version): void {
  const copies: Readonly<Record<string, string>> = {
    "deploy/systemd": "usr/lib/systemd/system",
    "deploy/debian/server.env": "etc/verandah/server.env",
    "deploy/debian/create-user": "usr/bin/verandah-create-user",
    "deploy/debian/join-gateway": "usr/bin/verandah-join",
    "deploy/debian/copyright": "usr/share/doc/verandah/copyright",
    "deploy/debian/lintian-overrides": "usr/share/lintian/overrides/verandah",
    "deploy/haproxy.cfg": "usr/share/doc/verandah/examples/haproxy.cfg",
    "apps/gateway/site.example.yaml": "usr/share/doc/verandah/examples/gateway.yaml",
  };
  for (const [from, to] of Object.entries(copies))
    cpSync(path.join(repository, from), path.join(root, to), { recursive: true });
  for (const manual of ["verandah-create-user.1", "verandah-join.1"])
    write(path.join(root, `usr/share/man/man1/${manual}.gz`), compress(readText(path.join(sources, manual))));
  write(path.join(root, "usr/share/doc/verandah/changelog.gz"), compress(debianChangelog(version)));
}

/** An entry of Debian's changelog, in lines of at most 79 characters. */
function entry(text: string): string {
  const lines = text.replaceAll(/\s+/g, " ").match(/\S(?:.{0,73}\S)?(?= |$)/g) ?? [];
  return `  * ${lines.join("\n    ")}\n`;
}

/** The newest section of `CHANGELOG.md` in Debian's format. */
function debianChangelog({ text, committedAt }: Version): string {
  const [, newest = ""] = readText(path.join(repository, "CHANGELOG.md")).split(/^## .*$/m);
  const parts = Array.from(newest.matchAll(/^(#+|-) (.+(?:\n {2}.+)*)/gm), ([, mark, part = ""]) =>
    mark === "-" ? entry(part) : `\n  [ ${part} ]\n`,
  );
  const [, sender] = maintainer.exec(readText(path.join(sources, "control"))) ?? [];
  const time = committedAt.toUTCString().replace("GMT", "+0000");
  return `verandah (${text}) unstable; urgency=medium\n${parts.join("")}\n -- ${sender}  ${time}\n`;
}

/** Writes the control files of the package: description, scripts, settings files, checksums. */
async function writeControl(root: string, version: Version): Promise<void> {
  const found = await run("find", [root, "-type", "f", "-printf", String.raw`%P\n`]);
  const files = found.split("\n").toSorted();
  let bytes = 0;
  let sums = "";
  for (const file of files) {
    const content = readFileSync(path.join(root, file));
    bytes += content.length;
    // The administrator changes settings files.
    if (!file.startsWith("etc/")) sums += `${createHash("md5").update(content).digest("hex")}  ${file}\n`;
  }
  const control = readText(path.join(sources, "control"))
    .replace("$VERSION", version.text)
    .replace("$ARCHITECTURE", architectures[process.arch] ?? "")
    .replace("$INSTALLED_SIZE", String(Math.ceil(bytes / 1_024)));
  const folder = path.join(root, "DEBIAN");
  write(path.join(folder, "control"), control);
  write(path.join(folder, "md5sums"), sums);
  write(path.join(folder, "conffiles"), "/etc/verandah/server.env\n");
  for (const script of ["postinst", "prerm", "postrm"]) {
    cpSync(path.join(sources, script), path.join(folder, script));
    chmodSync(path.join(folder, script), 0o755);
  }
}

/** Builds the package of the checked out commit into `dist`. @returns its path. @throws StartError with the reason */
async function buildPackage(scratch: string): Promise<string> {
  const architecture = process.platform === "linux" ? architectures[process.arch] : undefined;
  if (!architecture) throw new StartError("A Debian package is built on Linux, on x64 or arm64.");
  const version = await readVersion();
  await buildWeb(commands);
  console.log("Staging the programs");
  const root = path.join(scratch, "package");
  await stagePrograms(root, path.join(scratch, "installation"));
  stageNode(root);
  stageSystemFiles(root, version);
  // The modes must not depend on the account that has cloned and builds.
  await run("find", [root, "-type", "f", "-exec", "chmod", "0644", "{}", "+"]);
  await run("find", [root, "-type", "d", "-exec", "chmod", "0755", "{}", "+"]);
  for (const program of [`${programs}/bin/node`, "usr/bin/verandah-create-user", "usr/bin/verandah-join"])
    chmodSync(path.join(root, program), 0o755);
  await writeControl(root, version);

  console.log("Building the package");
  const file = path.join(repository, `dist/verandah_${version.text}_${architecture}.deb`);
  mkdirSync(path.dirname(file), { recursive: true });
  // One thread: the result of several depends on their number. A higher level takes twice the time for a tenth of the size.
  await run("dpkg-deb", ["--root-owner-group", "--threads-max=1", "-Zxz", "-z3", "--build", root, file], {
    env: { SOURCE_DATE_EPOCH: String(version.committedAt.getTime() / 1_000) },
  });
  return file;
}

process.umask(0o022);
const scratch = mkdtempSync(path.join(os.tmpdir(), "verandah-package-"));
onShutdown(
  () => commands.close(),
  () => process.exit(1),
);
try {
  console.log(`Built ${path.relative(repository, await buildPackage(scratch))}`);
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit();
