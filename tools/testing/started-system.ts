import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { findCluster, removeCluster } from "../postgres/placement.ts";
import { machineEnvironment } from "../process/machine-environment.ts";
import { commandLine, hasEnded } from "../process/processes.ts";
import { StartError } from "../process/start-error.ts";
import { findFreePort } from "../system/ports.ts";
import { repository } from "../system/settings.ts";

/** The longest time that a user waits after Ctrl-C, ms. */
const STOP_MAX_MS = 5_000;
/** A new machine builds the web app before the system is ready, ms. */
const READY_MAX_MS = 180_000;

/** A system started with `npm start` as a user does it, in a separate terminal session. */
export class StartedSystem {
  readonly #child: ChildProcess;
  readonly #dataDir: string;
  readonly url: string;
  readonly output: () => string;

  private constructor(child: ChildProcess, dataDir: string, url: string, output: () => string) {
    this.#child = child;
    this.#dataDir = dataDir;
    this.url = url;
    this.output = output;
  }

  /** Starts it and waits for its ready line. @throws StartError with its whole output without that line */
  static async start(dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<StartedSystem> {
    const port = await findFreePort("127.0.0.1");
    const npm = process.env["npm_execpath"];
    const [command, ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
    // A developer's own settings must not point a test to the developer's data.
    const own = { ...machineEnvironment("VITE_OFFLINE_PAGE"), PORT: String(port) };
    const child = spawn(command ?? "npm", [...first, "start"], {
      cwd: repository,
      detached: true,
      env: { ...own, ...environment, DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new StartError(`${reason}\n${output.trim()}`));
      const timeout = setTimeout(() => {
        killGroup(child, "SIGTERM");
        fail("The system was not ready in time.");
      }, READY_MAX_MS);
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString();
          const url = /^Verandah is ready at (\S+)$/m.exec(output)?.[1];
          if (!url) return;
          clearTimeout(timeout);
          resolve(new StartedSystem(child, dataDir, url, () => output));
        });
      child.on("close", (code) => {
        clearTimeout(timeout);
        fail(`npm start has ended with code ${code}.`);
      });
    });
  }

  /** Of npm itself; all other processes descend from it. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  processes(): number[] {
    const recorded = globSync("run/*", { cwd: this.#dataDir }).map((file) =>
      Number(readFileSync(path.join(this.#dataDir, file), "utf8")),
    );
    const all = [this.pid, this.supervisor(), this.postmaster(), ...recorded];
    return all.filter((pid) => pid > 1 && commandLine(pid) !== undefined);
  }

  supervisor(): number {
    return Number(readFileSync(path.join(this.#dataDir, "in-use-by"), "utf8"));
  }

  /** 0 when there is none. */
  postmaster(): number {
    const lock = path.join(findCluster(this.#dataDir) ?? this.#dataDir, "data/postmaster.pid");
    return existsSync(lock) ? Number(readFileSync(lock, "utf8").split("\n")[0]) : 0;
  }

  /** Presses Ctrl-C, which reaches all processes of its terminal. @returns the error of its end */
  async interrupt(): Promise<string | undefined> {
    const processes = this.processes();
    killGroup(this.#child, "SIGINT");
    const ended = await Promise.all(processes.map((pid) => hasEnded(pid, STOP_MAX_MS)));
    const left = processes.filter((_, index) => !ended[index]);
    return left.length > 0
      ? `Left running ${STOP_MAX_MS} ms after Ctrl-C: ${left.map(commandLine).join("; ")}`
      : undefined;
  }

  /** kill -9 of all of it at once. */
  async killAll(): Promise<void> {
    const processes = this.processes();
    killGroup(this.#child, "SIGKILL");
    for (const pid of processes) if (commandLine(pid) !== undefined) process.kill(pid, "SIGKILL");
    await Promise.all(processes.map((pid) => hasEnded(pid, STOP_MAX_MS)));
  }
}

/** The file system in memory, on Linux. */
const MEMORY_FOLDER = "/dev/shm";
/** Minimum free space, bytes. */
const MEMORY_FREE_MIN = 4 * 1_024 ** 3;

/** The fastest place for a thousand short-lived databases: file systems on a disk check recent deletions for each new file. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize >= MEMORY_FREE_MIN) return MEMORY_FOLDER;
  } catch {
    // This machine has no such file system.
  }
  return os.tmpdir();
}

/** A data folder for one test run; with `isQuick` it need not survive a power failure. */
export function makeDataFolder({ isQuick = false } = {}): { path: string; remove: () => Promise<void> } {
  const folder = mkdtempSync(path.join(isQuick ? quickFolder() : os.tmpdir(), "verandah-test-"));
  // The account of the database must be able to enter it.
  chmodSync(folder, 0o711);
  return {
    path: folder,
    remove: async () => {
      const cluster = findCluster(folder);
      if (cluster) await removeCluster(cluster);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid && commandLine(child.pid) !== undefined) process.kill(-child.pid, name);
}
