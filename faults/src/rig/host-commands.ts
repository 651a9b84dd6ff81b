import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

import { machineEnvironment } from "../../../tools/process/machine-environment.ts";

/** Waits for the end of a program whose output is piped. @returns its output. @throws Error with all of it when the program fails */
export async function finish(child: ChildProcess, name: string): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error(`The output of ${name} is not piped`);
  const [output, errors] = await Promise.all([text(stdout), text(stderr), once(child, "close")]);
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}:\n${output}${errors}`);
  return output;
}

/** Runs a program of this machine to its end. @returns its output. @throws Error with all of it when the program fails */
export function runOnHost(command: string, args: readonly string[], cwd = "/"): Promise<string> {
  // A developer's own settings must not change a build.
  const child = spawn(command, args, { cwd, env: machineEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  return finish(child, [command, ...args].join(" "));
}

/** Runs a script of the `package.json` in a folder. @throws Error with its output when it fails */
export function runScript(name: string, folder: string): Promise<string> {
  const npm = process.env["npm_execpath"];
  const [command = "npm", ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : [];
  return runOnHost(command, [...first, "run", name], folder);
}
