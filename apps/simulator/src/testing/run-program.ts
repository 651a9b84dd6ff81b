import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Runs a program like its supervisor: with Node's type stripping, and a channel for messages. */
export interface Program extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly messages: { type?: string; [key: string]: unknown }[];
  output(): { out: string; error: string };
  /** The exit code. */
  ended(): Promise<number | null>;
}

/** Options of Node for a program that must end within 3 s of its own clock: a slower one ends with code 3. */
export const ENDS_SOON = [
  "--import",
  join(import.meta.dirname, "../../../../tools/testing/program-clock.ts"),
];

export function runProgram(file: string, args: string[], execArgv: string[] = []): Program {
  const child = fork(file, args, { stdio: ["ignore", "pipe", "pipe", "ipc"], execArgv });
  const messages: Program["messages"] = [];
  let out = "";
  let error = "";
  child.stdout?.on("data", (data) => (out += String(data)));
  child.stderr?.on("data", (data) => (error += String(data)));
  child.on("message", (message) => {
    if (typeof message === "object" && message !== null) messages.push({ ...message });
  });
  // Not "close", which never occurs after the parent has closed the channel.
  const exited = once(child, "exit");
  return {
    child,
    messages,
    output: () => ({ out, error }),
    async ended() {
      await exited;
      // The last output is still in the pipes.
      await new Promise((done) => setTimeout(done, 50));
      return child.exitCode;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
