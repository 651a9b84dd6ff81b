import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { vi } from "vitest";

import { childrenOf, hasEnded } from "../../../tools/process/processes.ts";
import { finish } from "./host-commands.ts";

/** As init would set them. */
const environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"];
const hostPrograms = ["apt-get", "debootstrap", "git", "nsenter", "systemd-nspawn", "unshare"];
/** Maximum duration of the start and of the shutdown, ms. */
const START_MAX_MS = 120_000;
const STOP_MAX_MS = 30_000;

/** @throws Error with all that this machine lacks */
export function checkHost(): void {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const isThere = (name: string) => folders.some((folder) => existsSync(path.join(folder, name)));
  const faults = [
    ...(process.getuid?.() === 0 ? [] : ["it does not run as root"]),
    ...hostPrograms.filter((name) => !isThere(name)).map((name) => `${name} is missing`),
  ];
  if (faults.length > 0)
    throw new Error(
      `This test needs root on Debian 12 or newer, with the packages debootstrap and systemd-container: ${faults.join(", ")}.`,
    );
}

/** The Debian archives that this machine installs from, as lines of `sources.list`. */
function readArchives(): string[] {
  const format = "$(ORIGIN) deb $(SITE) $(RELEASE) $(COMPONENT)";
  const args = ["indextargets", "--format", format, "Created-By: Packages"];
  const { stdout } = spawnSync("apt-get", args, { encoding: "utf8" });
  return [...new Set(stdout.split("\n").flatMap((line) => /^Debian (.+)$/.exec(line)?.[1] ?? []))];
}

/**
 * A new Debian of this machine's release in a folder, with a running systemd. It has its own mounts and processes, which the kernel ends
 * together with the test. It shares the network of the machine.
 */
export class DebianContainer {
  readonly #root: string;
  /** Has the namespaces of all processes of the container. The first process in them ends when its standard input closes. */
  readonly #holder: ChildProcess;
  readonly #first: number;
  #systemd = 0;

  private constructor(root: string, holder: ChildProcess, first: number) {
    this.#root = root;
    this.#holder = holder;
    this.#first = first;
  }

  /** Takes a few minutes. The folder must be on a file system with devices. */
  static async start(root: string): Promise<DebianContainer> {
    mkdirSync(root);
    const flags = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
    const first = "exec 3<&0; cat <&3 >/dev/null & echo ready; wait";
    const holder = spawn("unshare", [...flags, "sh", "-c", first], { stdio: ["pipe", "pipe", "inherit"] });
    await Promise.race([once(holder.stdout, "data"), once(holder, "exit")]);
    if (holder.exitCode !== null) throw new Error("This machine allows no namespaces: unshare has failed.");
    const container = new DebianContainer(root, holder, childrenOf(holder.pid ?? 0)[0] ?? 0);
    try {
      await container.#fill();
      await container.#boot();
      return container;
    } catch (error) {
      await container[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #fill(): Promise<void> {
    const archives = readArchives();
    const release = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
    const [, site] = archives.find((line) => line.split(" ")[2] === release)?.split(" ") ?? [];
    if (!site) throw new Error(`apt on this machine has no Debian archive of its release "${release}".`);
    const flags = ["--variant=minbase", "--include=ca-certificates,systemd-sysv"];
    await finish(enter(this.#first, ["debootstrap", ...flags, release, this.#root, site]), "debootstrap");
    this.write("etc/apt/sources.list", `${archives.join("\n")}\n`);
    // The contents need not survive a power failure.
    this.write("etc/dpkg/dpkg.cfg.d/unsafe-io", "force-unsafe-io\n");
  }

  async #boot(): Promise<void> {
    const flags = ["--boot", "--quiet", "--console=pipe", "--register=no", "--keep-unit"];
    const nspawn = enter(this.#first, ["systemd-nspawn", ...flags, `--directory=${this.#root}`]);
    let output = "";
    for (const stream of [nspawn.stdout, nspawn.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const checkState = async () => {
      // The process of nsenter, of systemd-nspawn, of systemd.
      this.#systemd = [nspawn.pid ?? 0].flatMap(childrenOf).flatMap(childrenOf)[0] ?? 0;
      if (this.#systemd === 0) throw new Error(`systemd does not run:\n${output}`);
      // Fails until all units have started, or when one has failed.
      await this.run("systemctl is-system-running");
    };
    await vi.waitFor(checkState, { timeout: START_MAX_MS, interval: 500 });
    await this.run("apt-get update");
  }

  write(file: string, content: string, mode = 0o644): void {
    writeFileSync(path.join(this.#root, file), content, { mode });
  }

  read(file: string): string {
    return readFileSync(path.join(this.#root, file), "utf8");
  }

  has(file: string): boolean {
    return existsSync(path.join(this.#root, file));
  }

  /** Runs a line of the shell as root. @returns its output. @throws Error with it when it fails */
  run(line: string, input = ""): Promise<string> {
    const settings = [...environment, "DEBIAN_FRONTEND=noninteractive"];
    const command = ["env", "-i", ...settings, "sh", "-ec", line];
    const child = enter(this.#systemd, command, { flags: ["--root", "--wd"], stdin: "pipe" });
    // A command that reads nothing may have ended by now; its exit code decides.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
    return finish(child, line);
  }

  /** Installs packages by name or by file, with the packages that they depend on and no others. */
  async install(...packages: readonly string[]): Promise<void> {
    const flags = "--yes --quiet --no-install-recommends -o Dpkg::Options::=--force-confold";
    await this.run(`apt-get install ${flags} ${packages.join(" ")}`);
  }

  /** Ends all its processes and mounts. The folder stays. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (this.#systemd > 0) await this.run("systemctl poweroff");
      await hasEnded(this.#systemd, STOP_MAX_MS);
    } finally {
      this.#holder.stdin?.end();
      await hasEnded(this.#holder.pid ?? 0, STOP_MAX_MS);
    }
  }
}

/** Starts a program in the mounts and among the processes of another process. */
function enter(
  pid: number,
  command: readonly string[],
  { flags = [], stdin = "ignore" }: { flags?: readonly string[]; stdin?: "ignore" | "pipe" } = {},
): ChildProcess {
  const args = ["--target", String(pid), "--mount", "--pid", ...flags, "--", ...command];
  return spawn("nsenter", args, { stdio: [stdin, "pipe", "pipe"] });
}
