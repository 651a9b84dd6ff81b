import { execFileSync } from "node:child_process";

import { StartError } from "../../tools/process/start-error.ts";

/** The hosts of a cell. The first two have PostgreSQL, HAProxy and the processes of Verandah; the third has a vote only. */
export const hosts = [1, 2, 3] as const;
export type Host = (typeof hosts)[number];

/** The first three numbers of all addresses. */
export const SUBNET = "10.83.0";
/** Of the machine itself. */
export const MACHINE_ADDRESS = `${SUBNET}.254`;
export const addressOf = (host: Host): string => `${SUBNET}.1${host}`;

const BRIDGE = "verandah0";
const linkOf = (host: Host) => `verandah-h${host}`;
const namespaceOf = (host: Host) => `verandah-host${host}`;

const ip = (...args: readonly string[]) => execFileSync("ip", args, { encoding: "utf8", stdio: "pipe" });

/** Hosts as network namespaces of this machine, connected by a bridge that the machine itself can reach. Needs root. */
export class CellNetwork implements Disposable {
  /** @throws StartError when a cell runs on this machine */
  constructor() {
    const left = ip("netns", "list")
      .split("\n")
      .map((line) => line.split(" ")[0]);
    const earlier = hosts.filter((host) => left.includes(namespaceOf(host)));
    if (earlier.some((host) => this.pids(host).length > 0))
      throw new StartError("A cell runs on this machine already.");
    // Those of a cell that was killed.
    for (const host of earlier) ip("netns", "delete", namespaceOf(host));
    if (ip("link").includes(`${BRIDGE}:`)) ip("link", "delete", BRIDGE);

    ip("link", "add", BRIDGE, "type", "bridge");
    ip("address", "add", `${MACHINE_ADDRESS}/24`, "dev", BRIDGE);
    ip("link", "set", BRIDGE, "up");
    for (const host of hosts) {
      const namespace = namespaceOf(host);
      ip("netns", "add", namespace);
      ip("link", "add", linkOf(host), "type", "veth", "peer", "name", "eth0", "netns", namespace);
      ip("link", "set", linkOf(host), "master", BRIDGE, "up");
      ip("-n", namespace, "address", "add", `${addressOf(host)}/24`, "dev", "eth0");
      for (const device of ["eth0", "lo"]) ip("-n", namespace, "link", "set", device, "up");
    }
  }

  /** A command as it runs on a host: `ip` replaces itself by the command. */
  on(host: Host, command: readonly string[]): string[] {
    return ["ip", "netns", "exec", namespaceOf(host), ...command];
  }

  /** All processes of a host. */
  pids(host: Host): number[] {
    return ip("netns", "pids", namespaceOf(host)).split("\n").filter(Boolean).map(Number);
  }

  /** Pulls the network cable of a host: packets vanish, and connections hang. */
  cut(host: Host): void {
    ip("link", "set", linkOf(host), "down");
  }

  join(host: Host): void {
    ip("link", "set", linkOf(host), "up");
  }

  [Symbol.dispose](): void {
    for (const host of hosts) ip("netns", "delete", namespaceOf(host));
    ip("link", "delete", BRIDGE);
  }
}
