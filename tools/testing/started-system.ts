import { spawn } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { lockFile } from "../postgres/embedded-postgres.ts";
import { stopPostmaster } from "../postgres/postmaster.ts";
import { machineEnvironment } from "../process/machine-environment.ts";
import { commandLine, hasEnded } from "../process/processes.ts";
import { StartError } from "../process/start-error.ts";
import { repository } from "../system/settings.ts";

/** The longest time that a user waits after Ctrl-C, ms. */
const STOP_MAX_MS = 5_000;
/** A new machine builds the web app before the system is ready, ms. */
const READY_MAX_MS = 180_000;

export type RunningVerandah = Awaited<ReturnType<typeof startVerandah>>;

/**
 * Starts a system with `npm start` as a user does it, in a separate terminal session, and waits for its ready line. @throws StartError with
 * its whole output without that line
 */
export async function startVerandah(dataDir: string, environment: NodeJS.ProcessEnv = {}) {
  const npm = process.env["npm_execpath"];
  const [command = "npm", ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : [];
  const child = spawn(command, [...first, "start"], {
    cwd: repository,
    detached: true,
    // A developer's own settings must not point a test to the developer's data.
    env: { ...machineEnvironment("VITE_OFFLINE_PAGE"), PORT: "0", ...environment, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** Of npm itself; all other processes descend from it. */
  const pid = child.pid ?? 0;
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new StartError(`${reason}\n${output.trim()}`));
    const timeout = setTimeout(() => {
      killGroup(pid, "SIGTERM");
      fail("The system was not ready in time.");
    }, READY_MAX_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const found = /^Verandah is ready at (\S+)$/m.exec(output)?.[1];
        if (!found) return;
        clearTimeout(timeout);
        resolve(found);
      });
    child.on("close", (code) => {
      clearTimeout(timeout);
      fail(`npm start has ended with code ${code}.`);
    });
  });

  const supervisor = () => Number(readFileSync(path.join(dataDir, "in-use-by"), "utf8"));
  /** 0 when there is none. */
  function postmaster(): number {
    const lock = lockFile(dataDir);
    return existsSync(lock) ? Number(readFileSync(lock, "utf8").split("\n")[0]) : 0;
  }
  function processes(): number[] {
    const recorded = globSync(path.join(dataDir, "run/*")).map((file) => Number(readFileSync(file, "utf8")));
    const all = [pid, supervisor(), postmaster(), ...recorded];
    return all.filter((one) => one > 1 && commandLine(one) !== undefined);
  }
  return {
    url,
    pid,
    supervisor,
    postmaster,
    processes,
    output: () => output,
    /** Presses Ctrl-C, which reaches all processes of its terminal. @returns the error of its end */
    async interrupt(): Promise<string | undefined> {
      const left = processes();
      killGroup(pid, "SIGINT");
      const ended = await Promise.all(left.map((one) => hasEnded(one, STOP_MAX_MS)));
      const remaining = left.filter((_, index) => !ended[index]);
      return remaining.length > 0
        ? `Left running ${STOP_MAX_MS} ms after Ctrl-C: ${remaining.map(commandLine).join("; ")}`
        : undefined;
    },
    /** kill -9 of all of it at once. */
    async killAll(): Promise<void> {
      const left = processes();
      killGroup(pid, "SIGKILL");
      for (const one of left) if (commandLine(one) !== undefined) process.kill(one, "SIGKILL");
      await Promise.all(left.map((one) => hasEnded(one, STOP_MAX_MS)));
    },
  };
}

/** The file system in memory, on Linux. */
const MEMORY_FOLDER = "/dev/shm";
/** Minimum free space, bytes. */
const MEMORY_FREE_MIN = 4 * 1_024 ** 3;

/** The fastest place for a thousand short-lived databases: file systems on a disk check recent deletions for each new file. */
function quickFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_FREE_MIN ? MEMORY_FOLDER : os.tmpdir();
}

/** A data folder for one test run; with `isQuick` it need not survive a power failure. */
export function makeDataFolder({ isQuick = false } = {}): { path: string; remove: () => Promise<void> } {
  const folder = mkdtempSync(path.join(isQuick ? quickFolder() : os.tmpdir(), "verandah-test-"));
  // The account of the database must be able to enter it.
  chmodSync(folder, 0o711);
  return {
    path: folder,
    remove: async () => {
      await stopPostmaster(path.dirname(lockFile(folder)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killGroup(leader: number, name: NodeJS.Signals): void {
  if (leader > 0 && commandLine(leader) !== undefined) process.kill(-leader, name);
}
