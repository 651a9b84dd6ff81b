import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

import { findLastingPort } from "@verandah/simulator/testing/lasting-port.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";

import { installed, outputOf } from "./installed.ts";
import { UPSD_USER } from "./upsd-stand-in.ts";

/** The upsd of Debian with one UPS, in a temporary folder. */
export interface NetworkUpsTools extends AsyncDisposable {
  /** `host:port` of its upsd. */
  readonly address: string;
  /** The value of a variable as upsc reads it. */
  ask(variable: string): Promise<string>;
}

export const UPS_NAME = "ups1";

/**
 * Starts a driver of Network UPS Tools and upsd for it.
 *
 * @param driver e.g. `snmp-ups`
 * @param lines of its section in ups.conf
 * @param files that it needs, by name
 */
export async function startNetworkUpsTools(
  driver: string,
  lines: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<NetworkUpsTools> {
  const folder = temporaryFolder();
  const state = join(folder.path, "state");
  mkdirSync(state, { mode: 0o700 });
  const port = await findLastingPort();
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text, { mode: 0o600 });
  for (const [name, text] of Object.entries(files)) write(name, text);
  write("nut.conf", "MODE=netserver\n");
  write("ups.conf", `[${UPS_NAME}]\n  driver = ${driver}\n${lines.map((line) => `  ${line}\n`).join("")}`);
  write("upsd.conf", `LISTEN 127.0.0.1 ${port}\nMAXAGE 15\n`);
  const { user: name, password } = UPSD_USER;
  write("upsd.users", `[${name}]\n  password = ${password}\n  instcmds = ALL\n`);
  const env = {
    ...process.env,
    NUT_CONFPATH: folder.path,
    NUT_STATEPATH: state,
    NUT_ALTPIDPATH: state,
    NUT_PIDPATH: state,
  };
  const user = userInfo().username;
  const children: ChildProcess[] = [];
  let output = "";
  function run(program: string, args: readonly string[]): void {
    const child = spawn(installed(program) ?? program, [...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    children.push(child);
  }
  // With a debug level both run in the foreground.
  run(driver, ["-a", UPS_NAME, "-u", user, "-D"]);
  run("upsd", ["-u", user, "-D"]);
  const ask = async (variable: string) =>
    (await outputOf("upsc", [`${UPS_NAME}@127.0.0.1:${port}`, variable], env)).trim();

  const began = performance.now();
  while (!(await ask("ups.status").catch(() => ""))) {
    if (performance.now() - began > 20_000)
      throw new Error(`Network UPS Tools did not start: ${output.slice(-2_000)}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  return {
    address: `127.0.0.1:${port}`,
    ask,
    async [Symbol.asyncDispose]() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        const killTimer = setTimeout(() => child.kill("SIGKILL"), 2_000);
        await exited;
        clearTimeout(killTimer);
      }
      folder[Symbol.dispose]();
    },
  };
}
