import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { end } from "../../../tools/process/processes.ts";
import { StartError } from "../../../tools/process/start-error.ts";

const READY_MAX_MS = 60_000;
const POLL_MS = 50;
const OUTPUT_SHOWN = 2_000;

const stopSteps = [
  ["SIGTERM", 2_000],
  ["SIGKILL", 1_000],
] as const;

export interface PeerProcess extends AsyncDisposable {
  readonly pid: number;
}

/** Runs a peer's program with our Node until `isReady`. @throws StartError with its last output when it ends or does not answer */
export async function startPeerProcess(
  script: string,
  args: readonly string[],
  folder: string,
  isReady: () => Promise<boolean>,
): Promise<PeerProcess> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = createWriteStream(path.join(folder, "output.log"));
  let lastOutput = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      log.write(chunk);
      lastOutput = (lastOutput + chunk.toString()).slice(-OUTPUT_SHOWN);
    });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async () => {
    if (child.exitCode === null && child.pid) await end(child.pid, stopSteps);
    process.off("exit", kill);
    log.end();
    await once(log, "close");
  };
  if (await becomesReady(child, isReady)) return { pid: child.pid ?? 0, [Symbol.asyncDispose]: stop };
  await stop();
  throw new StartError(`A peer did not start:\n${lastOutput.trim()}`);
}

async function becomesReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<boolean> {
  const deadlineMs = performance.now() + READY_MAX_MS;
  while (performance.now() < deadlineMs && child.exitCode === null && child.signalCode === null) {
    if (await isReady()) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Whether a page answers; a refused connection means no. */
export async function answers(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url);
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}
