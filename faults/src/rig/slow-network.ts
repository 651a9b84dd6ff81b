import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import {
  addressOf,
  type CellNetwork,
  type Host,
  hosts,
  MACHINE_ADDRESS,
} from "../../../deploy/cell/network.ts";
import { type Forward, startBalancer } from "./balancer.ts";

const LATENCY_MS = 200;
/** Share of the pieces that come later still, and how much, ms. */
const STALL = { share: 0.05, ms: 1_000 };
/** Ports at which hosts reach each other: etcd, NATS, Patroni, PostgreSQL, `api`, broker and its readiness. */
const ports = [2379, 2380, 4222, 6222, 8008, 5432, 3000, 8884, 9464];
const TABLE = "verandah_slow";

/** Each piece waits, and no piece overtakes another. */
const slowly: Forward = (from, to) => {
  let earlier = Promise.resolve();
  function inOrder(act: () => void): void {
    const wait = sleep(LATENCY_MS + (Math.random() < STALL.share ? STALL.ms : 0));
    earlier = earlier.then(() => wait).then(act);
  }
  from.on("data", (piece) => inOrder(() => void to.write(piece)));
  from.on("close", () => inOrder(() => to.destroySoon()));
};

/**
 * Leads the traffic between the hosts of a cell through relays of this process, which delay it. Open connections break now and at the end,
 * and the programs connect again. Needs the package nftables.
 */
export async function slowNetwork(network: CellNetwork): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const rules: string[] = [];
  for (const host of hosts.map(addressOf))
    for (const port of ports) {
      const relay = opening.use(await startBalancer([{ host, port }], MACHINE_ADDRESS, slowly));
      rules.push(`ip daddr ${host} tcp dport ${port} dnat to ${MACHINE_ADDRESS}:${relay.port}`);
    }
  for (const host of hosts) {
    const own = `ip daddr ${addressOf(host)} accept`;
    const chain = ["type nat hook output priority -100", own, ...rules].join("\n");
    change(network, host, `table ip ${TABLE} {\nchain output {\n${chain}\n}\n}`);
    opening.defer(() => change(network, host, `delete table ip ${TABLE}`));
  }
  return opening.move();
}

/** Changes the packet filter of a host. */
function change(network: CellNetwork, host: Host, rules: string): void {
  const [program = "", ...args] = network.on(host, ["nft", "--file", "-"]);
  execFileSync(program, args, { input: `${rules}\n`, stdio: "pipe" });
}
