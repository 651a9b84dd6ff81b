// Installs the packages, when they have changed. Runs without any installed package on any Node from 20 on.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"];
const oldestNode = 20;
const ownNode = 24;

function fail(message) {
  console.error(message);
  process.exit(1);
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Packages of the lock file for this platform, keyed by folder; includes links to our own workspaces. */
function wantedPackages() {
  const wanted = Object.entries(readLock("package-lock.json") ?? {});
  return wanted.filter(([folder, entry]) => folder.includes("node_modules/") && !entry.optional);
}

/** npm writes its own lock file last: an interrupted installation has none. */
function isInstalled() {
  const present = readLock("node_modules/.package-lock.json");
  if (!present || !hasNode()) return false;
  return wantedPackages().every(([folder, entry]) => {
    const other = present[folder];
    return other && (entry.link ? other.link : other.version === entry.version);
  });
}

function hasNode() {
  const packaged = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(packaged) || Number.parseInt(process.versions.node, 10) >= ownNode;
}

/** Calls `report` from time to time with the number of installed packages; returns a function that stops it. */
function followInstallation(print) {
  const folders = wantedPackages().map(([folder]) => path.join(root, folder, "package.json"));
  let printed = 0;
  const timer = setInterval(() => {
    const done = folders.filter((file) => existsSync(file)).length;
    if (done > printed) print(`Installing packages: ${done} of ${folders.length}`);
    printed = done;
  }, 5_000);
  return () => clearInterval(timer);
}

async function install() {
  console.log("Installing packages (only when they have changed)");
  const stopFollowing = followInstallation((text) => console.log(text));
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  // Required with any settings of the machine: the web app is built here, and Node itself is an optional package.
  const flags = ["--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const child = spawn(command, [...first, "ci", ...flags], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  // npm continues after a Ctrl-C, and at the end removes packages that another start has installed meanwhile. An incomplete installation is
  // repeated.
  const interrupt = () => {
    child.kill("SIGKILL");
    process.exit(130);
  };
  for (const signal of stopSignals) process.on(signal, interrupt);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve(1);
    });
    child.on("close", resolve);
  });
  stopFollowing();
  for (const signal of stopSignals) process.off(signal, interrupt);
  if (code !== 0) fail(`${output.trim()}\nThe packages could not be installed: see npm's words above.`);
}

if (Number.parseInt(process.versions.node, 10) < oldestNode)
  fail(`Verandah needs Node ${oldestNode} or newer; this is Node ${process.versions.node}.`);
if (!isInstalled()) await install();
if (!hasNode())
  fail(
    `There is no Node ${ownNode} for ${process.platform} on ${process.arch} among the packages. ` +
      `Install Node ${ownNode} or newer yourself and try again.`,
  );
