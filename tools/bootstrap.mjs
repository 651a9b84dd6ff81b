// Runs without any installed package on any Node from 20 on: installs the packages, then starts the tool on Node 24.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const commands = {
  start: "tools/start.ts",
  dev: "tools/dev.ts",
  test: "tools/test.ts",
  vitest: "node_modules/vitest/vitest.mjs",
  verify: "tools/verify.ts",
  "create-user": "tools/create-user.ts",
  bench: "bench/src/main.ts",
  fault: "apps/simulator/src/fault.ts",
  gateway: "apps/gateway/src/main.ts",
  package: "deploy/debian/package.ts",
  cell: "deploy/cell/start.ts",
};
/** A program that only supervises others needs little memory for new objects, and keeps all of its old ones. */
const heapFlags = { start: ["--max-semi-space-size=1"] };
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
  if (!present || !findNode()) return false;
  return wantedPackages().every(([folder, entry]) => {
    const other = present[folder];
    return other && (entry.link ? other.link : other.version === entry.version);
  });
}

function findNode() {
  const packaged = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(packaged)) return packaged;
  return Number.parseInt(process.versions.node, 10) >= ownNode ? process.execPath : undefined;
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

/** The tool receives a stop message: signals reach it too, but a kill -9 of this process only closes the channel. */
function run(node, flags, script, args) {
  const child = spawn(node, [...flags, path.join(root, script), ...args], {
    cwd: root,
    env: {
      // Stores compiled sources, which halves the start time of each program.
      NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled"),
      // Else each thread keeps for itself what it has freed: a tenth of the memory of a server under load. Source: mallopt(3).
      MALLOC_ARENA_MAX: "2",
      ...process.env,
      PATH: `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env.PATH}`,
    },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of stopSignals) process.on(signal, () => child.connected && child.send({ type: "stop" }));
  child.on("error", (error) => fail(`Node ${ownNode} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

const [command = "", ...args] = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < oldestNode)
  fail(`Verandah needs Node ${oldestNode} or newer; this is Node ${process.versions.node}.`);
const script = commands[command];
if (!script) fail(`Usage: node tools/bootstrap.mjs ${Object.keys(commands).join("|")}`);
if (!isInstalled()) await install();
const node = findNode();
if (!node)
  fail(
    `There is no Node ${ownNode} for ${process.platform} on ${process.arch} among the packages. ` +
      `Install Node ${ownNode} or newer yourself and try again.`,
  );
run(node, heapFlags[command] ?? [], script, args);
