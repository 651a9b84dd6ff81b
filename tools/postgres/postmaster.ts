import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { childrenOf, commandLine, end } from "../process/processes.ts";
import { StartError } from "../process/start-error.ts";
import { type Identity, spawnArguments } from "./identity.ts";

/** Fast shutdown, then immediate. Source: PostgreSQL 18 §18.5 "Shutting Down the Server". */
const stopSteps = { SIGINT: 1_500, SIGQUIT: 500 };

const RETRY_MS = 250;
/** Processes of a killed postmaster detect its end within moments; until then their shared memory blocks a new start. */
const LEFT_OVER_MEMORY_MS = 10_000;
/** Its last output can arrive after it has ended; remaining child processes may keep their pipe open forever. */
const LAST_OUTPUT_MS = 1_000;

/** PostgreSQL's programs, with the account that runs them. */
export interface Binaries {
  readonly folder: string;
  readonly major: number;
  readonly identity: Identity;
}

export interface Postmaster {
  readonly pid: number;
  /** Settles when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface PostmasterOptions {
  readonly binaries: Binaries;
  readonly data: string;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts PostgreSQL and resolves when it accepts connections; a recovery after a crash may take long. @throws StartError with its last
 * output when it ends instead
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const giveUpAtMs = performance.now() + LEFT_OVER_MEMORY_MS;
  for (;;) {
    const outcome = await tryStart(options);
    if (typeof outcome !== "string") return outcome;
    const isWorthRetrying = /shared memory block|lock file/.test(outcome) && performance.now() < giveUpAtMs;
    if (!isWorthRetrying || options.signal?.aborted)
      throw new StartError(`PostgreSQL did not start:\n${outcome.trim()}`);
    await sleep(RETRY_MS);
  }
}

/** The running server, or its last output. */
function tryStart(options: PostmasterOptions): Promise<Postmaster | string> {
  const { binaries, data, socketFolder, log, signal } = options;
  const settings = { ...options.settings, listen_addresses: "", unix_socket_directories: socketFolder };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // In a separate session: a Ctrl-C in the terminal must not stop it before the programs that use it.
  const program = path.join(binaries.folder, "bin/postgres");
  const { command, args, account } = spawnArguments(binaries.identity, program, ["-D", data, ...flags]);
  const child = spawn(command, args, {
    ...account,
    cwd: data,
    detached: true,
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["ignore", "ignore", "pipe"],
    signal,
    killSignal: "SIGQUIT",
  });
  const { pid } = child;
  return new Promise((resolve, reject) => {
    let lastOutput = "";
    const ended = new Promise<void>((settle) => child.once("exit", () => settle()));
    const closed = new Promise((settle) => child.once("close", settle));
    void ended.then(() => Promise.race([closed, sleep(LAST_OUTPUT_MS)])).then(() => resolve(lastOutput));
    child.once("error", (error) => {
      // After an abort it ends by itself.
      if (error.name !== "AbortError") reject(new StartError(`PostgreSQL did not start: ${error.message}`));
    });
    child.stderr.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      log(text);
      lastOutput = (lastOutput + text).slice(-2_000);
      if (pid && text.includes("ready to accept connections"))
        resolve({ pid, ended, stop: () => endPostmaster(pid).then(() => ended) });
    });
  });
}

async function endPostmaster(pid: number): Promise<void> {
  await end(pid, stopSteps);
  if (commandLine(pid) !== undefined) await killPostmaster(pid);
}

/** Kills a server that hangs, with its processes. One of them that hangs would stay, and its shared memory blocks the next start. */
export async function killPostmaster(pid: number): Promise<void> {
  await Promise.all([pid, ...childrenOf(pid)].map((one) => end(one, { SIGKILL: 1_000 })));
}

/** Stops the server of an earlier, killed start on this data folder, and removes an obsolete lock. */
export async function stopPostmaster(data: string): Promise<void> {
  const lock = path.join(data, "postmaster.pid");
  if (!existsSync(lock)) return;
  const [firstLine] = readFileSync(lock, "utf8").split("\n");
  const pid = Number(firstLine);
  const isOurs = pid > 1 && commandLine(pid)?.includes(`-D ${data} `);
  if (isOurs) await endPostmaster(pid);
  // Another process may have the number now, and PostgreSQL would then refuse to start.
  else rmSync(lock, { force: true });
}
