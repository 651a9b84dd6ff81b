import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";

import { machineEnvironment } from "../../../tools/process/machine-environment.ts";
import { end } from "../../../tools/process/processes.ts";
import { StartError } from "../../../tools/process/start-error.ts";
import { parseMessage, serverReady } from "../../../tools/system/messages.ts";
import { heapFlags } from "../../../tools/system/program.ts";
import { repository } from "../../../tools/system/settings.ts";

/** A site with 10,000 pumps is imported in this time, on a busy machine too, ms. */
const READY_MAX_MS = 180_000;

const stopSteps = [
  ["SIGTERM", 4_000],
  ["SIGKILL", 1_000],
] as const;

/** The release server as a separate process. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  readonly mqttPort: number;
}

/**
 * Starts the server like `npm start` for a real site: same program, same flags, all roles. @throws StartError with its last output when it
 * ends instead
 */
export async function startServerProcess(
  settings: NodeJS.ProcessEnv,
  { logFile, heapMegabyte }: { logFile: string; heapMegabyte: number },
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...heapFlags(heapMegabyte), "apps/server/src/main.ts"], {
    cwd: repository,
    detached: true,
    env: { ...machineEnvironment(), ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const log = createWriteStream(logFile);
  let lastOutput = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      log.write(chunk);
      lastOutput = (lastOutput + chunk.toString()).slice(-4_000);
    });
  const ready = await waitForReady(child, () => lastOutput);
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${ready.port}`,
    mqttPort: ready.mqttPort,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.pid) await end(child.pid, stopSteps);
      log.end();
      await once(log, "close");
    },
  };
}

function waitForReady(child: ChildProcess, lastOutput: () => string) {
  return new Promise<{ port: number; mqttPort: number }>((resolve, reject) => {
    const fail = () => reject(new StartError(`The server did not start:\n${lastOutput().trim()}`));
    const timeout = setTimeout(() => {
      child.kill("SIGKILL");
      fail();
    }, READY_MAX_MS);
    child.on("message", (value) => {
      if (parseMessage(value)?.type !== "ready") return;
      clearTimeout(timeout);
      const { port, mqttPort } = serverReady.parse(value);
      if (mqttPort === undefined) fail();
      else resolve({ port, mqttPort });
    });
    child.on("error", (error) => {
      clearTimeout(timeout);
      reject(new StartError(error.message));
    });
    child.on("close", () => {
      clearTimeout(timeout);
      fail();
    });
  });
}
