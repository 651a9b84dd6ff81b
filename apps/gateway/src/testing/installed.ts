import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Folders of programs. Debian's /usr/sbin/upsd is a script that reads the settings of the machine; the program is in /lib/nut. */
const FOLDERS = [
  "/lib/nut",
  "/usr/libexec/nut-driver",
  ...(process.env["PATH"] ?? "").split(":"),
  "/usr/sbin",
  "/sbin",
];

/** The file of a program; undefined when it is not installed. */
export function installed(program: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const execute = promisify(execFile);

/** The output of a program. @throws Error when it fails */
export async function outputOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { stdout } = await execute(installed(program) ?? program, [...args], {
    timeout: 15_000,
    env: { ...process.env, ...env },
  });
  return stdout;
}
